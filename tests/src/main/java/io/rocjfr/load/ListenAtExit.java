// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.Rocjfr;
import io.rocjfr.Roctx;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Makes marks and ends, while its listener has not been told of all of them. */
public final class ListenAtExit {
  private static final long SLEEP_NANOS = 50_000_000;

  private ListenAtExit() {}

  /** Takes how many, and whether to call System.exit. */
  public static void main(String[] arguments) {
    AtomicInteger heard = new AtomicInteger();
    Rocjfr.addListener(
        batch -> {
          LockSupport.parkNanos(SLEEP_NANOS);
          System.out.println("heard " + heard.addAndGet(batch.size()));
        });
    int marks = Integer.parseInt(arguments[0]);
    for (int i = 0; i < marks; i++) {
      Roctx.mark("mark");
    }
    System.out.println("made " + marks);
    if (Boolean.parseBoolean(arguments[1])) {
      System.exit(0);
    }
  }
}
