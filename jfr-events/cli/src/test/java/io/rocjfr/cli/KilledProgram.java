// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.consumer.EventStream;

/** Records, waits until JFR flushed, says so, and goes on until it is killed. */
final class KilledProgram {
  static final int KERNELS = 1234;

  private KilledProgram() {}

  public static void main(String[] args) throws Exception {
    AtomicInteger flushed = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(1);
    try (RecordingMaker maker = new RecordingMaker();
        EventStream repository = EventStream.openRepository()) {
      // It reads the file, as far as JFR says in it that it has been flushed.
      repository.onEvent("rocjfr.KernelDispatch", event -> flushed.incrementAndGet());
      repository.onFlush(
          () -> {
            if (flushed.get() == KERNELS) {
              all.countDown();
            }
          });
      repository.setStartTime(Instant.EPOCH);
      repository.startAsync();
      for (int i = 0; i < KERNELS; i++) {
        maker.kernel("scale", 0, 1, i * 1000L, 500);
      }
      all.await();
      System.out.println("flushed");
      while (System.in.read() >= 0) {
        // Until it is killed.
      }
    }
  }
}
