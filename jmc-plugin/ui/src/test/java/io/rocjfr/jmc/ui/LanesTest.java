// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.MemCopyEvent;
import io.rocjfr.event.RoctxRangeEvent;
import io.rocjfr.jmc.model.EventTypes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.Aggregators;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.UnitLookup;

/** What the pages compute themselves, on events that the agent's classes made. */
class LanesTest {
  @Test
  void aLanePerQueueThenRangesThenCallsPerThread() {
    IItemCollection items =
        RealEvents.record(
            unused -> {
              kernel(0, 2, 1);
              kernel(0, 2, 1);
              kernel(1, 1, 1);
              copy(100, 1);
              range("main", 11, 0, 0);
              range("main", 11, 1, 0);
              range("main", 11, 0, 5);
              call("main", 11);
              call("worker", 12);
            });

    List<Lanes.Lane> lanes = Lanes.of(items);

    assertThat(lanes)
        .extracting(lane -> lane.name() + " = " + count(lane.items()))
        .containsExactly(
            "GPU 0, queue 0 = 1",
            "GPU 0, queue 0, copies = 2",
            "GPU 0, queue 2 = 2",
            "GPU 1, queue 1 = 1",
            "roctx, main 11, depth 0 = 1",
            "roctx, main 11, depth 0, start/stop = 1",
            "roctx, main 11, depth 1 = 1",
            "roctx, thread 0, depth 0 = 1",
            "HIP, main 11 = 1",
            "HIP, thread 0 = 1",
            "HIP, worker 12 = 1");
    assertThat(lanes.get(0).colour().getIdentifier()).isEqualTo("kernel");
    assertThat(Lanes.of(items.apply(ItemFilters.none()))).isEmpty();
  }

  @Test
  void percentilesAndBandwidth() {
    IItemCollection items =
        RealEvents.record(
            unused -> {
              for (int i = 1; i <= 100; i++) {
                copy(1000, 1000L * i);
              }
            });
    IItemCollection copies =
        items.apply(
            ItemFilters.and(
                ItemFilters.type(EventTypes.MEM_COPY),
                ItemFilters.equals(
                    io.rocjfr.jmc.model.GpuAttributes.BYTES, UnitLookup.BYTE.quantity(1000))));

    double p50 = Columns.percentile(copies, 50).doubleValueIn(UnitLookup.NANOSECOND);
    assertThat(Columns.percentile(copies, 99).doubleValueIn(UnitLookup.NANOSECOND) / p50)
        .isBetween(1.97, 1.99);
    assertThat(Columns.percentile(copies, 100).doubleValueIn(UnitLookup.NANOSECOND) / p50)
        .isBetween(1.99, 2.01);
    double seconds =
        copies
            .getAggregate(Aggregators.sum(org.openjdk.jmc.flightrecorder.JfrAttributes.DURATION))
            .doubleValueIn(UnitLookup.SECOND);
    assertThat(Columns.bandwidth(copies).doubleValueIn(UnitLookup.BYTE) * seconds)
        .isBetween(99_999.0, 100_001.0);
    IItemCollection none = items.apply(ItemFilters.none());
    assertThat(Columns.percentile(none, 99)).isNull();
    assertThat(Columns.bandwidth(none)).isNull();
  }

  private static long count(IItemCollection items) {
    return items.getAggregate(Aggregators.count()).longValue();
  }

  private static void kernel(int device, long queue, long ticks) {
    KernelDispatchEvent event = new KernelDispatchEvent();
    event.kernel = "k";
    event.device = device;
    event.queue = queue;
    event.begin();
    event.setTimes(event.startTicks(), ticks);
    event.commit();
  }

  private static void copy(long bytes, long ticks) {
    MemCopyEvent event = new MemCopyEvent();
    event.direction = "HostToDevice";
    event.bytes = bytes;
    event.begin();
    event.setTimes(event.startTicks(), ticks);
    event.commit();
  }

  private static void range(String thread, long threadId, int depth, long rangeId) {
    RoctxRangeEvent event = new RoctxRangeEvent();
    event.message = "m";
    event.threadName = thread;
    event.osThreadId = threadId;
    event.depth = depth;
    event.rangeId = rangeId;
    event.begin();
    event.commit();
  }

  private static void call(String thread, long threadId) {
    HipApiEvent event = new HipApiEvent();
    event.function = "hipMalloc";
    event.threadName = thread;
    event.osThreadId = threadId;
    event.begin();
    event.commit();
  }
}
