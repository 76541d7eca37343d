// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.util.concurrent.CountDownLatch;

/** Threads that each made one HIP call and stay alive: each keeps a ring. */
final class LivingThreads {
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread[] threads;

  LivingThreads(Gpu gpu, Counts counts, int count) {
    CountDownLatch called = new CountDownLatch(count);
    threads = new Thread[count];
    for (int i = 0; i < count; i++) {
      threads[i] =
          LoadThreads.start(
              false,
              "living-" + i,
              () -> {
                gpu.getDevice(counts);
                called.countDown();
                await(end);
              });
    }
    await(called);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  void release() {
    end.countDown();
    for (Thread thread : threads) {
      LoadThreads.join(thread);
    }
  }
}
