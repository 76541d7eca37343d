// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Roctx;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread's part of a load: operations in a random order. Each has an external id of its own,
 * counted up from the worker's first, and is one HIP call, roctx range or roctx mark.
 */
final class Worker implements Runnable {
  private static final long BYTES = 16 * 1024;

  private final Gpu gpu;
  private final Counts counts;
  private final long[] streams;
  private final long firstId;
  private final long operations;
  private final AtomicBoolean stop;
  private final long pauseNanos;
  private final SplittableRandom random;
  private final Memory host = new Memory(BYTES);
  private final long hostAddress = Pointer.nativeValue(host);
  private long here;
  private long there;
  private volatile long done;
  private volatile Throwable failure;

  /**
   * A worker.
   *
   * @param operations how many it does, unless {@code stop} becomes true before
   * @param pauseNanos how long it waits between them
   */
  Worker(
      Gpu gpu,
      Counts counts,
      long[] streams,
      long firstId,
      long operations,
      AtomicBoolean stop,
      long pauseNanos,
      SplittableRandom random) {
    this.gpu = gpu;
    this.counts = counts;
    this.streams = streams;
    this.firstId = firstId;
    this.operations = operations;
    this.stop = stop;
    this.pauseNanos = pauseNanos;
    this.random = random;
  }

  /** How many operations it has done. */
  long done() {
    return done;
  }

  long firstId() {
    return firstId;
  }

  /** What ended it early, or null. */
  Throwable failure() {
    return failure;
  }

  @Override
  public void run() {
    try {
      here = gpu.malloc(counts, BYTES);
      there = gpu.malloc(counts, BYTES);
      for (long n = 0; n < operations && !stop.get(); n++) {
        operate(firstId + n);
        done = n + 1;
        if (pauseNanos > 0) {
          LockSupport.parkNanos(pauseNanos);
        }
      }
      // No synchronisation: the work may end after the thread.
    } catch (RuntimeException | LinkageError e) {
      failure = e;
    }
  }

  private void operate(long id) {
    ExternalCorrelation.push(id);
    try {
      long stream = streams[random.nextInt(streams.length)];
      int choice = random.nextInt(100);
      if (choice < 40) {
        gpu.launchEmpty(counts, 1 + random.nextInt(8), stream);
      } else if (choice < 55) {
        copy("copies/HostToDevice", Hip.HOST_TO_DEVICE, here, hostAddress, stream);
      } else if (choice < 65) {
        copy("copies/DeviceToHost", Hip.DEVICE_TO_HOST, hostAddress, here, stream);
      } else if (choice < 72) {
        copy("copies/DeviceToDevice", Hip.DEVICE_TO_DEVICE, there, here, stream);
      } else if (choice < 80) {
        gpu.fill(counts, there, BYTES, stream);
      } else if (choice < 86) {
        Roctx.push("range");
        Roctx.pop();
        counts.add("ranges");
      } else if (choice < 92) {
        Roctx.mark("mark");
        counts.add("marks");
      } else if (choice < 99) {
        gpu.getDevice(counts);
      } else {
        gpu.synchronize(counts, stream);
      }
    } finally {
      ExternalCorrelation.pop();
    }
  }

  private void copy(String direction, int kind, long to, long from, long stream) {
    long bytes = 256L * (1 + random.nextInt((int) (BYTES / 256)));
    gpu.copy(counts, direction, kind, to, from, bytes, stream);
  }

  /** Once no work of it runs any more. */
  void close() {
    gpu.free(counts, here);
    gpu.free(counts, there);
    host.close();
  }
}
