// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import static io.rocjfr.jmc.model.GpuRecording.MS;
import static io.rocjfr.jmc.model.GpuRecording.US;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmc.flightrecorder.rules.Severity;

/** What rules say of programs that use OpenCL alone: nothing of HIP. */
class OpenClRulesTest {
  private static final String[] HIP = {"hip", "HIP", "stream"};
  private static final String CPU = "pthread-skylake";

  @Test
  void aThreadStandsInFinish() {
    RuleRun.of(
            new SynchronisationStallsRule(),
            recording -> {
              recording.openClKernel("a", CPU, 1, 0, 9 * MS, 0);
              recording.openClCall("clFinish", 0, 8 * MS, "");
              recording.openClCall("clWaitForEvents", 8 * MS, MS, "");
              recording.openClCall("clEnqueueBarrierWithWaitList", 9 * MS, MS, "");
            })
        .is(Severity.WARNING)
        .says("waited for 9 ms, 90 % of the recorded time, for kernels: a (9.00 ms)")
        .explains("2 calls, longest first: clFinish (8.00 ms)")
        .advisesWithout(HIP);
  }

  @Test
  void memoryObjectsInALoop() {
    RuleRun.of(
            new AllocationChurnRule(),
            recording -> {
              for (int i = 0; i <= 50; i++) {
                recording.openClCall("clCreateBuffer", i * 100L * US, 10 * US, "");
                recording.openClCall("clReleaseMemObject", i * 100L * US + 10 * US, 20 * US, "");
              }
            })
        .is(Severity.WARNING)
        .says("again 50 times, for 15.3 % of the recorded time")
        .explains("51 allocations and 51 frees took 1.530 ms")
        .advisesWithout(HIP);
  }

  /** A release takes back a retain, or a part of a buffer, before it frees anything. */
  @Test
  void releasesThatFreeNothingAreNoChurn() {
    RuleRun.of(
            new AllocationChurnRule(),
            recording -> {
              for (int i = 0; i <= 50; i++) {
                recording.openClCall("clCreateBuffer", i * 100L * US, 10 * US, "");
                String more = i % 2 == 0 ? "clRetainMemObject" : "clCreateSubBuffer";
                recording.openClCall(more, i * 100L * US + 10 * US, 10 * US, "");
                recording.openClCall("clReleaseMemObject", i * 100L * US + 20 * US, 20 * US, "");
              }
            })
        .is(Severity.INFO)
        .says("allocated and freed for 5.1 %")
        .doesNotSay("again");
  }

  @Test
  void aReadThatReturnsWithItsCopy() {
    // A kernel from 0 to 5 ms; a copy from 5 to 8 whose call returns at 8.01: 3 of 8 ms.
    RuleRun.of(
            new BlockingCopiesRule(),
            recording -> {
              recording.openClKernel("a", CPU, 1, 0, 5 * MS, 0);
              recording.openClCall("clEnqueueWriteBuffer", 0, 10 * US, 1, "");
              recording.openClCopy("HostToDevice", CPU, MS, MS, 1);
              recording.openClCall("clEnqueueReadBuffer", 5 * MS, 3 * MS + 10 * US, 2, "");
              recording.openClCopy("DeviceToHost", CPU, 5 * MS, 3 * MS, 2);
            })
        .is(Severity.WARNING)
        .says("1 of 2 copies", "For 37.5 % of the busy time")
        .explains("For 3 ms of that time the device ran no kernel")
        .advisesWithout(HIP);
  }

  @Test
  void theHostWaitsForAnIdleDevice() {
    RuleRun.of(
            new IdleWhileHostWaitsRule(),
            recording -> {
              recording.openClKernel("a", CPU, 1, 0, 2 * MS, 0);
              recording.openClCall("clFinish", MS, 5 * MS, "");
              recording.openClKernel("a", CPU, 1, 7 * MS, 3 * MS, 0);
            })
        .is(Severity.WARNING)
        .says("For 4 ms (40 % of the recorded time)")
        .advisesWithout(HIP);
  }

