// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

/** What a thread does if a pool has no room for its record. */
public enum Overflow {
  /**
   * It waits for the consumer, at most 100 ms. Then the record is dropped and counted. Further
   * records are dropped without a wait until the consumer has made room. The wait is limited,
   * because the consumer's garbage collection may be waiting for this thread.
   */
  WAIT_BRIEFLY,
  /** The record is dropped and counted. */
  DROP
}
