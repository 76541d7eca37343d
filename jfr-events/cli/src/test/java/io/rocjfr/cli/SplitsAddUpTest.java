// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rocjfr.formats.pprof.Profile;
import io.rocjfr.formats.pprof.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * However the calls were picked: what flame, top and page give to the stacks are whole numbers, and
 * of each kernel they add up to what summary says.
 */
class SplitsAddUpTest {
  private static final int KERNELS = 60;

  @TempDir Path folder;

  private final long seed = System.nanoTime();
  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, Long> nanos = new TreeMap<>();
  private Path file;

  @BeforeEach
  void record() throws Exception {
    file = folder.resolve("random.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      Thread thread = new Thread(() -> launch(maker));
      thread.start();
      thread.join();
      maker.dump(file);
    }
    for (JsonNode kernel :
        CliRun.of("summary", "--json", "--top", "0", file).json().get("kernels")) {
      counts.put(kernel.get("kernel").asText(), kernel.get("count").asLong());
      nanos.put(kernel.get("kernel").asText(), kernel.get("totalNs").asLong());
    }
    assertThat(counts).hasSize(KERNELS);
  }

  private void launch(RecordingMaker maker) {
    Random random = new Random(seed);
    long id = 0;
    for (int kernel = 0; kernel < KERNELS; kernel++) {
      int rate = 1 + random.nextInt(12);
      int stacks = 1 + random.nextInt(6);
      int launches = 1 + random.nextInt(60);
      for (int i = 0; i < launches; i++) {
        id++;
        int depth = random.nextInt(stacks);
        if (random.nextInt(rate) == 0) {
          site(id, rate, depth);
        }
        maker.joinedKernel(
            "kernel_" + (char) ('A' + kernel), id, 1_000_000 * id, 1 + random.nextInt(100_000));
      }
    }
  }

  private static void site(long id, double weight, int depth) {
    if (depth > 0) {
      site(id, weight, depth - 1);
    } else {
      RecordingMaker.site("hipModuleLaunchKernel", id, weight).commit();
    }
  }

  @Test
  void inCollapsedStacks() {
    assertThat(collapsed("--launches")).as("seed %d", seed).isEqualTo(counts);
    assertThat(collapsed("--kernels")).as("seed %d", seed).isEqualTo(nanos);
  }

  private Map<String, Long> collapsed(String quantity) {
    Map<String, Long> sums = new TreeMap<>();
    String[] all =
        (quantity.equals("--kernels")
                ? CliRun.of("flame", file, "--collapsed")
                : CliRun.of("flame", file, "--collapsed", quantity))
            .out()
            .split("\n", -1);
    for (String line : all) {
      int number = line.lastIndexOf(' ');
      if (number > 0) {
        sums.merge(
            line.substring(line.lastIndexOf(';') + 1, number),
            Long.parseLong(line.substring(number + 1)),
            Long::sum);
      }
    }
    return sums;
  }

  @Test
  void inAProfileOfPprof() throws IOException {
    Path profile = folder.resolve("flame.pb.gz");
    assertThat(CliRun.of("flame", file, "--pprof", "-o", profile).code()).isZero();
    Map<String, Long> pieces = new TreeMap<>();
    Map<String, Long> time = new TreeMap<>();
    try (InputStream in = new GZIPInputStream(Files.newInputStream(profile))) {
      Profile read = Profile.parseFrom(in);
      for (Sample sample : read.getSampleList()) {
        long function =
            read.getLocation((int) sample.getLocationId(0) - 1).getLine(0).getFunctionId();
        String name = read.getStringTable((int) read.getFunction((int) function - 1).getName());
        pieces.merge(name, sample.getValue(0), Long::sum);
        time.merge(name, sample.getValue(1), Long::sum);
      }
    }
    assertThat(pieces).as("seed %d", seed).isEqualTo(counts);
    assertThat(time).as("seed %d", seed).isEqualTo(nanos);
  }

  @Test
  void inTop() {
    Map<String, Long> sums = new TreeMap<>();
    CliRun.of("top", file, "--rows", "0", "--frames", "9")
        .out()
        .lines()
        .filter(line -> line.contains(" kernel_"))
        .map(line -> line.strip().split(" +"))
        .forEach(
            words -> // amount and share, each with its unit; of estimates an error, too; count
            sums.merge(
                    Arrays.stream(words)
                        .filter(word -> word.startsWith("kernel_"))
                        .findFirst()
                        .orElseThrow(),
                    Long.parseLong(words[words[4].startsWith("±") ? 6 : 4].replaceAll("[~,]", "")),
                    Long::sum));
    assertThat(sums).as("seed %d", seed).isEqualTo(counts);
  }

  @Test
  void onThePage() throws IOException {
    Path page = folder.resolve("page.html");
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    JsonNode part = PageCommandTest.json(Files.readString(page), "facts").get("stacks").get(0);
    Map<String, Long> pieces = new TreeMap<>();
    Map<String, Long> time = new TreeMap<>();
    for (JsonNode row : part.get("rows")) {
      // As they are shown: rounded one by one.
      pieces.merge(row.get("work").asText(), Math.round(row.get("count").asDouble()), Long::sum);
      time.merge(row.get("work").asText(), Math.round(row.get("value").asDouble()), Long::sum);
    }
    assertThat(pieces).as("seed %d", seed).isEqualTo(counts);
    assertThat(time).as("seed %d", seed).isEqualTo(nanos);
  }

  @Test
  void inTheFlameGraph() throws IOException {
    Path page = folder.resolve("flame.html");
    assertThat(CliRun.of("flame", file, "-o", page).code()).isZero();
    String html = Files.readString(page);
    String begin = "id=\"data\">";
    JsonNode data =
        new ObjectMapper()
            .readTree(
                html.substring(
                    html.indexOf(begin) + begin.length(),
                    html.indexOf("</script>", html.indexOf(begin))));
    Map<String, Long> pieces = new TreeMap<>();
    Map<String, Long> time = new TreeMap<>();
    leaves(data.get("root"), pieces, time);
    assertThat(pieces).as("seed %d", seed).isEqualTo(counts);
    assertThat(time).as("seed %d", seed).isEqualTo(nanos);
  }

  private static void leaves(JsonNode node, Map<String, Long> pieces, Map<String, Long> time) {
    if (node.has("children")) {
      node.get("children").forEach(child -> leaves(child, pieces, time));
    } else {
      String name = node.get("name").asText();
      pieces.merge(name, Math.round(node.path("count").asDouble()), Long::sum);
      time.merge(name, Math.round(node.get("value").asDouble()), Long::sum);
    }
  }
}
