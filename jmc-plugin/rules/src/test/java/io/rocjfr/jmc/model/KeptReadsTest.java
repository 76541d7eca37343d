// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import static io.rocjfr.jmc.model.GpuRecording.MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.ItemFilters;

class KeptReadsTest {
  private final List<Runnable> later = new ArrayList<>();
  private final KeptReads<String> reads = new KeptReads<>(later::add);
  private int made;

  private List<String> read(IItemCollection items) {
    List<IItemIterable> arrays = new ArrayList<>();
    items.forEach(arrays::add);
    return reads.of(arrays, () -> List.of("read " + ++made));
  }

  private static IItemCollection kernels(String middle) {
    return GpuRecording.of(
            recording -> {
              recording.kernel("first", MS, MS);
              recording.kernel(middle, 3 * MS, MS);
              recording.kernel("other", 5 * MS, MS);
              recording.kernel("last", 7 * MS, MS);
            })
        .apply(ItemFilters.type(EventTypes.KERNEL_DISPATCH));
  }

  @Test
  void theSameEventsAreReadOnceOthersAnew() {
    IItemCollection items = kernels("middle");
    assertThat(read(items)).containsExactly("read 1");
    assertThat(read(items.apply(ItemFilters.all()))).containsExactly("read 1");
    IItemCollection fewer = items.apply(ItemFilters.notEquals(JmcAttributes.KERNEL, "middle"));
    assertThat(read(fewer)).containsExactly("read 2");
    IItemCollection others = items.apply(ItemFilters.notEquals(JmcAttributes.KERNEL, "other"));
    assertThat(read(others)).as("as many").containsExactly("read 3");
    assertThat(read(kernels("middle"))).containsExactly("read 4");
    assertThat(read(items)).containsExactly("read 5");
  }

  /** As for want of memory. */
  @Test
  void whereReadingFailsNobodyIsToldOfOtherEvents() {
    List<IItemIterable> others = new ArrayList<>();
    kernels("another").forEach(others::add);
    read(kernels("middle"));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(
              () ->
                  reads.of(
                      others,
                      () -> {
                        throw new IllegalStateException("expected by the test");
                      }))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(reads.of(others, () -> List.of("theirs"))).containsExactly("theirs");
  }

  @Test
  void whatNobodyAskedForSinceIsGivenBack() {
    IItemCollection items = kernels("middle");
    read(items);
    read(items);
    later.get(0).run();
    assertThat(read(items)).containsExactly("read 1");
    later.get(2).run();
    assertThat(read(items)).containsExactly("read 2");
  }
}
