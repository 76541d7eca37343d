// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Whole;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code rocjfr selftest} on the software GPU: it passes, and each planted fault is found and
 * named. The faults lie in the software GPU's times, and in a library between HIP and rocjfr.
 */
class SelftestIT {
  private static final String FAULTS_OF_HIP = "HIP_FAULTS";
  private static final String FAULTS_OF_TIMES = "SOFTGPU_FAULTS";

  @TempDir Path folder;

  /**
   * A fault, and what is said of it.
   *
   * @param variable by which it is planted
   */
  record Fault(String variable, String value, String comparison, String said) {
    @Override
    public String toString() {
      return value;
    }
  }

  /** Each is of another piece of work, so that all may be planted at once. */
  private static final List<Fault> OF_HIP =
      List.of(
          new Fault(FAULTS_OF_HIP, "lost=14", "work", "came: lost"),
          new Fault(FAULTS_OF_HIP, "doubled=16", "work", "came: too many"),
          new Fault(FAULTS_OF_HIP, "late=30", "losses", "pieces of work not yet reported"),
          new Fault(FAULTS_OF_HIP, "device=18", "devices", "device 0 is 1"),
          new Fault(FAULTS_OF_HIP, "swapped=80", "workTimes", "before its call"),
          new Fault(FAULTS_OF_HIP, "kind=4", "directions", "DeviceToHost is unknown"),
          new Fault(FAULTS_OF_HIP, "op=3", "work", "not a KERNEL but copy"),
          new Fault(FAULTS_OF_HIP, "call=25", "calls", "1 calls are not recorded"));

  private static final List<Fault> OF_TIMES =
      List.of(
          new Fault(FAULTS_OF_TIMES, "shifted=20000000", "offset", "always ahead"),
          new Fault(FAULTS_OF_TIMES, "shifted=-20000000", "offset", "always behind"),
          new Fault(FAULTS_OF_TIMES, "drifting=20000", "drift", "drifts, by at least"),
          new Fault(FAULTS_OF_TIMES, "jumping=100", "drift", "jumps, by at least"),
          new Fault(FAULTS_OF_TIMES, "longer=50", "durations", "are between the events"),
          new Fault(FAULTS_OF_TIMES, "longer=-60", "durations", "shorter than the events"),
          new Fault(FAULTS_OF_TIMES, "stale=82", "workTimes", "before its call"),
          new Fault(FAULTS_OF_TIMES, "reversed=48", "workTimes", "its times are impossible"));

  private static Jvm jvm(Jdk jdk, String gpus) {
    return new Jvm(jdk).environment("SOFTGPU_GPUS", gpus);
  }

  private static Program.Finished selftest(Jvm jvm, String... arguments) {
    List<String> all = new ArrayList<>(List.of("-jar", Product.agent().toString(), "selftest"));
    all.addAll(Arrays.asList(arguments));
    return jvm.run(all.toArray(String[]::new));
  }

  /** What failed: the comparison's id, and all that it says. */
  private static Map<String, String> failed(Program.Finished run) {
    Map<String, String> failed = new TreeMap<>();
    String id = "";
    for (String line : run.out()) {
      String text = line.strip();
      if (text.startsWith("\"id\"")) {
        id = text.replaceAll("\"id\" : \"(.*)\",", "$1");
      } else if (text.equals("\"state\" : \"failed\",") && !id.isEmpty()) {
        failed.put(id, "");
      } else if (text.startsWith("\"findings\"")) {
        failed.computeIfPresent(id, (key, said) -> text);
      }
    }
    return failed;
  }

  @OnEachJdk
  void allPasses(Jdk jdk) throws Exception {
    Path bundle = folder.resolve("report.zip");
    Program.Finished run =
        selftest(
            jvm(jdk, "2").environment("SELFTEST_SECRET", "hunter2hunter2"),
            "--bundle",
            bundle.toString());
    assertThat(run.expectStatus(0).outText())
        .containsPattern("Several devices +passed")
        .containsPattern("Late attach +passed")
        .containsPattern("Calls by function +passed +\\d{3,} calls")
        .containsPattern("Durations, by hipEventElapsedTime +passed +median \\d+")
        .contains(" 0 failed, ");
    // Nobody's names: of the machine, of what the environment holds.
    try (ZipFile zip = new ZipFile(bundle.toFile())) {
      List<String> names = Collections.list(zip.entries()).stream().map(e -> e.getName()).toList();
      assertThat(names)
          .contains("selftest.json", "whole/ledger.json", "whole/first.jfr", "late/late.jfr");
      String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
      for (String name : names) {
        byte[] bytes = zip.getInputStream(zip.getEntry(name)).readAllBytes();
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        assertThat(text).as(name).doesNotContain("hunter2hunter2");
        if (host.length() >= 3 && !host.equals("localhost")) {
          assertThat(text).as(name).doesNotContain(host);
        }
      }
    }
  }

  /** All faults of HIP at once, as each is of another piece of work. */
  @Test
  void eachFaultOfHipIsFound() {
    String all = String.join(",", OF_HIP.stream().map(Fault::value).toList());
    Map<String, String> failed = failed(FAULTS_OF_HIP, all);
    for (Fault fault : OF_HIP) {
      assertThat(failed.getOrDefault(fault.comparison(), ""))
          .as(fault.value())
          .contains(fault.said());
    }
  }

  static Stream<Fault> single() {
    return Whole.isAsked()
        ? Stream.concat(OF_HIP.stream(), OF_TIMES.stream())
        : Stream.of(OF_TIMES.get(3));
  }

  @ParameterizedTest
  @MethodSource("single")
  void aFaultAloneIsFoundAndNamed(Fault fault) {
    assertThat(failed(fault.variable(), fault.value()).getOrDefault(fault.comparison(), ""))
        .contains(fault.said());
  }

  private static Map<String, String> failed(String variable, String value) {
    Jvm jvm = jvm(Jdk.JAVA_17, "1").environment(variable, value);
    if (variable.equals(FAULTS_OF_HIP)) {
      jvm.preload(Product.library("libhipfaults.so"));
    }
    Program.Finished run = selftest(jvm, "--json", "--only", "whole").expectStatus(1);
    Assumptions.assumeTrue(
        variable.equals(FAULTS_OF_TIMES) || run.outText().contains("\"version\" : \"5.2."),
        "the library of faults is for HIP 5.2");
    return failed(run);
  }
}
