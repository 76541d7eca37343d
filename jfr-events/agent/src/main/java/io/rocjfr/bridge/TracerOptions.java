// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.ByteBuffer;

/**
 * How the tracer is set up; see {@code rocjfr_options_t}.
 *
 * @param ringBytes of one thread's ring, a power of two
 * @param memoryBytes of all rings together
 * @param lossless whether a producer waits while its ring is full
 * @param losslessWaitMillis the longest such wait
 * @param early whether no other thread runs application code yet
 */
public record TracerOptions(
    long ringBytes, long memoryBytes, boolean lossless, int losslessWaitMillis, boolean early) {

  public static final long LEAST_RING = Layout.LEAST_RING_BYTES;
  public static final long MOST_RING = Layout.MOST_RING_BYTES;
  public static final int MOST_WAIT_MILLIS = Layout.MOST_LOSSLESS_WAIT_MS;

  // The defaults.
  public static final long RING = Layout.DEFAULT_RING_BYTES;
  public static final long MEMORY = Layout.DEFAULT_MEMORY_BYTES;
  public static final int WAIT_MILLIS = Layout.DEFAULT_LOSSLESS_WAIT_MS;

  private static final int BYTES = 40;

  ByteBuffer toNative() {
    ByteBuffer options = NativeTracer.buffer(BYTES);
    options.putLong(0, BYTES);
    options.putLong(8, ringBytes);
    options.putLong(16, memoryBytes);
    options.putInt(24, lossless ? 1 : 0);
    options.putInt(28, losslessWaitMillis);
    options.putInt(32, early ? 1 : 0);
    return options;
  }
}
