// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.buffered;

/** What happens to a record that does not fit into the buffer. */
public enum Policy {
  /** It is dropped and counted, until the buffer is flushed. */
  DISCARD(1),
  /**
   * The buffer's halves are swapped, and the full one is handed over. While the consumer still has
   * the other one, the thread that makes the record waits: 100 ms at most, since it may be in a JNI
   * critical section that the consumer's garbage collection waits for. Then the record is dropped
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
