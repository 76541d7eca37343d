// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.agent.Harness;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Period;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contexts of spans where JFR takes its time from one chunk to the next. */
@Timeout(1800)
class SpanContextChunksTest {
  private static final long SPAN = 5;

  @Period("endChunk")
  static class Slow extends Event {}

  private static void call(Harness harness, FakeRing ring, long correlation) {
    long now = System.nanoTime();
    ring.api(1, 0, correlation, SPAN, now, now + 1, null);
    assertThat(harness.drain.flush(TimeUnit.MINUTES.toNanos(10))).isTrue();
  }

  @Test
  void whatIsCommittedBetweenJfrsHooksAndTheNewChunkHasItsContextInThatToo() throws Exception {
    try (Harness harness = new Harness();
        Recording before = new Recording();
        Recording after = new Recording()) {
      FakeRing ring = harness.tracer.addRing(1 << 14, 0);
      Runnable remove = harness.drain.addSpanContexts(words -> true);
      AtomicInteger ends = new AtomicInteger();
      Runnable hook = // after ours, and JFR waits for it before it begins the new chunk
          () -> {
            if (ends.incrementAndGet() == 1) {
              call(harness, ring, 1);
            }
          };
      FlightRecorder.addPeriodicEvent(Slow.class, hook);
      try {
        before.enable(Slow.class);
        before.start();
        after.start();
        call(harness, ring, 2);
        after.stop();
      } finally {
        FlightRecorder.removePeriodicEvent(hook);
        remove.run();
      }
      assertThat(ends).hasPositiveValue();
      assertThat(Harness.events(after, "HipApi"))
          .extracting(event -> event.getLong("correlationId"))
          .containsExactly(2L);
      assertThat(Harness.events(after, "SpanContext"))
          .extracting(event -> event.getLong("spanId"))
          .containsExactly(SPAN);
    }
  }
}
