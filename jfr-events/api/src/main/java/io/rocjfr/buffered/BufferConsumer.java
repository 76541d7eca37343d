// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.buffered;

/** Gets what a buffer holds. */
@FunctionalInterface
public interface BufferConsumer {

  /**
   * Called with each batch, by a background thread that all buffers of the JVM share and that never
   * calls for the program. It may call HIP and anything of this package. What it throws is logged
   * once and otherwise ignored.
   *
   * @param records valid until this returns
   * @param dropped how many records were dropped since the batch before
   */
  void onRecords(BufferedRecords records, long dropped);
}