  /** What waits for an event of the program's own waits for the program. */
  @Test
  void theHostMayWaitForItself() {
    RuleRun.of(
            new IdleWhileHostWaitsRule(),
            recording -> {
              recording.openClKernel("a", CPU, 1, 0, 2 * MS, 0);
              recording.openClCall("clCreateUserEvent", 0, US, "");
              recording.openClCall("clWaitForEvents", MS, 5 * MS, "");
              recording.openClKernel("a", CPU, 1, 7 * MS, 3 * MS, 0);
            })
        .is(Severity.WARNING)
        .explains("clSetUserEventStatus");
  }

  /** A queue without profiling: the kernel may well have run all the time. */
  @Test
  void withoutTimesItIsNotKnownWhetherADeviceWasIdle() {
    RuleRun.of(
            new IdleWhileHostWaitsRule(),
            recording -> {
              recording.openClKernel("a", CPU, 1, 0, 2 * MS, 0);
              recording.openClCall("clFinish", MS, 5 * MS, "");
              recording.openClKernel("a", CPU, 2, 6 * MS, 0, 0);
            })
        .is(Severity.NA)
        .says("no times");
  }

  /** A queue without profiling: it may well have worked more than those that are compared. */
  @Test
  void withoutTimesItIsNotKnownWhichQueueIsTheBusiest() {
    RuleRun.of(
            new QueueImbalanceRule(),
            recording -> {
              recording.openClKernel("a", CPU, 1, 0, 2 * MS, 0);
              recording.openClKernel("a", CPU, 2, 0, 9 * MS, 0);
              recording.openClKernel("a", CPU, 3, 8 * MS, 0, 0);
            })
        .is(Severity.NA)
        .says("no times");
  }

  /** A device whose queues all have times is judged all the same. */
  @Test
  void queuesWithoutTimesOfAnotherDeviceDoNotMatter() {
    RuleRun.of(
            new QueueImbalanceRule(),
            recording -> {
              recording.openClKernel("a", CPU, 1, 0, 2 * MS, 0);
              recording.openClKernel("a", CPU, 2, 0, 9 * MS, 0);
              recording.openClKernel("a", "another", 3, 8 * MS, 0, 0);
            })
        .says("of 2 queues");
  }

  /** Whether a read blocks is an argument, which is not recorded. */
  @Test
  void readsAloneDoNotSayWhetherTheHostWaits() {
    RuleRun.of(
            new IdleWhileHostWaitsRule(),
            recording -> {
              recording.openClKernel("a", CPU, 1, 0, 2 * MS, 0);
              recording.openClCall("clEnqueueReadBuffer", MS, 5 * MS, 0, "");
            })
        .is(Severity.NA)
        .says("clFinish", "clWaitForEvents");
  }

  @Test
  void enqueuingTakesLongerThanTheKernels() {
    RuleRun.of(
            new LaunchBoundRule(),
            recording -> {
              for (int i = 1; i <= 60; i++) {
                recording.openClCall("clEnqueueNDRangeKernel", i * 100L * US, 20 * US, i, "");
                recording.openClKernel("a", CPU, 1, i * 100L * US + 30 * US, 5 * US, i);
              }
            })
        .is(Severity.WARNING)
        .says("12 % of the recorded time")
        .explains("60 of 60 launches")
        .advisesWithout(HIP);
  }

  @Test
  void kernelsWithoutTimesAreNotShort() {
    RuleRun.of(
            new LaunchBoundRule(),
            recording -> {
              for (int i = 1; i <= 60; i++) {
                recording.openClCall("clEnqueueNDRangeKernel", i * MS, 20 * US, i, "");
                recording.openClKernel("a", CPU, 1, i * MS + 30 * US, 1, i);
              }
            })
        .is(Severity.NA)
        .says("no times");
  }

  static Stream<GpuRule> rulesThatCompareTimes() {
    return Stream.of(
        new CopiesDominateRule(),
        new DeviceImbalanceRule(),
        new DominantKernelRule(),
        new DominantSiteRule(),
        new QueueGapsRule(),
        new SmallCopiesRule());
  }

  @ParameterizedTest
  @MethodSource("rulesThatCompareTimes")
  void workWithoutTimesIsNotCompared(GpuRule rule) {
    RuleRun.of(
            rule,
            recording -> {
              for (int i = 1; i <= 200; i++) {
                recording.openClKernel("a", CPU, 1, i * MS, 1, i);
                recording.openClKernel("b", CPU, 1, i * MS + 10 * US, 20 * US, 1000 + i);
                recording.openClCopy("HostToDevice", CPU, i * MS + 40 * US, 1, 2000 + i);
                recording.site("Main", "run", 7, i, 1);
              }
            })
        .is(Severity.NA)
        .says("no times");
  }

