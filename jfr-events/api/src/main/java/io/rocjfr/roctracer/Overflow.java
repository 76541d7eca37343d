// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

/** What a thread does whose record finds no room in a pool. */
public enum Overflow {
  /**
   * It waits for the consumer, at most 100 ms; then the record is dropped and counted, and so are
   * further ones, without a wait, until the consumer has made room. The wait has a bound, since the
   * thread may be one that the consumer's garbage collection waits for.
   */
  WAIT_BRIEFLY,
  /** The record is dropped and counted. */
  DROP
}
