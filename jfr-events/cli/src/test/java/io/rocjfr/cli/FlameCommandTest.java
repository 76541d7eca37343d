// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code flame} and {@code top} make of recordings. */
class FlameCommandTest {
  private static final int ROUNDS = 10;

  @TempDir Path folder;

  private Path record() throws Exception {
    Path file = folder.resolve("gpu.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      // A thread of its own: nothing of the test's frames.
      Thread thread = new Thread(new LaunchingProgram(maker, ROUNDS));
      thread.start();
      thread.join();
      return maker.dump(file);
    }
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = FlameCommandTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Without what differs between releases of the JDK: a thread's first frames. */
  private static String plain(String collapsed) {
    return collapsed
        .lines()
        .map(line -> line.replaceFirst("^(java\\.lang\\.Thread\\.run\\w*;)+", ""))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  @Test
  void whatWasLostIsSaid() throws IOException {
    Path file = folder.resolve("lost.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.kernel("gemm", 0, 1, 0, 1000);
      maker.lost("HIP_OPS", "full", 12_000);
      maker.dump(file);
    }
    for (String command : List.of("top", "flame --collapsed")) {
      List<Object> words = new ArrayList<>(List.of(command.split(" ", -1)));
      words.add(file);
      assertThat(CliRun.of(words.toArray()).err())
          .contains("12,000 records were lost and are missing from all totals here");
    }
  }

  @Test
  void collapsedIsAsItWas() throws Exception {
    Path file = record();
    CliRun run = CliRun.of("flame", file, "--collapsed", "--launches");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(plain(run.out())).isEqualTo(golden("launches.collapsed"));
  }

  /** Shares of 1 : 2 : 7 of what the three methods launch alike, and all of it is the total. */
  @Test
  void timesAddUpToTheSummarysTotals() throws Exception {
    Path file = record();
    JsonNode summary = CliRun.of("summary", "--json", file).json();
    long gemm = summary.get("kernels").get(0).get("totalNs").asLong();
    long all = gemm + summary.get("kernels").get(1).get("totalNs").asLong();
    List<String> lines = CliRun.of("flame", file, "--collapsed").out().lines().toList();
    assertThat(lines.stream().mapToLong(FlameCommandTest::value).sum()).isEqualTo(all);
    assertThat(of(lines, ".once;") / (double) gemm).isBetween(0.0995, 0.1005);
    assertThat(of(lines, ".lambda$twice$") / (double) gemm).isBetween(0.1995, 0.2005);
    assertThat(of(lines, ".lambda$sevenTimes$") / (double) gemm).isBetween(0.6995, 0.7005);

    long copies = summary.get("copies").get(0).get("totalNs").asLong();
    List<String> copied =
        CliRun.of("flame", file, "--collapsed", "--copies").out().lines().toList();
    assertThat(copied).singleElement().asString().contains("copyAndWait;HostToDevice " + copies);
    CliRun waited = CliRun.of("flame", file, "--collapsed", "--waits");
    List<String> waits = waited.out().lines().toList();
    assertThat(waits).as("%s", waited).hasSize(1);
    assertThat(waits).singleElement().asString().contains("copyAndWait;hipStreamSynchronize ");
  }

  /** One in ten is picked, and no two are of one size. */
  @Test
  void copiesOfEverOtherSizesAreAlike() throws Exception {
    Path file = folder.resolve("copies.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      for (int id = 1; id <= 100; id++) {
        maker.joinedCopy("HostToDevice", 40_000 + id, id, 1_000_000L * id, 1_000);
        if (id % 10 == 0) {
          RecordingMaker.site("hipMemcpy", id, 10).commit();
        }
      }
      maker.dump(file);
    }
    CliRun run = CliRun.of("flame", file, "--copies", "--collapsed");
    assertThat(run.out().lines())
        .as("%s", run)
        .singleElement()
        .asString()
        .endsWith(".copiesOfEverOtherSizesAreAlike;HostToDevice 100000");
  }

  private static List<String> collapsed(Path file, String... more) {
    List<Object> words = new ArrayList<>(List.of("flame", "--collapsed", "--launches", file));
    words.addAll(List.of(more));
    return CliRun.of(words.toArray()).out().lines().toList();
  }

  @Test
  void stacksAreSelected() throws Exception {
    Path file = record();
    List<String> all = collapsed(file);
    List<String> once = all.stream().filter(line -> line.contains(".once;")).toList();
    assertThat(once).isNotEmpty().hasSizeLessThan(all.size());
    assertThat(collapsed(file, "--include", "\\.once$")).isEqualTo(once);
    assertThat(collapsed(file, "-X", "\\.once$"))
        .isEqualTo(all.stream().filter(line -> !once.contains(line)).toList());
    assertThat(collapsed(file, "-I", "gemm", "-X", "once|twice|seven"))
        .isEqualTo(
            all.stream()
                .filter(line -> line.contains(";gemm ") && !line.matches(".*(once|twice|seven).*"))
                .toList());
    assertThat(collapsed(file, "--threads"))
        .hasSameSizeAs(all)
        .allMatch(line -> line.startsWith("[Thread-"));
    assertThat(collapsed(file, "--to", "24h")).isEqualTo(all);
    CliRun later = CliRun.of("flame", "--collapsed", "--from", "24h", file);
    assertThat(later.code()).isEqualTo(2);
    assertThat(later.err()).contains("the recording has no such events");
    assertThat(CliRun.of("top", "--from", "2s", "--to", "1s", file).code()).isEqualTo(2);
    assertThat(CliRun.of("top", "--include", "(", file).err())
        .contains("not a regular expression: (");
  }

  @Test
  void whatChangedIsShown() throws Exception {
    Path file = record();
    assertThat(collapsed(file, "--diff", file.toString()))
        .isEqualTo(
            collapsed(file).stream().map(line -> line.replaceFirst(" (\\d+)$", " $1 $1")).toList());
    List<String> same = CliRun.of("top", "--launches", "--diff", file, file).out().lines().toList();
    assertThat(same.get(1)).contains("Change", "Before", "Now");
    assertThat(same.subList(2, same.size()))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).startsWith("          +0 "));
  }

  @Test
  void whereEachCallWasPickedThatIsSaid() throws Exception {
    assertThat(CliRun.of("top", record()).out())
        .contains("every call was recorded, so all" + " numbers are exact");
  }

  /** One of ten is picked: half of the time each, by samples of a chance. */
  @Test
  void sharesThatAreEstimatedHaveTheirErrors() throws Exception {
    Path file = folder.resolve("sampled.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      for (int id = 1; id <= 1_000; id++) {
        maker.joinedCopy("HostToDevice", 4_096, id, 1_000_000L * id, 1_000);
        if (id % 20 == 0) {
          one(id);
        } else if (id % 10 == 0) {
          other(id);
        }
      }
      maker.dump(file);
    }
    String top = CliRun.of("top", "--copies", file).out();
    assertThat(top).contains("95 % in", "~50.0 %");
    // 50 samples of each, of weight 10: 1.96 sqrt(100 (10 10 - 10) / 4) / 1000 is 9.3 %.
    assertThat(top.lines().filter(line -> line.contains("±9.3 %"))).hasSize(2);
    Path page = folder.resolve("flame.html");
    CliRun flame = CliRun.of("flame", "--copies", "-o", page, file);
    assertThat(flame.code()).as("%s", flame).isZero();
    assertThat(Files.readString(page))
        .containsPattern("\"error\":9[23]\\d{3}[,}]")
        .contains("\"exact\":false");
  }

  private static void one(int id) {
    RecordingMaker.site("hipMemcpy", id, 10).commit();
  }

  private static void other(int id) {
    RecordingMaker.site("hipMemcpy", id, 10).commit();
  }

  private static long of(List<String> lines, String part) {
    return lines.stream()
        .filter(line -> line.contains(part) && line.contains(";gemm "))
        .mapToLong(FlameCommandTest::value)
        .sum();
  }

  private static long value(String line) {
    return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
  }

  @Test
  void memoryIsWhatWasLiveLast() throws Exception {
    Path file = folder.resolve("memory.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      maker.live(1, "hipMalloc", 4096, 1, "app.Old.gone(Old.java:1)");
      maker.live(
          2, "hipMalloc", 1 << 20, 1, "app.Cache.fill(Cache.java:17)\napp.Main.main(Main.java:4)");
      maker.live(2, "hipMalloc", 1 << 20, 0, null);
      maker.live(2, "hipHostMalloc", 10, 0, null);
      maker.dump(file);
    }
    CliRun run = CliRun.of("flame", file, "--memory", "--collapsed", "--lines");
    assertThat(run.out())
        .isEqualTo(
            """
            [no known stack];hipHostMalloc 10
            [no known stack];hipMalloc 1048576
            app.Main.main:4;app.Cache.fill:17;hipMalloc 1048576
            """);
  }

  @Test
  void thePageNeedsNothingElse() throws Exception {
    Path page = folder.resolve("flame.html");
    CliRun run = CliRun.of("flame", record(), "-o", page);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("Written: " + page, "GPU time of kernels", "0.0 %");
    String html = Files.readString(page);
    assertThat(html).contains("default-src 'none'", "Mike Bostock").doesNotContain("<!--@");
    assertThat(html).doesNotContainPattern("<(link|img|iframe|script[^>]* src)");

    assumeTrue(Chromium.installed().isPresent(), "there is no Chromium on this machine");
    try (Chromium browser = new Chromium(Chromium.installed().get(), 1280, 700)) {
      browser.prefer("dark");
      browser.open(page, "Flame");
      assertThat(browser.evaluate("document.documentElement.dataset.theme").asText())
          .isEqualTo("dark");
      assertThat(browser.evaluate("document.querySelectorAll('#graph g.frame').length").asInt())
          .isGreaterThan(10);
      assertThat(browser.evaluate("document.getElementById('source').textContent").asText())
          .endsWith("Width is the share; every call was recorded, so all numbers are exact.");
      browser.evaluate("Flame.search('lambda.twice')");
      assertThat(browser.evaluate("document.getElementById('found').textContent").asText())
          .matches("\\d+ frames, 19\\.\\d.%");
      assertThat(
              browser
                  .evaluate(
                      "performance.getEntriesByType('resource')"
                          + ".filter(one => !/^data:/.test(one.name)).length")
                  .asInt())
          .as("what was fetched")
          .isZero();
      keep(browser, "flame-dark.png");
      browser.prefer("light");
      browser.open(page, "Flame");
      keep(browser, "flame.png");
    }
  }

  /** With -Drocjfr.pictures=FOLDER what was seen stays there. */
  private static void keep(Chromium browser, String name) throws Exception {
    String pictures = System.getProperty("rocjfr.pictures");
    if (pictures != null) {
      browser.evaluate("new Promise(done => setTimeout(done, 400))"); // colours fade in
      browser.screenshot(Path.of(pictures, name));
    }
  }

  /** By Go's own pprof, where there is a Go. */
  @Test
  void pprofReadsTheProfile() throws Exception {
    Path profile = folder.resolve("flame.pb.gz");
    Path file = record();
    CliRun run = CliRun.of("flame", file, "--pprof", "-o", profile);
    assertThat(run.code()).as(run.err()).isZero();
    Path go = inPath("go");
    assumeTrue(go != null, "there is no Go on this machine");
    String top = output(List.of(go.toString(), "tool", "pprof", "-top", profile.toString()));
    assertThat(top).contains("Type: gpu_time");
    List<String> rows = top.lines().map(line -> line.strip().replaceAll(" +", " ")).toList();
    // 10 rounds of 10 ms, and of 0.25 ms.
    assertThat(rows)
        .anyMatch(row -> row.matches("(0\\.10s|100(\\.0\\d)?ms) 97\\.\\d+% 97\\.\\d+% .* gemm"));
    assertThat(rows).anyMatch(row -> row.startsWith("2.50ms ") && row.endsWith(" softmax"));
    String launches =
        output(
            List.of(
                go.toString(), "tool", "pprof", "-top", "-sample_index=count", profile.toString()));
    assertThat(launches).containsPattern("\\b100 +90\\.\\d+%.* gemm");
  }

  private static Path inPath(String name) {
    for (String folder : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(folder, name))) {
        return Path.of(folder, name);
      }
    }
    return null;
  }

  private static String output(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  void topShowsWorkAndWhoAskedForIt() throws Exception {
    CliRun run = CliRun.of("top", record(), "--rows", "2");
    assertThat(run.code()).as(run.err()).isZero();
    List<String> rows = run.out().lines().map(line -> line.strip().replaceAll(" +", " ")).toList();
    assertThat(rows.get(0)).startsWith("GPU time of kernels: 10");
    // One method launches all, as in a class of bindings: it tells nothing.
    assertThat(rows.get(1))
        .matches("All go through io\\.rocjfr\\.cli\\.LaunchingProgram\\.launch:\\d+");
    assertThat(rows.get(2)).isEqualTo("Amount Share Count What Asked for by");
    assertThat(rows.get(3))
        .matches(
            ".* 68\\.3 % 70 gemm io\\.rocjfr\\.cli\\.LaunchingProgram\\.lambda\\$sevenTimes\\S+");
    assertThat(rows.get(4)).matches(".* 19\\.5 % 20 gemm \\S+\\.lambda\\$twice\\S+");
    assertThat(rows.get(5)).endsWith("in 2 more rows");
    assertThat(rows).hasSize(6);
  }

  /** One in ten is picked: what follows from that is marked, and says of how many it does. */
  @Test
  void whatIsEstimatedIsMarked() throws Exception {
    Path file = folder.resolve("estimates.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      for (int id = 1; id <= 1000; id++) {
        maker.joinedKernel("gemm", id, 1_000_000L * id, 1_000_000);
        if (id % 10 == 0) {
          RecordingMaker.site("hipModuleLaunchKernel", id, 10).commit();
        }
      }
      maker.joinedKernel("softmax", 1001, 0, 1_000_000);
      RecordingMaker.site("hipModuleLaunchKernel", 1001, 1).commit();
      maker.dump(file);
    }
    CliRun top = CliRun.of("top", file);
    assertThat(top.row("Amount")).isEqualTo("Amount Share 95 % in Count Samples What Asked for by");
    assertThat(top.row("~1.00 s"))
        .startsWith("~1.00 s ~99.9 % ±0.0 % ~1,000 100 gemm io.rocjfr.cli.FlameCommandTest.");
    assertThat(top.row("1.00 ms")).startsWith("1.00 ms 0.1 % 1 softmax ");
    assertThat(CliRun.of("top", file, "--rows", "1").row("~1.00 ms"))
        .isEqualTo("~1.00 ms ~0.1 % in 1 more row");

    assumeTrue(Chromium.installed().isPresent(), "there is no Chromium on this machine");
    try (Chromium browser = new Chromium(Chromium.installed().get(), 1280, 700)) {
      Path graph = folder.resolve("flame.html");
      assertThat(CliRun.of("flame", file, "-o", graph).code()).isZero();
      browser.open(graph, "Flame");
      assertThat(of(browser, "gemm"))
          .isEqualTo("gemm: ~1.00 s, ~99.9 %, ~1,000 times, by 100 samples");
      assertThat(of(browser, "softmax")).isEqualTo("softmax: 1.00 ms, 0.1 %, 1 time");
      assertThat(of(browser, "all")).isEqualTo("all: 1.00 s, 100.0 %"); // totals are exact

      Path page = folder.resolve("page.html");
      assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
      browser.open(page);
      browser.evaluate("Page.started.then(() => Page.show('stacks'))");
      assertThat(
              browser
                  .evaluate(
                      "new Promise(done => { const look = () => { const rows ="
                          + " [...document.querySelectorAll('#stacks .tabulator-row')];"
                          + "rows.length ? done(rows.map(row =>"
                          + " [...row.querySelectorAll('.tabulator-cell')].slice(0, 5)"
                          + ".map(cell => cell.textContent).join(' ')).join('; ')"
                          + ".replace(/\\u00a0/g, ' ')) : requestAnimationFrame(look); };"
                          + " look(); })")
                  .asText())
          .isEqualTo("~1.00 s ~99.9 % ~1,000 100 gemm; 1.00 ms 0.1 % 1  softmax");
    }
  }

  /** What the flame graph says of a frame. */
  private static String of(Chromium browser, String frame) throws Exception {
    return browser.evaluate("Flame.about('" + frame + "').replace(/\\u00a0/g, ' ')").asText();
  }

  /** As many methods as are asked for, and all of them. */
  @Test
  void topTellsCallersApart() throws Exception {
    CliRun run = CliRun.of("top", record(), "--frames", "2", "--wide");
    assertThat(run.code()).as(run.err()).isZero();
    String launch = "io\\.rocjfr\\.cli\\.LaunchingProgram\\.launch:\\d+";
    List<String> rows =
        run.out()
            .lines()
            .map(line -> line.strip().replaceAll(" +", " "))
            .filter(line -> line.contains(" gemm "))
            .toList();
    assertThat(rows).hasSize(3);
    assertThat(rows.get(0)).matches(".* 70 gemm " + launch + " < \\S+lambda\\$sevenTimes\\$\\S+");
    assertThat(rows.get(1)).matches(".* 20 gemm " + launch + " < \\S+lambda\\$twice\\$\\S+");
    assertThat(rows.get(2)).matches(".* 10 gemm " + launch + " < \\S+once:\\d+");
    assertThat(CliRun.of("top", record(), "--frames", "0").err()).contains("at least 1");
  }

  /** A graph of one box, "no known stack", is of no use. */
  @Test
  void whatHasNoStacksIsNoFlameGraph() throws Exception {
    Path file = folder.resolve("without.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      maker.launch("gemm", 0, 1, 17, 0, 1000, 2000, 3000);
      maker.live(1, "hipMalloc", 4096, 1, "");
      maker.dump(file);
    }
    Path out = folder.resolve("without.html");
    for (String form : List.of("--lines", "--pprof", "--collapsed")) {
      CliRun run = CliRun.of("flame", file, form, "-o", out);
      assertThat(run.code()).as("%s", run).isEqualTo(2);
      assertThat(run.err()).startsWith("rocjfr: ").contains("turn on rocjfr.LaunchSite");
      assertThat(out).doesNotExist();
    }
    CliRun collapsed = CliRun.of("flame", file, "--collapsed");
    assertThat(collapsed.code()).isEqualTo(2);
    assertThat(collapsed.out()).isEmpty();
    CliRun memory = CliRun.of("flame", file, "--memory", "-o", out);
    assertThat(memory.code()).as("%s", memory).isEqualTo(2);
    assertThat(memory.err()).contains("turn on rocjfr.GpuAllocation");
    assertThat(out).doesNotExist();
    // What the time goes to is known without stacks.
    CliRun top = CliRun.of("top", file);
    assertThat(top.code()).as("%s", top).isZero();
    assertThat(top.out()).contains("gemm");
  }

  @Test
  void badInputEndsWithTwo() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty.jfr"));
    Path foreign = Files.writeString(folder.resolve("foreign.jfr"), "no recording at all");
    Path out = folder.resolve("out.html");
    for (String command : List.of("flame", "top")) {
      for (Object file : new Object[] {empty, foreign, folder.resolve("no.jfr"), folder}) {
        List<Object> words = new ArrayList<>(List.of(command, file));
        if (command.equals("flame")) {
          words.addAll(List.of("-o", out));
        }
        CliRun run = CliRun.of(words.toArray());
        assertThat(run.code()).as("%s", words).isEqualTo(2);
        assertThat(run.err()).as("%s", words).contains("rocjfr: ");
      }
    }
    assertThat(out).doesNotExist();
    assertThat(CliRun.of("flame", record(), "--copies", "--waits").code()).isEqualTo(2);
    assertThat(CliRun.of("flame").code()).isEqualTo(2);
    assertThat(CliRun.of("flame", record(), "-o", folder.resolve("no/out.html")).err())
        .contains("no folder");
    assertThat(CliRun.of("top", "no-such-process-anywhere").err()).contains("No JVM");
    assertThat(CliRun.of("top", record(), "--rows", "-1").code()).isEqualTo(2);
  }
}
