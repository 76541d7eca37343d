// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What it takes to find what belongs together, in steps. */
class ChainsTest {
  private static final int LAUNCHES = 5_000;

  /** Ranges in a row, each of them with a launch, and some start/stop ranges around all. */
  private static RecordingData launches(int around) {
    return Made.data(
        made -> {
          for (int i = 0; i < around; i++) {
            made.startStop("epoch " + i, 7, i + 1, i, 1000L * (LAUNCHES + 1) + 10L * around);
          }
          for (int i = 0; i < LAUNCHES; i++) {
            long at = 1000L * (i + 1);
            made.startStop("step", 7, around + i + 1, at, 500);
            made.call("hipModuleLaunchKernel", 7, i + 1, at + 100, 10);
            made.kernel("k", 0, 1, i + 1, at + 200, 10);
          }
        });
  }

  @Test
  void aRangeThatSpansAllDoesNotHaveAllLookedAtForEach() {
    RecordingData data = launches(1);
    for (int kernel : data.table().rows(RowKind.KERNEL)) {
      assertThat(data.chains().of(kernel)).hasSize(4);
    }
    assertThat(data.chains().steps()).isLessThan(100L * LAUNCHES);
  }

  @Test
  void manyEventsTogetherTakeWhatTheyAreMany() {
    RecordingData data = launches(1_000);
    int[] kernels = data.table().rows(RowKind.KERNEL);
    assertThat(data.chains().of(kernels)).hasSize(data.table().size());
    assertThat(data.chains().steps()).isLessThan(20L * data.table().size());
    assertThat(data.chains().of(data.table().rows(RowKind.RANGE))).hasSize(data.table().size());
    assertThat(data.chains().steps()).isLessThan(40L * data.table().size());
  }

  @Test
  void theKernelsOfOneLaunchAskForItOnce() {
    RecordingData data =
        Made.data(
            made -> {
              made.call("hipGraphLaunch", 7, 1, 0, 10);
              for (int i = 0; i < LAUNCHES; i++) {
                made.kernel("k", 0, 1, 1, 100L * (i + 1), 10);
              }
            });
    int[] kernels = data.table().rows(RowKind.KERNEL);
    assertThat(data.chains().of(kernels)).hasSize(LAUNCHES + 1);
    assertThat(data.chains().steps()).isLessThan(5L * LAUNCHES);
  }

  /** Pools name a thread after its task: it has a lane for each name. */
  @Test
  void aThreadOfManyNamesTakesWhatItsEventsAreMany() {
    RecordingData data =
        Made.data(
            made -> {
              for (int i = 0; i < LAUNCHES; i++) {
                long at = 1000L * (i + 1);
                made.named("task " + i);
                made.range("step", 7, 0, at, 500);
                made.call("hipModuleLaunchKernel", 7, i + 1, at + 100, 10);
                made.kernel("k", 0, 1, i + 1, at + 200, 10);
              }
            });
    int[] ranges = data.table().rows(RowKind.RANGE);
    assertThat(data.chains().of(ranges)).hasSize(data.table().size());
    assertThat(data.chains().steps()).isLessThan(20L * data.table().size());
  }

  @Test
  void whoAsksAgainForOneEventHasWhatWasFound() {
    RecordingData data = launches(1);
    int range = data.table().rows(RowKind.RANGE)[0];
    int[] chain = data.chains().of(range);
    long steps = data.chains().steps();
    String text = new Descriptions(data, 0).of(range);
    assertThat(text).contains("5,000 calls, which submitted 5,000 kernels");
    assertThat(data.chains().of(range)).isEqualTo(chain).isNotSameAs(chain);
    assertThat(data.chains().steps()).isEqualTo(steps);
  }

  /** Each of a thousand ranges that overlap has the work of all the calls. */
  @Test
  void rangesThatOverlapHaveTheirCallsLookedAtOnce() {
    RecordingData data = launches(1_000);
    var epochs = data.ranges().startStop().children();
    assertThat(epochs).containsOnlyKeys("epoch #", "step");
    assertThat(epochs.get("epoch #").works()).isEqualTo(LAUNCHES);
    assertThat(epochs.get("step").works()).isEqualTo(LAUNCHES);
    int[] calls = new int[1];
    new ThreadLanes(data.table(), RowKind.CALL)
        .forEachWithin(epochs.get("epoch #").instances(), call -> calls[0]++);
    assertThat(calls[0]).isEqualTo(LAUNCHES);
    assertThat(Arrays.stream(epochs.get("epoch #").instances())).hasSize(1_000);
  }
}
