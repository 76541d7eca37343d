// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TimeSplitTest {
  private static final GpuKey GPU = new GpuKey(0, 1);
  private static final GpuKey OTHER = new GpuKey(1, 2);

  private final TimeSplit split = new TimeSplit();

  /** Launched from 10 to 20, run from 40 to 70, waited for from 20 to 80 of 100. */
  @Test
  void aWaitIsSplitByWhatTheGpuDid() {
    call("hipModuleLaunchKernel", 10, 20, 1);
    kernel(GPU, 40, 70, 1);
    call("hipStreamSynchronize", 20, 80, 0);
    WhereTimeWent went = split.of(0, 100, true);

    assertThat(went.recordedNanos()).isEqualTo(100);
    assertThat(went.program())
        .containsExactly(
            entry(HostPart.WAITING_WORKING, 30L),
            entry(HostPart.WAITING_IDLE, 30L),
            entry(HostPart.LAUNCHING, 10L),
            entry(HostPart.OUTSIDE, 30L));
    assertThat(went.threads()).containsExactly(entry("main", went.program()));
    assertThat(went.gpus().get(GPU))
        .containsExactly(
            entry(GpuPart.KERNELS, 30L),
            entry(GpuPart.IDLE_SUBMITTED, 20L),
            entry(GpuPart.IDLE_EMPTY, 50L));
    assertThat(went.bounds())
        .containsEntry(Bound.GPU, 30L)
        .containsEntry(Bound.LAUNCH, 40L)
        .containsEntry(Bound.HOST, 30L);
    assertThat(went.sentence())
        .isEqualTo(
            "Launch-bound: for 40.0 % of the recorded 100 ns no GPU worked while the program was in"
                + " calls: it launched for 10.0 % and waited for 30.0 %.");
  }

  /** A kernel of which nothing came may have run from its launch on. */
  @Test
  void whereWorkWasNotReportedNobodySaysThatTheGpuIdled() {
    call("hipModuleLaunchKernel", 0, 10, 1);
    kernel(GPU, 10, 15, 1);
    call("hipModuleLaunchKernel", 20, 30, 2);
    call("hipStreamSynchronize", 30, 90, 0);
    split.addPending(Set.of(2L));
    WhereTimeWent went = split.of(0, 100, true);

    assertThat(went.program())
        .containsExactly(
            entry(HostPart.WAITING, 60L),
            entry(HostPart.LAUNCHING, 20L),
            entry(HostPart.OUTSIDE, 20L));
    assertThat(went.gpus().get(GPU))
        .containsExactly(
            entry(GpuPart.KERNELS, 5L),
            entry(GpuPart.IDLE_EMPTY, 25L),
            entry(GpuPart.UNKNOWN, 70L));
    assertThat(went.unseenNanos()).isEqualTo(70);
    assertThat(went.bound()).isNull();
    assertThat(went.sentence())
        .isEqualTo(
            "Not known: for 70.0 % of the recorded 100 ns nothing ran, except perhaps work that was"
                + " not reported by the end.");
  }

  @Test
  void aFewPendingCallsAtTheEndChangeNoVerdict() {
    call("hipModuleLaunchKernel", 0, 10, 1);
    kernel(GPU, 10, 80, 1);
    call("hipStreamSynchronize", 10, 90, 0);
    call("hipModuleLaunchKernel", 95, 98, 2);
    split.addPending(Set.of(2L));
    WhereTimeWent went = split.of(0, 100, true);
    assertThat(went.bound()).isEqualTo(Bound.GPU);
    assertThat(went.unseenNanos()).isEqualTo(2);
  }

  /** It was made before the recording, or is not named. */
  @Test
  void ofAPendingCallThatIsNotRecordedTheWholeTimeIsNotKnown() {
    call("hipDeviceSynchronize", 0, 100, 0);
    split.addPending(Set.of(EndOfRecording.UNNAMED));
    assertThat(split.of(0, 100, true).program()).containsExactly(entry(HostPart.WAITING, 100L));
  }

  @Test
  void ofSeveralThreadsTheFirstKindCounts() {
    call("one", "hipModuleLoadData", 0, 50, 0);
    call("other", "hipDeviceSynchronize", 0, 80, 0);
    kernel(GPU, 0, 100, 0);
    WhereTimeWent went = split.of(0, 100, true);

    assertThat(went.program())
        .containsExactly(
            entry(HostPart.WAITING_WORKING, 30L),
            entry(HostPart.LOADING, 50L),
            entry(HostPart.OUTSIDE, 20L));
    assertThat(went.threads().keySet()).containsExactly("other", "one");
    assertThat(went.threads().get("other"))
        .containsExactly(entry(HostPart.WAITING_WORKING, 80L), entry(HostPart.OUTSIDE, 20L));
  }

  /** A blocking copy waits for the kernels before it; an asynchronous one does not. */
  @Test
  void aBlockingCopyWaitsForKernels() {
    kernel(GPU, 0, 30, 0);
    call("hipMemcpy", 10, 60, 2);
    copy(GPU, 40, 55, 2);
    call("hipMemcpyAsync", 70, 80, 3);
    kernel(GPU, 70, 90, 0);
    WhereTimeWent went = split.of(0, 100, true);

    assertThat(went.program())
        .containsExactly(
            entry(HostPart.WAITING_WORKING, 20L),
            entry(HostPart.COPYING, 40L),
            entry(HostPart.OUTSIDE, 40L));
    assertThat(went.bounds().get(Bound.COPY)).isEqualTo(30);
  }

  @Test
  void kernelsThatRunNearlyAlwaysAreTheReason() {
    call("hipLaunchKernel", 0, 95, 1);
    kernel(GPU, 5, 90, 1);
    assertThat(split.of(0, 100, true).sentence())
        .isEqualTo("GPU-bound: kernels ran for 85.0 % of the recorded 100 ns.");
  }

  @Test
  void kernelsThatTheHostIsFasterThanAreNot() {
    call("hipLaunchKernel", 0, 95, 1);
    kernel(GPU, 5, 70, 1);
    assertThat(split.of(0, 100, true).bound()).isEqualTo(Bound.LAUNCH);
  }

  @Test
  void eachBoundIsFound() {
    assertThat(boundOf("hipModuleLoadData")).isEqualTo(Bound.START_UP);
    assertThat(boundOf("clBuildProgram")).isEqualTo(Bound.START_UP);
    assertThat(boundOf("hipMemcpy")).isEqualTo(Bound.COPY);
    assertThat(boundOf("hipMallocAsync")).isEqualTo(Bound.ALLOCATION);
    assertThat(boundOf("hipFree")).isEqualTo(Bound.ALLOCATION);
    assertThat(boundOf("hipEventQuery")).isEqualTo(Bound.LAUNCH);
    assertThat(boundOf("hipGraphLaunch")).isEqualTo(Bound.LAUNCH);
    kernel(GPU, 1, 2, 0);
    assertThat(split.of(0, 100, true).sentence())
        .isEqualTo(
            "Waiting on the host: for 99.0 % of the recorded 100 ns no GPU worked, and no"
                + " thread was"
                + " in HIP or OpenCL.");
    assertThat(new TimeSplit().of(0, 100, true).sentence()).isEqualTo("No work was done on a GPU.");
  }

  private static Bound boundOf(String function) {
    TimeSplit split = new TimeSplit();
    split.addCall("main", function, "other", 20, 90, 0);
    split.addWork(GPU, true, true, 10, 15, 0);
    return split.of(0, 100, true).bound();
  }

  @Test
  void whereCallsAreLeftOutTheRestIsUnknown() {
    call("hipStreamSynchronize", 0, 10, 0);
    kernel(GPU, 0, 60, 0);
    WhereTimeWent went = split.of(0, 100, false);

    assertThat(went.program())
        .containsExactly(entry(HostPart.WAITING_WORKING, 10L), entry(HostPart.UNKNOWN, 90L));
    assertThat(went.gpus().get(GPU))
        .containsExactly(entry(GpuPart.KERNELS, 60L), entry(GpuPart.IDLE, 40L));
    assertThat(went.bound()).isEqualTo(Bound.GPU);

    TimeSplit idle = new TimeSplit();
    idle.addWork(GPU, true, true, 0, 10, 0);
    WhereTimeWent notKnown = idle.of(0, 100, false);
    assertThat(notKnown.bound()).isNull();
    assertThat(notKnown.sentence())
        .isEqualTo(
            "Not known: for 90.0 % of the recorded 100 ns no GPU worked, and no call was"
                + " recorded, because the settings leave out calls.");
  }

  @Test
  void whereTimesAreNotKnownNothingIsSaidOfGpus() {
    call("clFinish", 0, 60, 0);
    split.addWork(GPU, true, false, 50, 50, 0);
    WhereTimeWent went = split.of(0, 100, true);

    assertThat(went.program())
        .containsExactly(entry(HostPart.WAITING, 60L), entry(HostPart.OUTSIDE, 40L));
    assertThat(went.gpus()).isEmpty();
    assertThat(went.sentence()).contains("times are unknown").contains("60.0 %");
  }

  /** Calls are cut where the recording begins and ends; work counts before and after. */
  @Test
  void theWholeIsTheRecordingAndItsWork() {
    call("hipStreamSynchronize", -50, 40, 0);
    call("hipStreamSynchronize", 90, 180, 0);
    kernel(GPU, 60, 130, 0);
    WhereTimeWent went = split.of(0, 100, true);

    assertThat(went.recordedNanos()).isEqualTo(130);
    assertThat(went.program())
        .containsExactly(
            entry(HostPart.WAITING_WORKING, 10L),
            entry(HostPart.WAITING_IDLE, 40L),
            entry(HostPart.OUTSIDE, 80L));
  }

  @Test
  void recordingsAddUp() {
    call("hipMemcpy", 0, 10, 0);
    kernel(GPU, 20, 30, 0);
    TimeSplit second = new TimeSplit();
    second.addCall("main", "hipMemcpy", "copy", 0, 20, 0);
    second.addWork(OTHER, true, true, 50, 60, 0);
    WhereTimeWent both = split.of(0, 100, true).plus(second.of(0, 100, true));

    assertThat(both.recordedNanos()).isEqualTo(200);
    assertThat(both.program().get(HostPart.COPYING)).isEqualTo(30);
    assertThat(both.gpus().get(GPU))
        .containsExactly(entry(GpuPart.KERNELS, 10L), entry(GpuPart.IDLE, 190L));
    assertThat(both.threads().get("main").get(HostPart.OUTSIDE)).isEqualTo(170);
  }

  /** Against a count of each moment; with and without the temporary file. */
  @Test
  void partsAreThoseOfEachMoment() {
    String[] functions = {
      "hipModuleLoad",
      "hipMalloc",
      "hipFree",
      "hipMemcpy",
      "hipMemcpyAsync",
      "hipGraphLaunch",
      "hipSetDevice",
      "hipEventSynchronize"
    };
    for (int round = 0; round < 50; round++) {
      Random random = new Random(round);
      TimeSplit memory = new TimeSplit();
      TimeSplit file = new TimeSplit(4);
      int[][] calls = new int[200][4];
      long[] moments = new long[Bound.values().length];
      for (int i = 0; i < 60_000; i++) {
        int begin = random.nextInt(200);
        int end = Math.min(200, begin + random.nextInt(30));
        if (i % 1000 != 0) {
          continue;
        }
        boolean work = random.nextInt(3) == 0;
        int kind = random.nextInt(functions.length);
        boolean dispatch = random.nextBoolean();
        for (TimeSplit one : new TimeSplit[] {memory, file}) {
          if (work) {
            one.addWork(GPU, dispatch, true, begin, end, 0);
          } else {
            one.addCall("t", functions[kind], "other", begin, end, 0);
          }
        }
        for (int t = begin; t < end; t++) {
          if (work) {
            calls[t][dispatch ? 1 : 2] = 1;
          } else {
            calls[t][0] |= 1 << Sweep.index(CallKind.of(functions[kind], "other"));
          }
        }
      }
      for (int[] moment : calls) {
        boolean none = moment[1] == 0 && moment[2] == 0;
        if (moment[0] == 0 && none) {
          moments[Sweep.index(Bound.HOST)]++;
        }
        int first = Integer.numberOfTrailingZeros(moment[0]);
        if (first == Sweep.index(CallKind.LOADING) && moment[1] == 0) {
          moments[Sweep.index(Bound.START_UP)]++;
        }
        if ((first == 1 || first == 2) && none) {
          moments[Sweep.index(Bound.ALLOCATION)]++;
        }
      }
      WhereTimeWent went = memory.of(0, 200, true);
      assertThat(total(went.program())).isEqualTo(200);
      for (Bound bound : new Bound[] {Bound.HOST, Bound.START_UP, Bound.ALLOCATION}) {
        assertThat(went.bounds().get(bound))
            .as("%s %d", bound, round)
            .isEqualTo(moments[Sweep.index(bound)]);
      }
      WhereTimeWent spilled = file.of(0, 200, true);
      assertThat(spilled.program()).isEqualTo(went.program());
      assertThat(spilled.gpus()).isEqualTo(went.gpus());
      assertThat(went.gpus().values()).allMatch(parts -> total(parts) == 200);
    }
  }

  /** Joined in whatever order they come; who has no call is not known to have been submitted. */
  @Test
  void workIsJoinedWithItsCall() {
    kernel(GPU, 50, 60, 7);
    call("hipGraphLaunch", 0, 10, 7);
    kernel(GPU, 80, 90, 7);
    assertThat(split.of(0, 100, true).gpus().get(GPU))
        .containsEntry(GpuPart.IDLE_SUBMITTED, 60L)
        .containsEntry(GpuPart.IDLE_EMPTY, 20L);

    TimeSplit without = new TimeSplit();
    without.addWork(GPU, true, true, 50, 60, 7);
    assertThat(without.of(0, 100, true).gpus().get(GPU)).containsEntry(GpuPart.IDLE, 90L);
  }

  @Test
  void tooManyThreadsShareARow() {
    for (int i = 0; i < 2 * TimeSplit.MOST_THREADS; i++) {
      call("thread " + i, "hipMemcpy", i, i + 1, 0);
    }
    call("", "hipMemcpy", 0, 1, 0);
    Map<String, Map<HostPart, Long>> threads = split.of(0, 10_000, true).threads();
    assertThat(threads).hasSize(TimeSplit.MOST_THREADS + 1);
    assertThat(threads.get(BoundedTable.OTHERS).get(HostPart.COPYING))
        .isEqualTo(TimeSplit.MOST_THREADS + 1);
  }

  private static long total(Map<?, Long> parts) {
    return parts.values().stream().mapToLong(Long::longValue).sum();
  }

  private void call(String function, long begin, long end, long id) {
    call("main", function, begin, end, id);
  }

  private void call(String thread, String function, long begin, long end, long id) {
    split.addCall(thread, function, "other", begin, end, id);
  }

  private void kernel(GpuKey gpu, long begin, long end, long id) {
    split.addWork(gpu, true, true, begin, end, id);
  }

  private void copy(GpuKey gpu, long begin, long end, long id) {
    split.addWork(gpu, false, true, begin, end, id);
  }
}
