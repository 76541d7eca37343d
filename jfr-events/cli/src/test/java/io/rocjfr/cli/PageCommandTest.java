// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code page} writes: read back as a browser does. */
class PageCommandTest {
  private static final int KERNELS = 300;

  @TempDir Path folder;

  @Test
  void thePageHoldsSummaryFindingsAndEveryEvent() throws IOException {
    Path file = record();
    Path page = folder.resolve("out.html");
    CliRun run = CliRun.of("page", file, "-o", page);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("Written: " + page, (KERNELS + 3) + " events");

    String html = Files.readString(page);
    JsonNode facts = json(html, "facts");
    assertThat(facts.get("summary")).isEqualTo(CliRun.of("summary", "--json", file).json());
    JsonNode report = CliRun.of("report", "--json", "--min-severity", "na", file).json();
    assertThat(facts.get("report").get("results")).isEqualTo(report.get("results"));
    assertThat(facts.get("shown").asInt()).isEqualTo(KERNELS + 3);
    assertThat(facts.get("busy").get("gpus").get(0).get("shares")).hasSize(600);

    JsonNode types = json(html, "types");
    int kernels = index(types, "KernelDispatch");
    assertThat(types.get(kernels).get("size").asInt()).isEqualTo(KERNELS);
    long[] begins = column(html, "b" + kernels, KERNELS);
    long[] durations = column(html, "d" + kernels, KERNELS);
    for (int i = 1; i < KERNELS; i++) {
      // A tick of the recording is not a nanosecond.
      assertThat(begins[i] - begins[i - 1]).as("sorted, %d", i).isBetween(9_998L, 10_002L);
      assertThat(durations[i]).isBetween(3_998L + i % 7, 4_002L + i % 7);
    }
  }

  @Test
  void nothingIsLoadedFromAnywhere() throws IOException {
    Path page = folder.resolve("out.html");
    CliRun.of("page", record(), "-o", page);
    String html = Files.readString(page);
    assertThat(html).contains("default-src 'none'");
    assertThat(Pattern.compile("<(link|img|iframe|script[^>]* src)").matcher(html).find())
        .isFalse();
    assertThat(html).contains("Mike Bostock", "Oli Folkerd").doesNotContain("<!--@");
  }

  @Test
  void whatTheTimelineCannotHoldIsSaidAndCountedInTheFigures() throws IOException {
    Path page = folder.resolve("out.html");
    Path file = record();
    CliRun few = CliRun.of("page", file, "-o", page, "--events", "100");
    assertThat(few.code()).isZero();
    assertThat(few.out()).contains("203 events are in the figures, but not on the timeline");
    JsonNode facts = json(Files.readString(page), "facts");
    assertThat(facts.get("shown").asInt()).isEqualTo(100);
    assertThat(facts.get("leftOut").asInt()).isEqualTo(203);
    assertThat(facts.get("summary").get("kernels").get(0).get("count").asInt()).isEqualTo(KERNELS);

    CliRun window = CliRun.of("page", file, "-o", page, "--from", "1ms", "--to", "2ms");
    assertThat(window.code()).isZero();
    JsonNode ofWindow = json(Files.readString(page), "facts");
    assertThat(ofWindow.get("shown").asInt()).isBetween(99, 105);
    assertThat(ofWindow.get("outside").asInt() + ofWindow.get("shown").asInt())
        .isEqualTo(KERNELS + 3);
  }

  @Test
  void whatCannotBeUsedIsSaid() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.jfr"));
    Path page = folder.resolve("out.html");
    CliRun run = CliRun.of("page", empty, "-o", page);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("empty.jfr is empty");
    assertThat(page).doesNotExist();
    CliRun nowhere = CliRun.of("page", empty, "-o", folder.resolve("missing/out.html"));
    assertThat(nowhere.code()).isEqualTo(2);
    assertThat(nowhere.err()).contains("missing/out.html cannot be written");
    assertThat(CliRun.of("page", empty, "--events", "0").code()).isEqualTo(2);
    assertThat(CliRun.of("page", empty, "--from", "2s", "--to", "1s").err()).contains("before");
    assertThat(CliRun.of("page", empty, "--from", "soon").err()).contains("is no time");
  }

  private Path record() throws IOException {
    try (RecordingMaker maker = new RecordingMaker()) {
      for (int i = KERNELS - 1; i >= 0; i--) {
        maker.kernel("add<float>", 0, 1, 10_000L * i, 4_000 + i % 7);
      }
      maker.copy("HostToDevice", 4096, 0, 0, 5_000);
      maker.call("hipMemcpy", 0, 7_000);
      maker.range("</script> & \"step\"", 7, 0, 0, 3_000_000);
      maker.status("/opt/rocm/lib/libamdhip64.so", "6.4", 1, "on");
      return maker.dump(folder.resolve("gpu.jfr"));
    }
  }

  private static int index(JsonNode types, String name) {
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).get("name").asText().equals(name)) {
        return i;
      }
    }
    throw new AssertionError("no " + name + " in " + types);
  }

  private static JsonNode json(String html, String id) throws IOException {
    return new ObjectMapper().readTree(data(html, id));
  }

  private static long[] column(String html, String id, int size) throws IOException {
    byte[] bytes = data(html, id);
    long[] values = new long[size];
    int at = 0;
    long value = 0;
    for (int i = 0; i < size; i++) {
      long rest = 0;
      int shift = 0;
      byte next;
      do {
        next = bytes[at++];
        rest |= (next & 0x7fL) << shift;
        shift += 7;
      } while (next < 0);
      value += (rest >>> 1) ^ -(rest & 1);
      values[i] = value;
    }
    assertThat(at).as("all bytes of %s", id).isEqualTo(bytes.length);
    return values;
  }

  private static byte[] data(String html, String id) throws IOException {
    Matcher data = Pattern.compile("id=\"data-" + id + "\">([^<]*)</script>").matcher(html);
    assertThat(data.find()).as(id).isTrue();
    return new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(data.group(1))))
        .readAllBytes();
  }
}
