// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.ActivityKind;
import io.rocjfr.BatchLayout;
import io.rocjfr.agent.Harness;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A drain without any recording, for listeners. */
abstract class ListenerFixture {
  static final int ALL = (1 << ActivityKind.values().length) - 1;

  final FakeTracer tracer = new FakeTracer();
  Drain drain = new Drain(tracer, Harness.PATIENCE);

  @BeforeEach
  void start() {
    drain.start();
  }

  @AfterEach
  void stop() {
    Drains.stop(drain);
  }

  /** From now on with as much patience as users have. */
  void useAnImpatientDrain() {
    Drains.stop(drain);
    drain = new Drain(tracer, 1);
    drain.start();
  }

  /**
   * Adds a listener to such a drain, which waits for 2 s only until it has noticed: what it finds
   * before is nobody's.
   */
  Runnable addToImpatientDrain(Consumer<Object[]> listener) {
    Runnable remove = drain.addListener(listener, ALL);
    DrainTest.await(() -> tracer.wanted != 0);
    return remove;
  }

  static int count(Object[] parts) {
    return ((int[]) parts[2])[0];
  }

  static long word(Object[] parts, int record, int field) {
    return ((long[]) parts[0])[record * BatchLayout.WORDS + field];
  }

  static void calls(FakeRing ring, int count) {
    long t = System.nanoTime();
    for (int i = 0; i < count; i++) {
      ring.api(1, 0, i, 0, t, t, null);
    }
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
