// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.buffered;

/** Gets what a buffer holds. */
@FunctionalInterface
public interface BufferConsumer {

  /**
   * Called with each batch, on a background thread that all buffers of the JVM share. It may call
   * HIP and everything in this package. If it throws, this is logged once and otherwise ignored.
   *
   * @param records valid until this returns
   * @param dropped how many records were dropped since the batch before
   */
  void onRecords(BufferedRecords records, long dropped);
}
