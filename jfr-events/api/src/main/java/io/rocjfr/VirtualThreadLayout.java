// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

/**
 * The table of virtual threads in native memory, as {@code record.h} defines it: between the agent
 * and this API, not for applications.
 */
public final class VirtualThreadLayout {
  public static final int ENTRY_BYTES = 32;
  public static final int OWNER = 0;
  public static final int EXTERNAL_ID = 8;
  public static final int GUARD = 16;
  public static final int STAMP = 24;

  static final int WAYS = 8;
  static final int SET_BYTES = WAYS * ENTRY_BYTES;

  /** The upper bits of the product are the number of a thread's set. */
  static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private VirtualThreadLayout() {}
}
