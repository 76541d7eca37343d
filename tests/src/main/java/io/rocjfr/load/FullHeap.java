// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Launches kernels while the heap has no room, and prints what it did: before, meanwhile and
 * afterwards. Its launches need no memory of Java's.
 */
public final class FullHeap {
  private static final int AT_ONCE = 20;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long FILL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int LARGEST = 1 << 20;

  /** Each block is {the one before, its bytes}. */
  private Object[] taken;

  private volatile boolean full;
  private volatile boolean ended;
  private final AtomicLong failures = new AtomicLong();

  private FullHeap() {}

  /** Takes how many kernels to launch in each of the three parts. */
  public static void main(String[] arguments) throws InterruptedException {
    int launches = Integer.parseInt(arguments[0]);
    Gpu gpu = new Gpu(new Counts(), 1);
    FullHeap heap = new FullHeap();
    int failed = launch(gpu, launches);
    Set<String> threads = threadsOfRocjfr();
    Thread filler = new Thread(heap::fill, "filler");
    filler.start();
    long noRoom;
    try {
      while (!heap.full) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      long before = heap.failures.get();
      failed += launch(gpu, launches);
      noRoom = heap.failures.get() - before;
    } finally {
      heap.ended = true;
    }
    filler.join();
    failed += launch(gpu, launches);
    threads.removeAll(threadsOfRocjfr());
    System.out.println(
        "launched "
            + 3 * launches
            + ", failed "
            + failed
            + ", no room "
            + noRoom
            + " times, threads that ended "
            + threads);
  }

  /** Those that run as long as the process. */
  private static Set<String> threadsOfRocjfr() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(Set.of("rocjfr-drain", "rocjfr-control", "rocjfr-settings")::contains)
        .collect(Collectors.toSet());
  }

  private static int launch(Gpu gpu, int launches) {
    int failed = 0;
    for (int i = 0; i < launches; i++) {
      failed += gpu.launchUncounted() == 0 ? 0 : 1;
      if (i % AT_ONCE == AT_ONCE - 1) {
        failed += Hip.hipStreamSynchronize(0) == 0 ? 0 : 1;
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    return failed;
  }

  private void fill() {
    while (!ended) {
      for (int size = LARGEST; size >= 1; size /= 256) {
        take(size);
      }
      full = true;
      LockSupport.parkNanos(FILL_PAUSE_NANOS);
    }
    taken = null;
  }

  /** Blocks of this size, until there is no room for one. */
  private void take(int size) {
    try {
      while (!ended) {
        taken = new Object[] {taken, new byte[size]};
      }
    } catch (OutOfMemoryError e) {
      failures.incrementAndGet();
    }
  }
}
