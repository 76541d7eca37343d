// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.UUID;

/**
 * Tells this process's correlation ids from those of others, which count from the same number: what
 * is derived from both is unique among processes.
 */
public final class ProcessKey {
  /** Random, never 0. */
  public static final long VALUE = UUID.randomUUID().getMostSignificantBits() | 1;

  private ProcessKey() {}
}
