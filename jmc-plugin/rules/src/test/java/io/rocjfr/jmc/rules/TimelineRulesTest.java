// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import static io.rocjfr.jmc.model.GpuRecording.MS;
import static io.rocjfr.jmc.model.GpuRecording.US;

import io.rocjfr.jmc.model.GpuRecording;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.rules.Severity;

/** Use of the GPU over time: each rule where it must speak and where it must not. */
class TimelineRulesTest {
  @Test
  void theHostWaitsForAnIdleGpu() {
    // Waits from 1 to 6 ms, of which a kernel runs until 2: 4 of 10 ms.
    RuleRun.of(
            new IdleWhileHostWaitsRule(),
            recording -> {
              recording.kernel("a", 0, 2 * MS);
              recording.call("hipDeviceSynchronize", MS, 5 * MS);
              recording.kernel("a", 7 * MS, 3 * MS);
            })
        .is(Severity.WARNING)
        .hasScore(83.3)
        .says("For 4 ms (40 % of the recorded time)")
        .explains("for 5 ms. For 4 ms of that");
  }

  @Test
  void theHostWaitsForABusyGpu() {
    RuleRun.of(
            new IdleWhileHostWaitsRule(),
            recording -> {
              recording.kernel("a", 0, 6 * MS);
              recording.call("hipMemcpy", MS, 5 * MS);
              recording.call("hipMalloc", 7 * MS, 3 * MS);
            })
        .is(Severity.OK)
        .hasScore(0);
  }

  @Test
  void gapsBetweenKernels() {
    // 41 kernels of 10 us, 40 gaps of 20 us: 800 of 1,210 us.
    RuleRun.of(
            new QueueGapsRule(),
            recording -> {
              for (int i = 0; i <= 40; i++) {
                recording.kernel("a", i * 30L * US, 10 * US);
              }
            })
        .is(Severity.INFO)
        .hasScore(62.5)
        .says("on GPU 0, queue 1 have 40 gaps, 800 \u03bcs in total: 66.1 %")
        .explains("gap lasts 20 \u03bcs, the median kernel 10 \u03bcs", "up to 1 ms");
  }

  @Test
  void pausesAndCopiesAreNoGaps() {
    RuleRun.of(
            new QueueGapsRule(),
            recording -> {
              for (int i = 0; i < 40; i++) {
                recording.kernel("a", i * 100L * US, 29 * US);
                recording.copy("HostToDevice", 1, i * 100L * US + 30 * US, 70 * US);
              }
              for (int i = 0; i < 30; i++) {
                recording.kernel("b", 10 * MS + i * 2L * MS, 10 * US);
              }
            })
        .is(Severity.OK)
        .says("almost no gaps");
  }

  @Test
  void aQueueWithFewLongGapsDoesNotHideOneWithMany() {
    // Queue 2: 4 gaps of 900 us, 3,600 us in total; queue 1: 40 of 20 us, 800 of 1,210 us.
    RuleRun.of(
            new QueueGapsRule(),
            recording -> {
              for (int i = 0; i <= 40; i++) {
                recording.kernel("a", 0, 1, i * 30L * US, 10 * US, 0);
              }
              for (int i = 0; i <= 4; i++) {
                recording.kernel("b", 0, 2, i * MS, 100 * US, 0);
              }
            })
        .is(Severity.INFO)
        .says("queue 1 have 40 gaps");
  }

  @Test
  void fewGapsAreNotJudged() {
    // 4 gaps of 20 us: 80 of 130 us, 61.5 %; too few, but not if 4 are enough.
    Consumer<GpuRecording> content =
        recording -> {
          for (int i = 0; i <= 4; i++) {
            recording.kernel("a", i * 30L * US, 10 * US);
          }
        };
    RuleRun.of(new QueueGapsRule(), content).is(Severity.OK).says("almost no gaps");
    RuleRun.of(
            new QueueGapsRule(),
            Map.of("rocjfr.QueueGaps.fewest", UnitLookup.NUMBER_UNITY.quantity(4)),
            content)
        .is(Severity.OK)
        .says("4 gaps, 80 \u03bcs in total: 61.5 %");
  }

  @Test
  void theLongestGapIsAPreference() {
    RuleRun.of(
            new QueueGapsRule(),
            Map.of("rocjfr.QueueGaps.longest", UnitLookup.MICROSECOND.quantity(19)),
            recording -> {
              for (int i = 0; i <= 40; i++) {
                recording.kernel("a", i * 30L * US, 10 * US);
              }
            })
        .is(Severity.OK)
        .says("almost no gaps");
  }

  @Test
  void aDeviceWorksLess() {
    // 10 ms and 3 ms: 70 % less.
    RuleRun.of(
            new DeviceImbalanceRule(),
            recording -> {
              recording.kernel("a", 0, 1, 0, 8 * MS, 0);
              recording.copy("HostToDevice", 1, 0, 7 * MS, 3 * MS, 0);
              recording.kernel("a", 1, 1, 0, 3 * MS, 0);
            })
        .is(Severity.WARNING)
        .hasScore(81.9)
        .says("The least busy of 2 devices works 70 % less than the busiest (GPU 0): 35 %")
        .explains("2 of 2 devices were used", "for 10 ms, the least busy for 3 ms");
  }

  @Test
  void aDeviceThatTheTracerSawWasNotUsed() {
    RuleRun.of(
            new DeviceImbalanceRule(),
            recording -> {
              recording.kernel("a", 0, MS);
              recording.status("on", 4, "");
            })
        .is(Severity.INFO)
        .says("100 % less", "7.5 % of the recorded time")
        .explains("1 of 4 devices were used");
  }

  @Test
  void devicesWorkAlike() {
    RuleRun.of(
            new DeviceImbalanceRule(),
            recording -> {
              recording.kernel("a", 0, 1, 0, 10 * MS, 0);
              recording.kernel("a", 1, 1, 0, 9_800 * US, 0);
            })
        .is(Severity.OK)
        .hasScore(12.5);
    RuleRun.of(
            new DeviceImbalanceRule(),
            recording -> {
              recording.kernel("a", 0, MS);
              recording.status("on", 1, "");
            })
        .is(Severity.NA);
  }

  @Test
  void aQueueWorksLess() {
    // 10 ms and 1 ms: 90 % less.
    RuleRun.of(
            new QueueImbalanceRule(),
            recording -> {
              recording.kernel("a", 0, 1, 0, 10 * MS, 0);
              recording.kernel("a", 0, 2, 0, MS, 0);
            })
        .is(Severity.INFO)
        .hasScore(74)
        .says("The least busy of 2 queues of GPU 0 works 90 % less", "(queue 1)");
  }

  @Test
  void queuesOfDifferentDevicesAreNotCompared() {
    RuleRun.of(
            new QueueImbalanceRule(),
            recording -> {
              recording.kernel("a", 0, 1, 0, 10 * MS, 0);
              recording.kernel("a", 1, 2, 0, MS, 0);
            })
        .is(Severity.NA);
    RuleRun.of(
            new QueueImbalanceRule(),
            recording -> {
              recording.kernel("a", 0, 1, 0, 10 * MS, 0);
              recording.kernel("a", 0, 2, 0, 9_800 * US, 0);
            })
        .is(Severity.OK)
        .hasScore(12.5);
  }
}
