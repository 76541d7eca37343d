// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

/** What has a begin and an end, in nanoseconds of the epoch. */
public interface Timed {
  long begin();

  long end();

  default long nanos() {
    return end() - begin();
  }
}
