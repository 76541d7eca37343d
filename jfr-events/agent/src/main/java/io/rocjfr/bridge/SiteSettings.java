// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/**
 * What is wanted to be known of the callers of functions.
 *
 * @param functions globs of those whose calls are picked; empty: none
 * @param rate how many a second, 0: all
 * @param picksAllocations whether allocations are picked, too
 * @param allocationRate likewise
 */
record SiteSettings(String functions, int rate, boolean picksAllocations, int allocationRate) {
  static final SiteSettings NONE = new SiteSettings("", 0, false, 0);
}
