// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import static io.rocjfr.jmc.model.GpuRecording.MS;
import static io.rocjfr.jmc.model.GpuRecording.US;

import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

/** Calls: each rule where it must speak and where it must not. */
class ApiRulesTest {
  @Test
  void aThreadStandsInSynchronisation() {
    // 9 of 10 ms; another thread waits less.
    RuleRun.of(
            new SynchronisationStallsRule(),
            recording -> {
              recording.kernel("gemm", 0, 9 * MS);
              recording.call("hipDeviceSynchronize", 8, 0, 8 * MS, 0);
              recording.call("hipStreamSynchronize", 8, 8 * MS, MS, 0);
              recording.call("hipEventSynchronize", 7, 0, 3 * MS, 0);
              recording.call("hipMalloc", 7, 9 * MS, MS, 0);
            })
        .is(Severity.WARNING)
        .hasScore(97.2)
        .says("waited for 9 ms, 90 % of the recorded time, for kernels: gemm (9.00 ms)")
        .explains(
            "3 calls, longest first: hipDeviceSynchronize (8.00 ms), hipEventSynchronize (3.00 ms)",
            "longest call took 8 ms",
            "By thread: worker-8 (9.00 ms), main (3.00 ms)");
  }

  @Test
  void waitsForNothingAreNotForTheGpu() {
    RuleRun.of(
            new SynchronisationStallsRule(),
            recording -> {
              for (int i = 0; i < 10; i++) {
                recording.call("hipStreamSynchronize", i * MS, 999 * US);
              }
            })
        .is(Severity.OK)
        .hasScore(0)
        .says("No thread");
    RuleRun.of(new SynchronisationStallsRule(), recording -> recording.call("hipMalloc", 0, 9 * MS))
        .is(Severity.OK)
        .says("No thread");
  }

  @Test
  void allocationsInALoop() {
    // 51 times allocated and freed: 50 times again. 51 * 30 us of 10 ms.
    RuleRun.of(
            new AllocationChurnRule(),
            recording -> {
              for (int i = 0; i <= 50; i++) {
                recording.call("hipMalloc", i * 100L * US, 10 * US);
                recording.call("hipFree", i * 100L * US + 10 * US, 20 * US);
              }
            })
        .is(Severity.WARNING)
        .hasScore(76.4)
        .says("again 50 times, for 15.3 % of the recorded time")
        .explains("51 allocations and 51 frees took 1.530 ms");
  }

  /** Often, but for 0.9 % of the time; for long, but a few times: that is no churn. */
  @Test
  void allocationsAreJudgedByTheirTime() {
    RuleRun.of(
            new AllocationChurnRule(),
            recording -> {
              for (int i = 0; i <= 500; i++) {
                recording.call("hipMalloc", i * MS, 3 * US);
                recording.call("hipFree", i * MS + 10 * US, 6 * US);
              }
            })
        .is(Severity.OK)
        .says("again 500 times, for 0.9");
    RuleRun.of(
            new AllocationChurnRule(),
            recording -> {
              for (int i = 0; i <= 19; i++) {
                recording.call("hipMalloc", i * MS, 300 * US);
                recording.call("hipFree", i * MS + 400 * US, 600 * US);
              }
            })
        .is(Severity.WARNING)
        .says("allocated and freed for 90 % of the recorded time")
        .doesNotSay("again");
  }

  @Test
  void allocationsAtTheStartAndPools() {
    RuleRun.of(
            new AllocationChurnRule(),
            recording -> {
              for (int i = 0; i < 300; i++) {
                recording.call("hipMalloc", i * 10L * US, 5 * US);
                recording.call("hipFree", 10 * MS + i * 10L * US, 5 * US);
                recording.call("hipMallocAsync", 20 * MS + i * 10L * US, US);
                recording.call("hipFreeAsync", 20 * MS + i * 10L * US + 5 * US, US);
              }
            })
        .is(Severity.WARNING)
        .says("allocated and freed for 15 % of the recorded time")
        .doesNotSay("again");
    RuleRun.of(new AllocationChurnRule(), recording -> recording.call("hipInit", 0, MS))
        .is(Severity.OK)
        .says("Nothing was allocated");
  }

  @Test
  void theProgramAskedForTheTextOfErrors() {
    RuleRun.of(
            new FailedCallsRule(),
            recording -> {
              for (int i = 0; i < 3; i++) {
                recording.call("hipMalloc", i * MS, US);
                recording.call("hipInit", 8, i * MS + 2 * US, US, 0);
                recording.call("hipGetLastError", i * MS + 4 * US, US);
                recording.call("hipGetErrorString", i * MS + 6 * US, US);
              }
            })
        .is(Severity.INFO)
        .hasScore(41.2)
        .says("asked 3 times", "mostly after hipMalloc");
  }

  @Test
  void withoutErrorTextsNothingIsKnown() {
    RuleRun.of(new FailedCallsRule(), recording -> recording.call("hipGetLastError", 0, US))
        .is(Severity.NA)
        .says("No event has the result");
  }

  @Test
  void failuresAreCountedByFunctionAndError() {
    RuleRun.of(
            new FailedCallsRule(),
            recording -> {
              recording.call("hipGetErrorString", 7, 0, US, 0, "");
              recording.call("hipModuleLaunchKernel", 7, US, US, 0, "unknown");
              for (int i = 0; i < 3; i++) {
                recording.call("hipMalloc", 7, i * MS, US, 0, "hipErrorOutOfMemory");
                recording.call("hipFree", 7, i * MS + 4 * US, US, 0, "");
              }
              recording.call("hipSetDevice", 7, 4 * MS, US, 0, "hipErrorInvalidDevice");
            })
        .is(Severity.INFO)
        .says(
            "4 of 8 calls failed",
            "hipMalloc hipErrorOutOfMemory (3), hipSetDevice hipErrorInvalidDevice (1)");
  }

  @Test
  void failuresOfOpenClCountWithoutHip() {
    RuleRun.of(
            new FailedCallsRule(),
            recording -> {
              recording.openClCall("clFinish", 0, US, "");
              recording.openClCall("clBuildProgram", MS, US, "CL_BUILD_PROGRAM_FAILURE");
            })
        .is(Severity.INFO)
        .says("1 of 2 calls failed", "clBuildProgram CL_BUILD_PROGRAM_FAILURE (1)");
    RuleRun.of(new FailedCallsRule(), recording -> recording.kernel("a", 0, US)).is(Severity.NA);
  }

  @Test
  void noneFailed() {
    RuleRun.of(
            new FailedCallsRule(),
            recording -> {
              recording.call("hipMalloc", 7, 0, US, 0, "");
              recording.call("hipModuleLaunchKernel", 7, US, US, 0, "unknown");
            })
        .is(Severity.OK)
        .says(
            "None of the 1 calls with a known result failed",
            "results of the other calls are unknown");
    RuleRun.of(new FailedCallsRule(), recording -> recording.call("hipMalloc", 7, 0, US, 0, ""))
        .is(Severity.OK)
        .doesNotSay("of the other calls");
  }

  @Test
  void failedAllocationsAreNoChurn() {
    RuleRun.of(
            new AllocationChurnRule(),
            recording -> {
              for (int i = 0; i < 400; i++) {
                boolean free = i % 2 == 1;
                recording.call(
                    free ? "hipFree" : "hipMalloc",
                    7,
                    i * MS,
                    US,
                    0,
                    free ? "" : "hipErrorOutOfMemory");
              }
            })
        .is(Severity.OK)
        .doesNotSay("again");
  }
}
