// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.recording.Chunk;
import io.rocjfr.recording.ChunkReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code report} prints, and what it ends with. */
class ReportCommandTest {
  private static final long S = 1_000_000_000;

  @TempDir Path folder;

  @Test
  void theWorstComesFirst() throws IOException {
    Path file = record(ReportCommandTest::bad);

    CliRun run = CliRun.of("report", file);

    assertThat(run.code()).as("findings alone are no failure: " + run.err()).isZero();
    assertThat(CliRun.of("report", "--fail-on=warning", file).code()).isEqualTo(1);
    assertThat(run.out())
        .containsSubsequence(
            "Copy-bound: ",
            "WARNING  ",
            " % of the time  Copies Dominate",
            "For 60 % of their busy time the GPUs only copied.",
            "Where: from ",
            "What to do: Keep data on the device",
            "WARNING  ",
            " % of the time  One Kernel Dominates",
            "gemm takes 75 % of the time of all kernels",
            "kernels gemm (3.00 s)",
            "not applicable (--min-severity na shows all)");
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(run.err()).isEmpty();
  }

  @Test
  void jsonHasFiguresInBaseUnits() throws IOException {
    JsonNode report = CliRun.of("report", "--json", record(ReportCommandTest::bad)).json();

    assertThat(report.get("format").asInt()).isEqualTo(1);
    assertThat(report.get("files").get(0).get("problem").isNull()).isTrue();
    assertThat(report.get("counts").get("warning").asInt()).isEqualTo(2);
    assertThat(report.get("counts").get("info").asInt()).isZero();
    assertThat(report.get("counts")).hasSize(4);
    JsonNode worst = report.get("results").get(0);
    assertThat(worst.get("rule").asText()).isEqualTo("rocjfr.CopiesDominate");
    assertThat(worst.get("severity").asText()).isEqualTo("warning");
    assertThat(worst.get("score").asDouble()).isCloseTo(88.9, within(1.0));
    assertThat(worst.get("share").asDouble()).isCloseTo(0.6, within(0.03));
    JsonNode figures = worst.get("figures");
    assertThat(figures.get("end").asLong() - figures.get("begin").asLong())
        .isCloseTo(6 * S, within(1000L));
    assertThat(figures.get("share").asDouble()).isEqualTo(0.6);
    assertThat(figures.get("alone").asLong()).isCloseTo(6 * S, within(1000L));
    assertThat(figures.get("bytes").asLong()).isEqualTo(64);
    assertThat(report.get("results").get(1).get("figures").get("kernel").asText())
        .isEqualTo("gemm");
    assertThat(report.get("results")).hasSize(2);
  }

  @Test
  void minSeverityAndFailOn() throws IOException {
    Path bad = record(ReportCommandTest::bad);
    Path remark = record(ReportCommandTest::remark);

    assertThat(rules("--min-severity=na", bad)).hasSize(20);
    assertThat(rules("--min-severity=WARNING", bad))
        .containsExactly("rocjfr.CopiesDominate", "rocjfr.DominantKernel");
    assertThat(rules("--min-severity=warning", remark)).isEmpty();
    assertThat(CliRun.of("report", "--fail-on=never", bad).code()).isZero();
    assertThat(CliRun.of("report", remark).code()).isZero();
    assertThat(CliRun.of("report", "--fail-on=info", remark).code()).isEqualTo(1);
    assertThat(CliRun.of("report", "--min-severity=awful", bad).code()).isEqualTo(2);
    assertThat(CliRun.of("report", "--fail-on=na", bad).code()).isEqualTo(2);
  }

  @Test
  void eachRecordingIsJudgedByItself() throws IOException {
    Path bad = record(ReportCommandTest::bad);
    Path remark = record(ReportCommandTest::remark);

    CliRun run = CliRun.of("report", "--fail-on=warning", remark, bad);

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .containsSubsequence("(" + bad + ")", "(" + remark + ")")
        .contains("One Kernel Dominates  (" + bad + ")", "One Kernel Dominates  (" + remark + ")");
  }

  @Test
  void badInputIsToldAsByTheOtherCommands() throws IOException {
    Path text = Files.writeString(folder.resolve("text.jfr"), "no recording");
    Path bad = record(ReportCommandTest::bad);

    CliRun run = CliRun.of("report", text, folder.resolve("no.jfr"), bad);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains("text.jfr is not a flight recording", "no.jfr does not exist")
        .doesNotContain(bad.toString());
    assertThat(run.out()).contains("Copies Dominate");
    assertThat(CliRun.of("report", folder).err()).contains("is a folder");
    assertThat(CliRun.of("report").code()).isEqualTo(2);
  }

  @Test
  void ofATruncatedRecordingTheWholeChunksAreJudged() throws IOException {
    Path whole =
        record(
            maker -> {
              bad(maker);
              maker.rotate();
              maker.kernel("last", 0, 1, 20 * S, S);
            });
    byte[] bytes = Files.readAllBytes(whole);
    List<Chunk> chunks = ChunkReader.read(whole).chunks();
    assertThat(chunks).hasSizeGreaterThan(1);
    long first = chunks.get(0).bytes();
    Path cut = folder.resolve("cut.jfr");

    Files.write(cut, Arrays.copyOf(bytes, (int) first + 100));
    CliRun run = CliRun.of("report", cut);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("cut.jfr is truncated");
    assertThat(run.out()).contains("Copies Dominate");

    Files.write(cut, Arrays.copyOf(bytes, (int) first - 100));
    run = CliRun.of("report", cut);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("cut.jfr is truncated");
    assertThat(run.out()).doesNotContain("Copies Dominate");
  }

  @Test
  void withoutActivityNothingIsSaid() throws IOException {
    CliRun run = CliRun.of("report", record(maker -> maker.status("", "", -1, "noRuntime")));
    assertThat(run.code()).isZero();
    assertThat(run.out()).startsWith("2 in order, 18 not applicable");
    assertThat(CliRun.of("help", "report").out()).contains("Exit codes", "--min-severity");
  }

  /** Kernels from 0 to 4 s, 3 of them one kernel; a copy from 3 to 10: 6 of 10 s only copying. */
  private static void bad(RecordingMaker maker) {
    maker.kernel("gemm", 0, 1, 0, 3 * S);
    maker.kernel("add", 0, 1, 3 * S, S);
    maker.copy("HostToDevice", 64, 0, 3 * S, 7 * S);
  }

  /** 4 % of the time, of which one kernel took most. */
  private static void remark(RecordingMaker maker) {
    maker.kernel("gemm", 0, 1, 0, 3 * S);
    maker.kernel("add", 0, 1, 74 * S, S);
  }

  private static List<String> rules(Object... args) throws IOException {
    Object[] all = new Object[args.length + 2];
    all[0] = "report";
    all[1] = "--json";
    System.arraycopy(args, 0, all, 2, args.length);
    return StreamSupport.stream(CliRun.of(all).json().get("results").spliterator(), false)
        .map(result -> result.get("rule").asText())
        .toList();
  }

  private Path record(Consumer<RecordingMaker> content) throws IOException {
    try (RecordingMaker maker = new RecordingMaker()) {
      content.accept(maker);
      return maker.dump(Files.createTempFile(folder, "test", ".jfr"));
    }
  }
}
