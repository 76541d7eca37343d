// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import static io.rocjfr.jmc.model.GpuRecording.MS;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.figures.RangeForest;
import io.rocjfr.figures.RangeNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IItemCollection;

class RangeTreeTest {
  @Test
  void gpuTimeIsThatOfTheWorkBelowEachRange() {
    IItemCollection items =
        GpuRecording.of(
            recording -> {
              recording.range("step", 7, 0, 0, 10 * MS);
              recording.range("copy", 7, 1, MS, 2 * MS);
              recording.range("launch", 7, 1, 4 * MS, 2 * MS);
              recording.range("step", 7, 0, 20 * MS, 5 * MS);
              // The same message on another thread, which submits nothing.
              recording.range("step", 8, 0, 0, 10 * MS);
              recording.range("request", 7, 0, 99, 4 * MS, 20 * MS);
              recording.call("hipMemcpyAsync", 7, 2 * MS, 1, 1);
              recording.call("hipLaunchKernel", 7, 5 * MS, 1, 2);
              recording.call("hipLaunchKernel", 7, 8 * MS, 1, 3);
              recording.call("hipLaunchKernel", 7, 15 * MS, 1, 4);
              recording.call("hipLaunchKernel", 7, 21 * MS, 1, 5);
              // The work runs later than the range.
              recording.copy("HostToDevice", 1, 0, 30 * MS, MS, 1);
              recording.kernel("a", 0, 1, 40 * MS, 10 * MS, 2);
              recording.kernel("a", 0, 1, 60 * MS, 20 * MS, 3);
              recording.kernel("a", 0, 1, 80 * MS, 40 * MS, 4);
              recording.kernel("a", 0, 1, 120 * MS, 80 * MS, 5);
            });

    RangeForest ranges =
        RangeTree.of(GpuEvents.ranges(items), GpuEvents.calls(items), GpuEvents.work(items));

    RangeNode step = find(ranges.nested(), "step");
    assertThat(step.times().count()).isEqualTo(3);
    assertThat(step.times().total()).isEqualTo(25 * MS);
    assertThat(step.gpuNanos()).isEqualTo((1 + 10 + 20 + 80) * MS);
    assertThat(step.works()).isEqualTo(4);
    assertThat(find(step, "copy").gpuNanos()).isEqualTo(MS);
    assertThat(find(step, "launch").gpuNanos()).isEqualTo(10 * MS);
    RangeNode request = ranges.startStop().children().get("request");
    assertThat(request.gpuNanos()).isEqualTo((10 + 20 + 40 + 80) * MS);
    assertThat(request.children()).isEmpty();
    assertThat(ranges.nested().children()).hasSize(1);
    assertThat(ranges.startStop().children()).hasSize(1);
  }

  @Test
  void aVirtualThreadsRangesAreItsOwnWhicheverCarrierItIsOn() {
    IItemCollection items =
        GpuRecording.of(
            recording -> {
              recording.carrier(1);
              recording.range("first", 107, 0, 0, 10 * MS);
              recording.call("hipLaunchKernel", 107, 2 * MS, 1, 1);
              recording.range("second", 108, 0, 3 * MS, 20 * MS); // while the first one is parked
              recording.carrier(2);
              recording.call("hipLaunchKernel", 107, 5 * MS, 1, 2);
              recording.carrier(1);
              recording.call("hipLaunchKernel", 108, 6 * MS, 1, 3);
              recording.kernel("a", 0, 1, 30 * MS, MS, 1);
              recording.kernel("a", 0, 1, 40 * MS, 2 * MS, 2);
              recording.kernel("a", 0, 1, 50 * MS, 4 * MS, 3);
            });

    RangeForest ranges =
        RangeTree.of(GpuEvents.ranges(items), GpuEvents.calls(items), GpuEvents.work(items));

    assertThat(find(ranges.nested(), "first").gpuNanos()).isEqualTo(3 * MS);
    assertThat(find(ranges.nested(), "second").gpuNanos()).isEqualTo(4 * MS);
    assertThat(ranges.nested().children()).hasSize(2);
  }

  @Test
  void workThatOverlapsCountsOnce() {
    IItemCollection items =
        GpuRecording.of(
            recording -> {
              recording.range("step", 7, 0, 0, 10 * MS);
              recording.range("left", 7, 1, MS, 2 * MS);
              recording.range("right", 7, 1, 4 * MS, 2 * MS);
              recording.call("hipLaunchKernel", 7, 2 * MS, 1, 1);
              recording.call("hipLaunchKernel", 7, 5 * MS, 1, 2);
              recording.call("hipGraphLaunch", 7, 8 * MS, 1, 3);
              recording.kernel("a", 0, 1, 20 * MS, 10 * MS, 1); // 20 to 30
              recording.kernel("b", 0, 2, 25 * MS, 10 * MS, 2); // 25 to 35, on another queue
              recording.kernel("c", 1, 1, 28 * MS, 4 * MS, 3); // 28 to 32, on another device
              recording.kernel("c", 1, 1, 40 * MS, 3 * MS, 3); // 40 to 43, by the same call
              // Two ranges of one message cover the same call.
              recording.range("request", 7, 0, 98, 0, 6 * MS);
              recording.range("request", 7, 0, 99, 4 * MS, 3 * MS);
            });

    RangeForest ranges =
        RangeTree.of(GpuEvents.ranges(items), GpuEvents.calls(items), GpuEvents.work(items));

    RangeNode step = find(ranges.nested(), "step");
    assertThat(find(step, "left").gpuNanos()).isEqualTo(10 * MS);
    assertThat(find(step, "right").gpuNanos()).isEqualTo(10 * MS);
    assertThat(step.gpuNanos()).as("20 to 35 and 40 to 43").isEqualTo((15 + 3) * MS);
    assertThat(step.works()).isEqualTo(4);
    RangeNode request = ranges.startStop().children().get("request");
    assertThat(request.times().count()).isEqualTo(2);
    assertThat(request.works()).isEqualTo(2);
    assertThat(request.gpuNanos()).as("20 to 35").isEqualTo(15 * MS);
  }

  @Test
  void withoutCallsTheTreeStands() {
    RoctxRange outer = new RoctxRange("outer", 0, 0, 1, "t", 0, 10);
    RoctxRange inner = new RoctxRange("inner", 1, 0, 1, "t", 0, 5);
    RangeForest ranges = RangeTree.of(List.of(inner, outer), List.of(), List.of());
    assertThat(find(find(ranges.nested(), "outer"), "inner").times().total()).isEqualTo(5);
    assertThat(find(ranges.nested(), "outer").gpuNanos()).isZero();
  }

  private static RangeNode find(RangeNode parent, String message) {
    assertThat(parent.children()).containsKey(message);
    return parent.children().get(message);
  }
}