  @Test
  void aQueueOfOpenClWorksLess() {
    RuleRun.of(
            new QueueImbalanceRule(),
            recording -> {
              recording.openClKernel("a", CPU, 1, 0, 10 * MS, 0);
              recording.openClKernel("a", CPU, 2, 0, MS, 0);
            })
        .is(Severity.INFO)
        .says("The least busy of 2 queues of pthread-skylake works 90 % less", "(queue 1)")
        .advisesWithout("hip", "HIP", "stream", "GPU");
  }

  /** One after the other: nobody could have distributed the work. */
  @Test
  void queuesThatLiveAtDifferentTimesAreNotCompared() {
    RuleRun.of(
            new QueueImbalanceRule(),
            recording -> {
              recording.openClKernel("a", CPU, 1, 0, 10 * MS, 0);
              recording.openClKernel("a", CPU, 2, 11 * MS, MS, 0);
            })
        .is(Severity.NA)
        .says("at the same time");
    RuleRun.of(
            new QueueImbalanceRule(),
            recording -> {
              recording.openClKernel("a", CPU, 1, 0, 10 * MS, 0);
              recording.openClKernel("a", CPU, 2, 11 * MS, MS, 0);
              recording.openClKernel("a", CPU, 3, 11 * MS, 500 * US, 0);
            })
        .says("The least busy of 2 queues of pthread-skylake works 50 % less", "(queue 2)");
  }

  @Test
  void whatIsAboutWorkAloneSpeaksOfOpenClToo() {
    RuleRun.of(
            new CopiesDominateRule(),
            recording -> {
              recording.openClKernel("a", CPU, 1, 0, 4 * MS, 0);
              recording.openClCopy("HostToDevice", CPU, 3 * MS, 7 * MS, 0);
            })
        .is(Severity.WARNING)
        .advisesWithout(HIP);
    RuleRun.of(
            new QueueGapsRule(),
            recording -> {
              for (int i = 0; i <= 40; i++) {
                recording.openClKernel("a", CPU, 1, i * 30L * US, 10 * US, 0);
              }
            })
        .is(Severity.INFO)
        .says("on pthread-skylake, queue 1 have 40 gaps")
        .advisesWithout(HIP);
  }

  @Test
  void theTracerSawOpenCl() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.openClStatus("");
              recording.openClStatus("tables patched: Portable Computing Language");
              recording.openClCall("clFinish", 0, MS, "");
            })
        .is(Severity.OK)
        .says("OpenCL", "tables patched: Portable Computing Language")
        .doesNotSay("told of no HIP");
    // Nobody had the time to say how it is traced.
    RuleRun.of(
            new TracerStateRule(),
            recording -> {
              recording.openClStatus("");
              recording.openClCall("clFinish", 0, MS, "");
            })
        .is(Severity.OK)
        .says("OpenCL");
  }

  @Test
  void theTracerCouldNotSeeOpenCl() {
    RuleRun.of(
            new TracerStateRule(),
            recording -> recording.openClStatus("none: Vendor (its table cannot be changed)"))
        .is(Severity.WARNING)
        .says("OpenCL", "its table cannot be changed");
  }

  @Test
  void refusedTimesAreLookUps() {
    RuleRun.of(
            new FailedCallsRule(),
            recording -> {
              for (int i = 0; i < 100; i++) {
                recording.openClCall(
                    "clGetEventProfilingInfo", i * MS, US, "CL_PROFILING_INFO_NOT_AVAILABLE");
              }
            })
        .is(Severity.OK)
        .says("None of the 100 calls", "100 look-ups that found nothing");
    RuleRun.of(
            new FailedCallsRule(),
            recording -> {
              for (int i = 0; i < 20; i++) {
                recording.openClCall(
                    "clGetEventProfilingInfo", i * MS, US, "CL_PROFILING_INFO_NOT_AVAILABLE");
                recording.openClCall(
                    "clCreateBuffer", i * MS + 2 * US, US, "CL_INVALID_BUFFER_SIZE");
              }
            })
        .is(Severity.WARNING)
        .says("20 of 40 calls failed")
        .advisesWithout("AMD_LOG_LEVEL");
  }
}
