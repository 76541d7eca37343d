// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A thread in a hipDeviceSynchronize that lasts until it is released. */
final class HeldSynchronize {
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final SoftGpu device = new SoftGpu();
  private final Thread thread;

  HeldSynchronize(Gpu gpu, long stream) throws IOException {
    Counts counts = new Counts();
    device.hold();
    gpu.launchEmpty(counts, 1, stream);
    long before = hookCalls();
    thread = LoadThreads.start(false, "synchronizing", () -> gpu.synchronizeDevice(counts));
    // Until it is in there: its begin was told to the tracer.
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (hookCalls() == before) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the hook was not called");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static long hookCalls() throws IOException {
    return (Long) TracerProbe.read().get("hookCalls");
  }

  Map<String, Object> state() {
    return Map.of("synchronizing", thread.isAlive());
  }

  void release() {
    device.release();
    LoadThreads.join(thread);
  }
}
