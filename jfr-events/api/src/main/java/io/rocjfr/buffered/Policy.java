// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.buffered;

/** What happens to a record that does not fit into the buffer. */
public enum Policy {
  /** It is dropped and counted, until the buffer is flushed. */
  DISCARD(1),
  /**
   * The buffer's halves are swapped, and the full one is handed over. If the consumer still has the
   * other half, the thread that makes the record waits for at most 100 ms. It may be in a JNI
   * critical section, for which the consumer's garbage collection waits. Then the record is dropped
   * and counted.
   */
  LOSSLESS(2);

  private final int code;

  Policy(int code) {
    this.code = code;
  }

  /** rocprofiler_buffer_policy_t. */
  int code() {
    return code;
  }
}
