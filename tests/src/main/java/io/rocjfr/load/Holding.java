// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;

/** A thread inside {@code hipDeviceSynchronize}, for as long as the test wants. */
final class Holding {
  static final String THREAD = "holding";

  private final Memory go = new Memory(Integer.BYTES);
  private final Thread thread;

  Holding(Gpu gpu, Counts counts) {
    go.setInt(0, 0);
    gpu.launchStay(counts, go);
    thread = new Thread(() -> gpu.synchronizeDevice(counts), THREAD);
    thread.start();
  }

  void release() {
    go.setInt(0, 1);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
