// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.ExternalCorrelation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;

/** Loads of a special shape. */
final class Scenarios {
  /** However slow the machine is. */
  private static final int ENOUGH_GAPS = 600;

  /** G1 gives an array of this size regions of its own, where one has 1 MiB. */
  private static final int ANOTHER_REGION = 2 << 20;

  private final Gpu gpu;
  private final long[] streams;

  Scenarios(Gpu gpu, long[] streams) {
    if (gpu == null) {
      throw new IllegalStateException("first: hip");
    }
    this.gpu = gpu;
    this.streams = streams;
  }

  /** Kernels that do not begin before the GPU is released. */
  void launchHeld(Counts counts, Request request) {
    new SoftGpu().hold();
    launch(counts, request.number("n", 1), streams[0]);
  }

  /** Threads that launch kernels and end while the GPU has not begun any of them. */
  void launchers(Counts counts, Request request) {
    SoftGpu device = new SoftGpu();
    int launches = request.number("launches", 5);
    int threads = request.number("threads", 4);
    long before = device.nextWork();
    device.hold();
    try {
      Thread[] launchers = new Thread[threads];
      for (int i = 0; i < threads; i++) {
        long stream = streams[i % streams.length];
        launchers[i] =
            LoadThreads.start(false, "launcher-" + i, () -> launch(counts, launches, stream));
      }
      for (Thread launcher : launchers) {
        LoadThreads.join(launcher);
      }
      counts.add("begunBeforeTheirThreadsEnded", device.nextWork() - before);
    } finally {
      device.release();
    }
    gpu.synchronizeDevice(counts);
  }

  private void launch(Counts counts, int launches, long stream) {
    for (int i = 0; i < launches; i++) {
      gpu.launchEmpty(counts, 1, stream);
    }
  }

  /**
   * Threads with a few calls each, one after the other or so many {@code together}. With {@code
   * deflate} each of them packs something before.
   */
  void shortLived(Counts counts, Request request) {
    int threads = request.number("threads", 100);
    int ops = request.number("ops", 4);
    int together = request.number("together", 1);
    boolean virtual = request.flag("virtual");
    byte[] packed = request.flag("deflate") ? new byte[ANOTHER_REGION] : null;
    Queue<Thread> running = new ArrayDeque<>();
    for (int i = 0; i < threads; i++) {
      long stream = streams[i % streams.length];
      Runnable work =
          () -> {
            if (packed != null) {
              deflate(packed);
            }
            launch(counts, ops, stream);
          };
      running.add(LoadThreads.start(virtual, "short-" + i, work));
      if (running.size() == together) {
        LoadThreads.join(running.remove());
      }
    }
    running.forEach(LoadThreads::join);
    gpu.synchronizeDevice(counts);
  }

  /** The JDK's code has both arrays pinned at the same time. */
  private static void deflate(byte[] packed) {
    Deflater deflater = new Deflater();
    deflater.setInput(new byte[100]);
    deflater.finish();
    deflater.deflate(packed);
    deflater.end();
  }

  /** Many cheap calls, with one external id. */
  void calls(Counts counts, Request request) {
    ExternalCorrelation.push(request.number("id", 0));
    try {
      for (int i = request.number("n", 1000); i > 0; i--) {
        gpu.getDevice(counts);
      }
    } finally {
      ExternalCorrelation.pop();
    }
  }

  /** Kernels with gaps between them, and what ties JFR's clock to CLOCK_MONOTONIC. */
  void gaps(Counts counts, Request request) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(request.number("millis", 10_000));
    long pause = TimeUnit.MICROSECONDS.toNanos(request.number("pause", 5_000));
    for (int i = 0; i < ENOUGH_GAPS || System.nanoTime() < end; i++) {
      gpu.launchSpin(counts, streams[0]);
      gpu.synchronize(counts, streams[0]);
      ClockReference.mark();
      LockSupport.parkNanos(pause);
    }
  }

  /** Modules that come and go. */
  void modules(Counts counts, Request request) {
    for (int i = request.number("n", 1); i > 0; i--) {
      gpu.useModule(counts, streams[i % streams.length]);
    }
  }

  /** Processes that this one starts, one after the other. */
  void processes(Counts counts, Request request) {
    try {
      for (int i = request.number("n", 1); i > 0; i--) {
        new ProcessBuilder("true").start().waitFor();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** HIP calls within a JNI critical region. */
  void critical(Counts counts, Request request) {
    Critical.load(Path.of(request.text("library")));
    int times = request.number("times", 1000);
    byte[] array = new byte[4096];
    long device = gpu.malloc(counts, array.length);
    for (int i = request.number("regions", 10); i > 0; i--) {
      Critical.copy(gpu.runtime, counts, device, array, times);
    }
    gpu.free(counts, device);
  }
}
