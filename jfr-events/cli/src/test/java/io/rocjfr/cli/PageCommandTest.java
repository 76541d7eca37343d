// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

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

  /** Calls of OpenCL have a device and a queue as its work has, whose numbers are not HIP's. */
  @Test
  void onlyWorkKeepsAGpuBusy() throws IOException {
    Path file = folder.resolve("opencl.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.openClCall("clBuildProgram", "", -1, 0, 0, 1_000_000);
      maker.openClCall("clFinish", "", 0, 1, 1_000_000, 1_000_000);
      maker.openClKernel("scale", 1_000_000, 500_000);
      maker.kernel("add", 0, 1, 0, 500_000);
      maker.dump(file);
    }
    Path page = folder.resolve("out.html");
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    JsonNode gpus = json(Files.readString(page), "facts").get("busy").get("gpus");
    assertThat(gpus.findValuesAsText("gpu")).containsExactly("pocl", "GPU 0");
    // A quarter each, of 600 parts; the begin's and the end's may be of a tick.
    assertThat(busyParts(gpus.get(0))).isBetween(149L, 152L);
    assertThat(busyParts(gpus.get(1))).isBetween(149L, 152L);
  }

  private static long busyParts(JsonNode gpu) {
    long parts = 0;
    for (JsonNode share : gpu.get("shares")) {
      parts += share.asDouble() > 0.01 ? 1 : 0;
    }
    return parts;
  }

  /** The rules hold all events at once, which a page that is made in little memory does without. */
  @Test
  void aPageIsMadeWithoutTheMemoryThatTheRulesNeed() throws IOException {
    Path file = record();
    Path page = folder.resolve("out.html");
    StringWriter err = new StringWriter();
    CommandLine command = new CommandLine(new PageCommand(1000L * (KERNELS + 3) - 1));
    command.setOut(new PrintWriter(new StringWriter()));
    command.setErr(new PrintWriter(err, true));
    assertThat(command.execute(file.toString(), "-o", page.toString())).as("%s", err).isZero();
    assertThat(err.toString())
        .contains(file + " is not judged, because ", "ROCJFR_JAVA_OPTS=-Xmx1g");
    JsonNode facts = json(Files.readString(page), "facts");
    assertThat(facts.get("unjudged").get(file.toString()).asText())
        .startsWith("is not judged, because ");
    assertThat(facts.get("problems")).isEmpty();
    assertThat(facts.get("report").get("results")).isEmpty();
    assertThat(facts.get("shown").asInt()).isEqualTo(KERNELS + 3);

    // The events of the timeline are not all that the rules read.
    long judged = 1000L * 2 * (KERNELS + 3);
    assertThat(
            new CommandLine(new PageCommand(judged))
                .execute(file.toString(), "-o", page.toString()))
        .isZero();
    facts = json(Files.readString(page), "facts");
    assertThat(facts.get("unjudged")).isEmpty();
    assertThat(facts.get("report").get("results")).isNotEmpty();
  }

  /** Where a call was made is no call, and what was live no work. */
  @Test
  void stacksAreNoEventsOfTheTimeline() throws IOException {
    Path file = folder.resolve("sites.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      new LaunchingProgram(maker, 2).run();
      maker.live(1, "hipMalloc", 4096, 1, "app.Main.main(Main.java:4)");
      maker.telemetry(0, 0.5, 1 << 30, 90.5);
      maker.dump(file);
    }
    Path page = folder.resolve("out.html");
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    // Of each round: 11 launches and their kernels, a copy, a call that waits.
    assertThat(json(Files.readString(page), "facts").get("shown").asInt()).isEqualTo(2 * 24);
  }

  /** The same as flame and top make of it, each stack with all its frames. */
  @Test
  void workIsShownByStack() throws IOException {
    Path file = folder.resolve("sites.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      new LaunchingProgram(maker, 5).run();
      maker.live(
          1, "hipMalloc", 4096, 1, "app.Cache.fill(Cache.java:17)\napp.Main.main(Main.java:4)");
      maker.dump(file);
    }
    Path page = folder.resolve("out.html");
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    JsonNode facts = json(Files.readString(page), "facts");
    JsonNode stacks = facts.get("stacks");
    assertThat(stacks.findValuesAsText("id"))
        .containsExactly("gpu_time", "copy_time", "wait_time", "live_bytes");
    long kernels = 0;
    for (JsonNode kernel : facts.get("summary").get("kernels")) {
      kernels += kernel.get("totalNs").asLong();
    }
    assertThat(stacks.get(0).get("root").get("value").asLong()).isEqualTo(kernels);
    assertThat(stacks.get(0).get("unknown").asDouble()).isZero();
    JsonNode most = stacks.get(0).get("rows").get(0);
    assertThat(most.get("work").asText()).isEqualTo("gemm");
    assertThat(most.get("count").asInt()).isEqualTo(5 * 7);
    assertThat(most.get("frames").get(0).asText())
        .startsWith("io.rocjfr.cli.LaunchingProgram.launch:");
    assertThat(most.get("frames").get(1).asText()).contains("lambda$sevenTimes$");
    JsonNode live = stacks.get(3).get("rows").get(0);
    assertThat(live.get("value").asLong()).isEqualTo(4096);
    assertThat(live.get("frames").get(0).asText()).isEqualTo("app.Cache.fill:17");

    assertThat(CliRun.of("page", record(), "-o", page).code()).isZero();
    assertThat(json(Files.readString(page), "facts").get("stacks")).isEmpty();
  }

  @Test
  void memoryAndTelemetryAreShownOverTime() throws IOException {
    Path file = folder.resolve("series.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      maker.kernel("gemm", 0, 1, 0, 1000);
      for (int i = 1; i <= 5000; i++) {
        maker.memory(0, "device", i == 77 ? 1 << 30 : 1000L * i);
      }
      maker.memory(-1, "opencl", 5);
      maker.telemetry(0, 0.5, 1 << 20, 90.5);
      maker.telemetry(0, 0.75, 1 << 21, 91.5);
      maker.dump(file);
    }
    Path page = folder.resolve("out.html");
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    JsonNode charts = json(Files.readString(page), "facts").get("series").get("charts");
    assertThat(charts.findValuesAsText("title"))
        .containsExactlyInAnyOrder(
            "GPU memory of this program, allocated and not freed",
            "Busy, according to the driver",
            "Memory used, by all processes",
            "Power"); // what is not known has no chart
    for (JsonNode chart : charts) {
      JsonNode points = chart.get("lines").get(0).get("points");
      switch (chart.get("title").asText()) {
        case "GPU memory of this program, allocated and not freed" -> {
          assertThat(chart.get("lines").findValuesAsText("name"))
              .containsExactly("GPU 0 device", "opencl");
          assertThat(points.size()).isBetween(1024, 2048);
          long most = 0;
          for (int i = 0; i < points.size(); i++) {
            most = Math.max(most, points.get(i).get(1).asLong());
            if (i > 0) {
              assertThat(points.get(i).get(0).asLong())
                  .isGreaterThanOrEqualTo(points.get(i - 1).get(0).asLong());
            }
          }
          assertThat(most).as("a peak stays").isEqualTo(1 << 30);
        }
        case "Power" -> {
          assertThat(points.get(0).get(1).asDouble()).isEqualTo(90.5);
          assertThat(points.get(1).get(1).asDouble()).isEqualTo(91.5);
        }
        default -> assertThat(points).hasSize(2);
      }
    }
  }

  @Test
  void filesOfOneNameHaveTheirOwnLines() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String process : List.of("one", "two")) {
      try (RecordingMaker maker = new RecordingMaker()) {
        maker.kernel("gemm", 0, 1, 0, 1000);
        maker.memory(0, "device", 1000);
        files.add(maker.dump(Files.createDirectory(folder.resolve(process)).resolve("gpu.jfr")));
      }
    }
    Path page = folder.resolve("out.html");
    assertThat(CliRun.of("page", files.get(0), files.get(1), "-o", page).code()).isZero();
    JsonNode charts = json(Files.readString(page), "facts").get("series").get("charts");
    assertThat(charts.get(0).get("lines").findValuesAsText("name"))
        .containsExactlyInAnyOrder(
            files.get(0) + ": GPU 0 device", files.get(1) + ": GPU 0 device");
  }

  /** What came and went between two looks is in the peak that the tracer kept; as leaks says it. */
  @Test
  void aPeakBetweenTheMeasurementsIsShown() throws IOException {
    Path file = folder.resolve("peak.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      maker.memory(0, "device", 0, 0);
      maker.memory(0, "device", 335_872, 2_495_610);
      for (int i = 0; i < 5_000; i++) { // so many that only the greater of two stays
        maker.memory(0, "device", 1000 + i % 2, 2_495_610);
      }
      maker.memory(0, "device", 7, 2_495_610);
      maker.dump(file);
    }
    long peak =
        CliRun.of("leaks", "--json", file).json().get("memory").get(0).get("peakBytes").asLong();
    assertThat(peak).isEqualTo(2_495_610);
    Path page = folder.resolve("out.html");
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    JsonNode line =
        json(Files.readString(page), "facts")
            .get("series")
            .get("charts")
            .get(0)
            .get("lines")
            .get(0);
    assertThat(line.path("peak").asLong()).isEqualTo(peak);
    assertThat(line.path("last").asLong()).isEqualTo(7);
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
    assertThat(nowhere.err()).contains("There is no folder ", "missing/out.html");
    assertThat(CliRun.of("page", empty, "--events", "0").code()).isEqualTo(2);
    assertThat(CliRun.of("page", empty, "--from", "2s", "--to", "1s").err()).contains("before");
    assertThat(CliRun.of("page", empty, "--from", "soon").err()).contains("is not a time");
  }

  private Path record() throws IOException {
    try (RecordingMaker maker = new RecordingMaker()) {
      for (int i = KERNELS - 1; i >= 0; i--) {
        maker.kernel("add<float>", 0, 1, 10_000L * i, 4_000 + i % 7);
        if (i == KERNELS / 2) {
          maker.rotate(); // JFR orders events within what it writes out at a time, only.
        }
      }
      maker.copy("HostToDevice", 4096, 0, 0, 5_000);
      maker.call("hipMemcpy", 0, 7_000);
      maker.range("</script> & \"step\"", 7, 0, 0, 3_000_000);
      maker.status("/opt/rocm/lib/libamdhip64.so", "6.4", 1, "on");
      return maker.dump(folder.resolve("gpu.jfr"));
    }
  }

  static int index(JsonNode types, String name) {
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).get("name").asText().equals(name)) {
        return i;
      }
    }
    throw new AssertionError("no " + name + " in " + types);
  }

  static JsonNode json(String html, String id) throws IOException {
    return new ObjectMapper().readTree(data(html, id));
  }

  static long[] column(String html, String id, int size) throws IOException {
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
    return PageData.of(html, id);
  }
}
