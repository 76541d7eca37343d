// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.function.LongSupplier;

/** The JVM's clock, for what takes another one in tests. */
final class NanoClock implements LongSupplier {
  @Override
  public long getAsLong() {
    return System.nanoTime();
  }
}
