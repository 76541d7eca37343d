// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import static io.rocjfr.jmc.model.GpuRecording.MS;
import static io.rocjfr.jmc.model.GpuRecording.US;

import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

/** Copies: each rule where it must speak and where it must not. */
class CopyRulesTest {
  private static final long KIB = 1024;
  private static final long MIB = 1024 * KIB;

  @Test
  void copiesDominate() {
    // A kernel from 0 to 4 ms, a copy from 3 to 10: 6 of 10 ms only copying.
    RuleRun.of(
            new CopiesDominateRule(),
            recording -> {
              recording.kernel("a", 0, 4 * MS);
              recording.copy("HostToDevice", 64 * MIB, 3 * MS, 7 * MS);
            })
        .is(Severity.WARNING)
        .hasScore(88.8)
        .says("For 60 % of their busy time")
        .explains("Copies: 1, with 64 MiB in 7 ms. For 6 ms of 10 ms");
  }

  @Test
  void copiesBesideKernelsCostNothing() {
    RuleRun.of(
            new CopiesDominateRule(),
            recording -> {
              recording.kernel("a", 0, 10 * MS);
              recording.copy("HostToDevice", MIB, MS, 2 * MS);
            })
        .is(Severity.OK)
        .hasScore(0);
  }

  @Test
  void theProgramWorksWhileAnotherDeviceDoes() {
    RuleRun.of(
            new CopiesDominateRule(),
            recording -> {
              recording.kernel("a", 1, 1, 0, 10 * MS, 0);
              recording.copy("HostToDevice", MIB, 0, 0, 10 * MS, 0);
            })
        .is(Severity.OK)
        .says("For 50 %");
  }

  @Test
  void mostCopiesAreSmall() {
    // 95 of 100: 4096 bytes in 20 us are 205 MB/s; 1 MiB in 100 us is 10.5 GB/s.
    RuleRun.of(
            new SmallCopiesRule(),
            recording -> {
              for (int i = 0; i < 95; i++) {
                recording.copy("HostToDevice", 4 * KIB, i * 30L * US, 20 * US);
              }
              for (int i = 0; i < 5; i++) {
                recording.copy("DeviceToHost", MIB, 4 * MS + i * MS, 100 * US);
              }
              recording.copy("Fill", 4, 9 * MS, US);
            })
        .is(Severity.WARNING)
        .hasScore(77.5)
        .says("95 of 100 copies (95 %) are smaller than 64 KiB and cost 19 %")
        .explains(
            "median size is 4 KiB, and they took 1.900 ms", "205 MB/s, larger ones 10.5 GB/s");
  }

  @Test
  void largeOrFewCopiesAreFine() {
    RuleRun.of(
            new SmallCopiesRule(),
            recording -> {
              for (int i = 0; i < 100; i++) {
                recording.copy("HostToDevice", 64 * KIB, i * 10L * US, 2 * US);
              }
            })
        .is(Severity.OK)
        .hasScore(0);
    RuleRun.of(new SmallCopiesRule(), recording -> recording.copy("HostToDevice", 1, 0, US))
        .is(Severity.NA);
  }

  @Test
  void anAsynchronousCopyThatBlocks() {
    // A kernel from 0 to 5 ms; a copy from 5 to 8 whose call returns at 8.01: 3 of 8 ms.
    RuleRun.of(
            new BlockingCopiesRule(),
            recording -> {
              recording.kernel("a", 0, 5 * MS);
              recording.call("hipMemcpyAsync", 7, 0, 10 * US, 1);
              recording.copy("HostToDevice", MIB, 0, MS, MS, 1);
              recording.call("hipMemcpyAsync", 7, 5 * MS, 3 * MS + 10 * US, 2);
              recording.copy("HostToDevice", MIB, 0, 5 * MS, 3 * MS, 2);
            })
        .is(Severity.WARNING)
        .hasScore(80.5)
        .says("1 of 2 copies", "For 37.5 % of the busy time")
        .explains(
            "For 3 ms of that time the device ran no kernel",
            "1 of them called an asynchronous function");
  }

  @Test
  void copiesThatReturnAtOnceOrRunBesideKernels() {
    RuleRun.of(
            new BlockingCopiesRule(),
            recording -> {
              recording.kernel("a", 0, 5 * MS);
              recording.call("hipMemcpy", 7, MS, 2 * MS, 1);
              recording.copy("DeviceToHost", MIB, 0, MS, MS, 1);
              recording.call("hipMemcpyAsync", 7, 5 * MS, 10 * US, 2);
              recording.copy("HostToDevice", MIB, 0, 5 * MS, 3 * MS, 2);
            })
        .is(Severity.OK)
        .hasScore(0)
        .says("1 of 2 copies");
  }
}
