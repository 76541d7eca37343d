// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.Rocjfr;

/** Looks as if the agent had failed after it had started its threads. */
public final class HalfStarted {
  private HalfStarted() {}

  /** Takes what the agent said. Goes on at a line, and says whether the agent runs. */
  public static void main(String[] arguments) throws Exception {
    System.setProperty("rocjfr.agent", arguments[0]);
    Thread drain = new Thread(HalfStarted::await, "rocjfr-drain");
    drain.setDaemon(true);
    drain.start();
    System.out.println("ready");
    System.in.read();
    System.out.println("active " + Rocjfr.isActive());
  }

  private static synchronized void await() {
    while (true) {
      try {
        HalfStarted.class.wait();
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
