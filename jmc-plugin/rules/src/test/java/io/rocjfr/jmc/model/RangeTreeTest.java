// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import static io.rocjfr.jmc.model.GpuRecording.MS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IItemCollection;

class RangeTreeTest {
  @Test
  void gpuTimeIsSummedUpBelowEachRange() {
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

    RangeNode root =
        RangeTree.of(GpuEvents.ranges(items), GpuEvents.calls(items), GpuEvents.work(items));

    RangeNode step = find(root, "step");
    assertThat(step.count()).isEqualTo(3);
    assertThat(step.totalNanos()).isEqualTo(25 * MS);
    assertThat(step.gpuNanos()).isEqualTo((1 + 10 + 20 + 80) * MS);
    assertThat(step.works()).isEqualTo(4);
    assertThat(find(step, "copy").gpuNanos()).isEqualTo(MS);
    assertThat(find(step, "launch").gpuNanos()).isEqualTo(10 * MS);
    assertThat(find(step, "launch").parent()).isSameAs(step);
    RangeNode request = find(root, "request (start/stop)");
    assertThat(request.gpuNanos()).isEqualTo((10 + 20 + 40 + 80) * MS);
    assertThat(request.children()).isEmpty();
    assertThat(root.children()).hasSize(2);
  }

  @Test
  void withoutCallsTheTreeStands() {
    RoctxRange outer = new RoctxRange("outer", 0, 0, 1, "t", 0, 10);
    RoctxRange inner = new RoctxRange("inner", 1, 0, 1, "t", 0, 5);
    RangeNode root = RangeTree.of(List.of(inner, outer), List.of(), List.of());
    assertThat(find(find(root, "outer"), "inner").totalNanos()).isEqualTo(5);
    assertThat(find(root, "outer").gpuNanos()).isZero();
  }

  private static RangeNode find(RangeNode parent, String message) {
    return parent.children().stream()
        .filter(child -> child.message().equals(message))
        .findFirst()
        .orElseThrow();
  }
}
