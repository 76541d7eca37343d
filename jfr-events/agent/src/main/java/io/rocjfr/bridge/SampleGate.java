// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/**
 * Decides which clock samples to trust: a reading between two others is as exact as these are
 * close. What a busy machine spread wide is rejected, but never for long.
 */
final class SampleGate {
  private static final int MAX_REJECTED = 8;

  private double usual = -1;
  private int rejected;

  /** Whether to take a sample of this width, in nanoseconds. */
  boolean accept(long width) {
    if (width < 0) {
      return false;
    }
    if (usual >= 0 && width > 2 * usual + 300 && rejected < MAX_REJECTED) {
      rejected++;
      return false;
    }
    rejected = 0;
    usual = usual < 0 ? width : usual + (width - usual) / 8;
    return true;
  }
}
