// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.ActivityKind;
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
