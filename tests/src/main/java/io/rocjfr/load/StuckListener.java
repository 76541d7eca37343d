// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.ActivityListener;
import io.rocjfr.Rocjfr;
import io.rocjfr.Roctx;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Has a listener that never returns, and ends; takes how many marks that one will not get. */
public final class StuckListener {
  private StuckListener() {}

  /** Prints what was dropped as soon as that are all of them, while the JVM shuts down. */
  public static void main(String[] arguments) throws InterruptedException {
    int marks = Integer.parseInt(arguments[0]);
    CountDownLatch told = new CountDownLatch(1);
    ActivityListener.Registration stuck =
        Rocjfr.addListener(
            batch -> {
              told.countDown();
              while (true) {
                LockSupport.park();
              }
            });
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  while (stuck.dropped() < marks) {
                    LockSupport.parkNanos(1_000_000);
                  }
                  System.out.println("dropped " + stuck.dropped());
                }));
    Roctx.mark("the only one");
    told.await();
    for (int i = 0; i < marks; i++) {
      Roctx.mark("mark");
    }
  }
}
