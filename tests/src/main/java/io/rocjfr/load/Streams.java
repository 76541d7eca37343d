// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordingStream;
import jdk.management.jfr.RemoteRecordingStream;

/** A stream of this process's events, local or by JMX: how many of ours it delivers. */
final class Streams {
  private static final long PATIENCE_SECONDS = 600;

  private final EventStream stream;
  private final AtomicLong delivered = new AtomicLong();
  private final Semaphore flushes = new Semaphore(0);
  private final CountDownLatch closedItself = new CountDownLatch(1);
  private volatile boolean closes;

  Streams(boolean remote) throws IOException {
    if (remote) {
      RemoteRecordingStream jmx =
          new RemoteRecordingStream(ManagementFactory.getPlatformMBeanServer());
      jmx.enable("rocjfr.HipApi");
      stream = jmx;
    } else {
      RecordingStream local = new RecordingStream();
      local.enable("rocjfr.HipApi");
      stream = local;
    }
    stream.onEvent("rocjfr.HipApi", event -> delivered.incrementAndGet());
    stream.onEvent("rocjfr.KernelDispatch", event -> delivered.incrementAndGet());
    stream.onEvent("rocjfr.MemCopy", event -> delivered.incrementAndGet());
    stream.onEvent("rocjfr.RoctxRange", event -> delivered.incrementAndGet());
    stream.onEvent("rocjfr.RoctxMark", event -> delivered.incrementAndGet());
    stream.onFlush(this::flushed);
    stream.startAsync();
    awaitFlush(); // so it sees what happens from now on
  }

  private void flushed() {
    flushes.release();
    if (closes) {
      closes = false;
      stream.close();
      closedItself.countDown();
    }
  }

  private void awaitFlush() {
    try {
      if (!flushes.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the stream was not flushed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits until it has delivered so many, of which JFR flushes some each second. */
  void await(long events) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (delivered.get() < events) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(delivered.get() + " of " + events + " were delivered");
      }
      awaitFlush();
    }
  }

  /** Ends it on its own thread, in a handler. */
  void closeInHandler() {
    closes = true;
    try {
      if (!closedItself.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the stream was not closed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void close() {
    stream.close();
  }

  /** Of JDK 20 and later. */
  void stop() {
    try {
      stream.getClass().getMethod("stop").invoke(stream);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    stream.close();
  }

  Map<String, Object> counts() {
    Map<String, Object> counts = new TreeMap<>();
    counts.put("delivered", delivered.get());
    return counts;
  }
}
