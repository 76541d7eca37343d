// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.function.LongSupplier;

/** What ends a listener's registration, and tells what it was too slow for: JDK types only. */
record ListenerEnd(LongSupplier dropped, Runnable end) implements Runnable, LongSupplier {
  @Override
  public void run() {
    end.run();
  }

  @Override
  public long getAsLong() {
    return dropped.getAsLong();
  }
}
