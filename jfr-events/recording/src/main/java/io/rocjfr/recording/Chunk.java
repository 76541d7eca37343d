// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

/**
 * The header of one chunk of a recording.
 *
 * @param offset where it begins in the file
 * @param bytes how long it says it is; 0 when that was never written
 * @param beginNanos when it began, in nanoseconds of the epoch
 * @param nanos how long it lasted
 * @param beginTicks when it began, by the clock of its events
 * @param ticksPerSecond how fast that clock is
 * @param finished whether it was closed in order
 */
public record Chunk(
    long offset,
    long bytes,
    long beginNanos,
    long nanos,
    long beginTicks,
    long ticksPerSecond,
    boolean finished) {
  public long endOffset() {
    return offset + bytes;
  }
}
