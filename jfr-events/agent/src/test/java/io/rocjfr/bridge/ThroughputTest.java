// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.rocjfr.agent.Harness;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rings to JFR and to a listener's queue on one thread: what is allocated. It says how fast, too;
 * whether that is fast enough the benchmark RingToEvents tells.
 */
@Timeout(1800)
class ThroughputTest {
  private static final int RECORDS = ListenerQueue.BATCH * ListenerQueue.MAX_BATCHES;
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(10);
  private static final int ROUNDS = 60;

  private final FakeTracer tracer = new FakeTracer();
  private final Clocks clocks = new Clocks(tracer);
  private final ApiFunctions functions = new ApiFunctions(tracer);
  private final ListenerSink listeners = new ListenerSink(clocks);
  private final RingSet rings =
      new RingSet(
          tracer,
          new GroupReader(tracer, clocks, functions, new CallSites()),
          new Losses(tracer, listeners.dropped()));
  private final FakeRing ring = tracer.addRing(RECORDS, 0);
  private int rounds;

  @Test
  void toJfr() throws Exception {
    try (Harness harness = new Harness(); // registers the events
        Recording recording = new Recording()) {
      assertThat(harness.tracer.wanted()).isZero();
      recording.setToDisk(true);
      recording.start();
      JfrSink jfr = new JfrSink(clocks, functions, new SpanContextEvents());
      assertThat(jfr.wantedDomains()).isNotZero();
      functions.refresh("*");
      tracer.addThread(
          new ThreadEntry(1, "worker", Thread.currentThread().getId(), 5, Thread.currentThread()));
      tracer.addThread(new ThreadEntry(2, "ended worker", 77, 6, null));
      measure("live thread", jfr, 1);
      measure("ended thread", jfr, 2);
    }
  }

  @Test
  void toAListener() throws Exception {
    AtomicLong sum = new AtomicLong();
    ListenerThread listener =
        new ListenerThread(
            tracer, parts -> sum.addAndGet(((int[]) parts[2])[0]), 1, listeners.dropped(), 1);
    listeners.add(listener);
    listener.start();
    functions.refresh("*");
    measure("listener", null, 1);
    assertThat(sum).hasValue((long) RECORDS * rounds);
    listeners.remove(listener);
  }

  /** Until nothing is allocated any more: compilers come late on a busy machine. */
  private void measure(String what, JfrSink jfr, int thread) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long deadline = System.nanoTime() + PATIENCE;
    double bestPerSecond = 0;
    double bytesPerRecord = 1;
    for (int i = 0; i < ROUNDS || bytesPerRecord >= 1; i++) {
      rounds++;
      long t = System.nanoTime();
      for (int k = 0; k < RECORDS; k++) {
        ring.api(1 + k % 4, thread, k, 0, t + k, t + k + 50, null);
      }
      long[] tails = rings.tails();
      long allocated = threads.getCurrentThreadAllocatedBytes();
      long begin = System.nanoTime();
      listeners.open();
      int next = 0;
      while (next < tails.length) {
        next = rings.take(tails, next, 1024, jfr, listeners);
      }
      listeners.offer();
      long nanos = System.nanoTime() - begin;
      bestPerSecond = Math.max(bestPerSecond, RECORDS * 1e9 / nanos);
      assertThat(listeners.awaitDone(System.nanoTime() + PATIENCE)).isTrue();
      bytesPerRecord = (double) (threads.getCurrentThreadAllocatedBytes() - allocated) / RECORDS;
      assertThat(System.nanoTime() < deadline || bytesPerRecord < 1)
          .as("%s: %.3f bytes per record", what, bytesPerRecord)
          .isTrue();
    }
    System.out.printf(
        "%s: %.1f M records/s, %.3f bytes allocated per record%n",
        what, bestPerSecond / 1e6, bytesPerRecord);
  }
}
