// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** The command line on recordings, files and processes as they come. */
class CommandLineIT {
  private static final int BAD_INPUT = 2;

  @TempDir Path folder;

  @OnEachJdk
  void summaryCountsWhatTheProgramDid(Jdk jdk) throws IOException {
    LoadCounts one;
    LoadCounts two;
    Path file = folder.resolve("whole.jfr");
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=whole");
      one = load.load("run threads=2 ops=1000 seed=1");
      load.ask("jfr-dump name=whole file=" + folder.resolve("first.jfr"));
      two = load.load("run threads=2 ops=1000 seed=2");
      load.ask("jfr-stop name=whole file=" + file);
    }
    Summary summary = Summary.of(rocjfr(jdk, "summary", "--json", file.toString()).expectStatus(0));
    assertThat(summary.calls()).isEqualTo(sum(one.calls(), two.calls()));
    assertThat(summary.kernels()).isEqualTo(sum(one.kernels(), two.kernels()));
    assertThat(summary.copies()).isEqualTo(sum(one.copies(), two.copies()));
    assertThat(summary.lost()).isZero();

    String text = rocjfr(jdk, "summary", file.toString()).expectStatus(0).outText();
    assertThat(text).containsPattern(row("empty", summary.kernels()));
    assertThat(text).containsPattern(row("HostToDevice", summary.copies()));

    byte[] bytes = Files.readAllBytes(file);
    checkCut(jdk, one, bytes);
    checkEmptyAndForeign(jdk);
  }

  private static String row(String name, SortedMap<String, Long> counts) {
    return name + " +" + String.format(Locale.ROOT, "%,d", counts.get(name)) + " ";
  }

  /** The recording has two chunks: cut in the second, the first can be read. */
  private void checkCut(Jdk jdk, LoadCounts first, byte[] bytes) throws IOException {
    Path cut = folder.resolve("cut.jfr");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 1000));
    Program.Finished json = rocjfr(jdk, "summary", "--json", cut.toString());
    assertThat(Summary.of(json.expectStatus(BAD_INPUT)).calls()).isEqualTo(first.calls());
    Program.Finished text = rocjfr(jdk, "summary", cut.toString()).expectStatus(BAD_INPUT);
    assertThat(text.outText()).contains("hipModuleLaunchKernel");
    assertThat(text.outText() + text.errText()).contains("cut.jfr");
  }

  private void checkEmptyAndForeign(Jdk jdk) throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.jfr"));
    assertBad(rocjfr(jdk, "summary", empty.toString()), "empty.jfr");
    Path foreign = Files.writeString(folder.resolve("foreign.jfr"), "no recording at all\n");
    assertBad(rocjfr(jdk, "summary", foreign.toString()), "foreign.jfr");
    assertBad(rocjfr(jdk, "summary", folder.resolve("none.jfr").toString()), "none.jfr");
    assertBad(rocjfr(jdk, "summary"), "FILE");
    assertBad(rocjfr(jdk, "sumary"), "summary");
  }

  private static void assertBad(Program.Finished finished, String text) {
    finished.expectStatus(BAD_INPUT);
    assertThat(finished.errText()).contains(text).doesNotContain("\tat ");
  }

  private static SortedMap<String, Long> sum(
      SortedMap<String, Long> one, SortedMap<String, Long> two) {
    SortedMap<String, Long> sum = new TreeMap<>(one);
    two.forEach((name, count) -> sum.merge(name, count, Long::sum));
    return sum;
  }

  @OnEachJdk
  void checkNamesTheRuntime(Jdk jdk) {
    String version;
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      version = load.ask("status").required("version").asText();
    }
    assertThat(version).matches("\\d+\\.\\d+\\.\\d+.*");
    Program.Finished check = rocjfr(jdk, "check").expectStatus(0);
    assertThat(check.outText()).containsPattern("HIP runtime +" + version);
    assertThat(check.outText()).containsPattern("GPUs +1");
    if (Files.exists(Path.of("/etc/OpenCL/vendors/pocl.icd"))) {
      assertThat(check.outText()).containsPattern("OpenCL +tables patched: .*Portable Computing");
    }
  }

  /** roctx, roctracer or the program's own LD_PRELOAD bring the tracer without the agent. */
  @OnEachJdk
  void aTracerWithoutTheAgentIsNoAgent(Jdk jdk) {
    Path tracer = Product.agent().resolveSibling("lib/librocjfr.so");
    try (LoadApp load = new Jvm(jdk).preload(tracer).startLoad()) {
      load.ask("hip");
      String pid = Long.toString(load.program().pid());
      assertThat(rocjfr(jdk, "check", "--pid", pid).outText())
          .contains("The agent does not run in this process");
      rocjfr(jdk, "attach", pid).expectStatus(0);
      assertThat(rocjfr(jdk, "check", "--pid", pid).expectStatus(0).outText())
          .contains("The agent runs in this process");
    }
  }

  @OnEachJdk
  void attachToWhatIsNoJvm(Jdk jdk) throws IOException, InterruptedException {
    assertBad(rocjfr(jdk, "attach", "4194305"), "4194305");
    assertBad(rocjfr(jdk, "attach", "NoProgramOfThisName"), "NoProgramOfThisName");
    Process sleep = new ProcessBuilder("sleep", "1200").start();
    try {
      assertBad(rocjfr(jdk, "attach", Long.toString(sleep.pid())), Long.toString(sleep.pid()));
      assertThat(sleep.isAlive()).isTrue();
    } finally {
      sleep.destroy();
      sleep.waitFor();
    }
  }

  private static Program.Finished rocjfr(Jdk jdk, String... arguments) {
    return Jvm.rocjfr(jdk, arguments);
  }
}
