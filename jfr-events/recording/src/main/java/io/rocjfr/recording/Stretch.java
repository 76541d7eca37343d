// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

/**
 * A part of a file.
 *
 * @param offset where it begins
 * @param bytes how long it is
 */
record Stretch(long offset, long bytes) {
  /** So long is the shortest event that can take its place: a size, and a type. */
  static final int LEAST = 2;

  long end() {
    return offset + bytes;
  }
}
