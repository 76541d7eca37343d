// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A service that waits for the GPU by copies only: each request launches a kernel and copies the
 * result back. Request N has N groups of a kernel and copies N bytes. It serves until its input
 * ends; then prints {@code request N BEGIN END} for each, in nanoseconds since the epoch.
 */
public final class CopyService {
  private static final int BYTES = 1 << 16;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private CopyService() {}

  /** No arguments. */
  public static void main(String[] arguments) throws InterruptedException {
    Counts counts = new Counts();
    Gpu gpu = new Gpu(counts, 0);
    long device = gpu.malloc(counts, BYTES);
    AtomicBoolean ends = new AtomicBoolean();
    Thread input = new Thread(() -> awaitEnd(ends));
    input.start();
    StringBuilder requests = new StringBuilder();
    try (Memory host = new Memory(BYTES)) {
      for (int n = 1; n <= BYTES && !ends.get(); n++) {
        long begin = Clock.epochNanos();
        gpu.launchEmpty(counts, n, 0);
        int copied = Hip.hipMemcpy(Pointer.nativeValue(host), device, n, Hip.DEVICE_TO_HOST);
        Gpu.call(counts, "hipMemcpy", copied);
        requests.append("request " + n + " " + begin + " " + Clock.epochNanos() + "\n");
        if (n == 1) {
          System.out.println("serves");
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    input.join();
    System.out.print(requests);
  }

  private static void awaitEnd(AtomicBoolean ends) {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      // The same.
    }
    ends.set(true);
  }
}
