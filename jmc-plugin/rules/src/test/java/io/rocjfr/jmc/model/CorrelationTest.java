// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import static io.rocjfr.jmc.model.GpuRecording.MS;
import static io.rocjfr.jmc.model.GpuRecording.US;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.item.ItemFilters;

/** From calls to their work and back. */
class CorrelationTest {
  private static final IItemCollection ITEMS =
      GpuRecording.of(
          recording -> {
            recording.call("hipMalloc", 8, 0, US, 1);
            recording.call("hipLaunchKernel", 8, MS, US, 2);
            recording.kernel("add", 0, 1, 2 * MS, US, 2);
            recording.kernel("scale", 0, 1, 3 * MS, US, 2);
            recording.call("hipMemcpy", 8, 4 * MS, MS, 3);
            recording.copy("DeviceToHost", 4096, 0, 4 * MS, US, 3);
            recording.kernel("unknown", 0, 1, 6 * MS, US, 0);
            recording.copy("HostToDevice", 64, 0, 7 * MS, US, 0);
            recording.range("step", 8, 0, MS, 3 * MS);
            recording.range("elsewhere", 9, 0, 0, 8 * MS);
          });

  @Test
  void fromACallToItsWork() {
    assertThat(belongingTo(ItemFilters.equals(GpuAttributes.FUNCTION, "hipLaunchKernel")))
        .containsExactlyInAnyOrder("hipLaunchKernel", "add", "scale");
    assertThat(belongingTo(ItemFilters.equals(GpuAttributes.FUNCTION, "hipMalloc")))
        .containsExactly("hipMalloc");
  }

  @Test
  void fromWorkToItsCallAndWhatElseThatSubmitted() {
    assertThat(belongingTo(ItemFilters.equals(GpuAttributes.KERNEL, "scale")))
        .containsExactlyInAnyOrder("hipLaunchKernel", "add", "scale");
    assertThat(belongingTo(ItemFilters.type(EventTypes.MEM_COPY)))
        .containsExactlyInAnyOrder("hipMemcpy", "DeviceToHost", "HostToDevice");
  }

  @Test
  void workOfAnUnknownCallBelongsToItselfOnly() {
    assertThat(belongingTo(ItemFilters.equals(GpuAttributes.KERNEL, "unknown")))
        .containsExactly("unknown");
  }

  @Test
  void fromARangeToTheCallsOfItsThreadAndTheirWork() {
    // hipMalloc was before, and hipMemcpy begins when the range has ended.
    assertThat(belongingTo(ItemFilters.equals(GpuAttributes.MESSAGE, "step")))
        .containsExactlyInAnyOrder("hipLaunchKernel", "add", "scale");
  }

  @Test
  void nothingBelongsToEventsThatSubmitNothing() {
    assertThat(belongingTo(ItemFilters.equals(GpuAttributes.MESSAGE, "elsewhere"))).isEmpty();
    assertThat(belongingTo(ItemFilters.none())).isEmpty();
  }

  private static List<String> belongingTo(IItemFilter selected) {
    IItemCollection found = Correlation.of(ITEMS, ITEMS.apply(selected));
    return Stream.concat(
            GpuEvents.calls(found).stream().map(ApiCall::function),
            GpuEvents.work(found).stream().map(Work::name))
        .toList();
  }
}
