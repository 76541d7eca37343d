// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import static io.rocjfr.jmc.model.GpuRecording.MS;
import static io.rocjfr.jmc.model.GpuRecording.US;
import static io.rocjfr.jmc.model.GpuRecording.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.Aggregators;
import org.openjdk.jmc.common.item.IItemCollection;

/** Every field arrives with its value. */
class GpuEventsTest {
  @Test
  void eventsAreReadWithAllFieldsInTheOrderOfTheirBegin() {
    IItemCollection items =
        GpuRecording.of(
            recording -> {
              recording.kernel("scale", 1, 3, 2 * MS, 5 * US, 42);
              recording.kernel("add", 0, 1, MS, 7 * US, 41);
              recording.copy("HostToDevice", 4096, 0, 3 * MS, 2 * US, 43);
              recording.call("hipMemcpy", 8, 3 * MS, 4 * US, 43);
              recording.lost("HipApi", "ringFull", 12);
              recording.status("on", 2, "rocprofiler");
            });

    assertThat(GpuEvents.work(items))
        .containsExactly(
            new Work(true, "add", 0, 1, "", 1, ZERO + MS, ZERO + MS + 7 * US, 0, 41, true),
            new Work(
                true, "scale", 1, 2, "", 3, ZERO + 2 * MS, ZERO + 2 * MS + 5 * US, 0, 42, true),
            new Work(
                false,
                "HostToDevice",
                0,
                1,
                "",
                0,
                ZERO + 3 * MS,
                ZERO + 3 * MS + 2 * US,
                4096,
                43,
                true));
    assertThat(GpuEvents.dispatches(items)).hasSize(2);
    assertThat(GpuEvents.copies(items)).hasSize(1);
    assertThat(GpuEvents.calls(items))
        .containsExactly(
            new RecordedCall(
                "hipMemcpy",
                "copy",
                "",
                -8,
                "worker-8",
                ZERO + 3 * MS,
                ZERO + 3 * MS + 4 * US,
                43,
                null));
    assertThat(Loss.read(items)).containsExactly(new Loss("HipApi", "ringFull", 12));
    assertThat(RecordedStatus.read(items))
        .containsExactly(new RecordedStatus("on", 2, "rocprofiler", "", ""));
  }

  @Test
  void aRecordingWithoutOurEventsHasNone() {
    IItemCollection items = GpuRecording.of(recording -> {});
    assertThat(GpuEvents.work(items)).isEmpty();
    assertThat(GpuEvents.calls(items)).isEmpty();
  }

  /** JMC 9.0 to 10 give one of these twice and lose another, as two meet at one instant. */
  @Test
  void eventsThatJmcGivesTwiceAreReadOnce() {
    IItemCollection items = GpuRecording.of(GpuEventsTest::kernelsThatJmcMixesUp);

    assertThat(items.getAggregate(Aggregators.count()).longValue()).isEqualTo(7);
    assertThat(GpuEvents.dispatches(items)).hasSize(5).doesNotHaveDuplicates();
    assertThat(GpuEvents.repeated(items)).isEqualTo(2);
  }

  private static void kernelsThatJmcMixesUp(GpuRecording recording) {
    long[][] times = {{2, 7}, {2, 8}, {5, 14}, {5, 8}, {8, 9}, {8, 10}};
    for (int i = 0; i < times.length; i++) {
      recording.kernel("k" + i, times[i][0] * MS, (times[i][1] - times[i][0]) * MS);
    }
  }
}
