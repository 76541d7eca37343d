// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.ActivityKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

class RingSetTest {
  @Test
  void anEventThatCannotBeCommittedIsALossAndTheNextHasItsTurn() {
    FakeTracer tracer = new FakeTracer();
    FakeRing ring = tracer.addRing(64, 0);
    Clocks clocks = new Clocks(tracer);
    ApiFunctions functions = new ApiFunctions(tracer);
    Losses losses = new Losses(tracer, new LongAdder());
    RingSet rings =
        new RingSet(tracer, new GroupReader(tracer, clocks, functions, new CallSites()), losses);
    try (Recording recording = new Recording()) {
      recording.enable("rocjfr.HipApi");
      JfrSink broken = new JfrSink(null, functions, null); // which an event needs
      recording.start();
      for (int i = 0; i < 3; i++) {
        ring.api(1, 0, 1 + i, 1, 10, 20, null);
      }
      rings.take(rings.tails(), 0, 100, broken, new ListenerSink(clocks));
    }
    assertThat(ring.isEmpty()).isTrue();
    assertThat(losses.totals()).isEqualTo(Map.of("HipApi/uncommitted", 3L));
  }

  /**
   * A thread goes on with a larger ring, which may be an older one; its records keep their order.
   */
  @Test
  void whatAThreadWroteToItsSmallerRingsIsTakenFirst() {
    FakeTracer tracer = new FakeTracer();
    FakeRing largest = tracer.addRing(64, 0);
    FakeRing larger = tracer.addRing(64, 7);
    FakeRing first = tracer.addRing(64, 3);
    Clocks clocks = new Clocks(tracer);
    ApiFunctions functions = new ApiFunctions(tracer);
    RingSet rings =
        new RingSet(
            tracer,
            new GroupReader(tracer, clocks, functions, new CallSites()),
            new Losses(tracer, new LongAdder()));
    int correlation = 0;
    long[] tails = rings.tails();
    tails[2] = write(first, ++correlation); // what comes later is taken for the sake of the order
    write(first, ++correlation);
    larger.follows(2, first);
    write(larger, ++correlation);
    tails[1] = write(larger, ++correlation);
    largest.follows(1, larger);
    tails[0] = write(largest, ++correlation);
    ListenerSink listeners = new ListenerSink(clocks);
    List<List<Long>> left = new ArrayList<>();
    for (int next = 0; next < tails.length; ) {
      next = rings.take(tails, next, 1, null, listeners);
      left.add(List.of(first.left(), larger.left(), largest.left()));
    }
    assertThat(left)
        .startsWith(
            List.of(1L, 2L, 1L),
            List.of(0L, 2L, 1L),
            List.of(0L, 1L, 1L),
            List.of(0L, 0L, 1L),
            List.of(0L, 0L, 0L));
    assertThat(rings.taken()).isEqualTo(correlation);
  }

  private static long write(FakeRing ring, int correlation) {
    ring.api(1, 0, correlation, 1, 10, 20, null);
    return ring.memory.getLong(Layout.RING_TAIL);
  }

  /** As when memory is short: recordings have such a record already, and get it once. */
  @Test
  void aRecordThatListenersCannotGetIsTakenOnceAndCounted() {
    FakeTracer tracer = new FakeTracer();
    FakeRing ring = tracer.addRing(64, 0);
    Clocks clocks = new Clocks(tracer);
    LongAdder dropped = new LongAdder();
    RingSet rings =
        new RingSet(
            tracer,
            new GroupReader(tracer, clocks, new ApiFunctions(tracer), new CallSites()),
            new Losses(tracer, dropped));
    ListenerSink broken = new ListenerSink(null); // which the queue needs
    ListenerThread listener =
        new ListenerThread(tracer, parts -> {}, 1 << ActivityKind.HIP_API.code(), dropped, 1);
    broken.add(listener);
    for (int i = 0; i < 3; i++) {
      ring.api(1, 0, 1 + i, 1, 10, 20, null);
    }
    broken.open();
    assertThat(rings.take(rings.tails(), 0, 100, null, broken)).isEqualTo(1);
    broken.offer();
    assertThat(ring.isEmpty()).isTrue();
    assertThat(rings.taken()).isEqualTo(3);
    assertThat(dropped.sum()).isEqualTo(3);
    assertThat(listener.queue().dropped()).isEqualTo(3);
  }
}
