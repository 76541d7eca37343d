// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

/** What ranges are called that differ in their numbers only. */
public final class RangeNames {
  private RangeNames() {}

  /** {@code iteration 17} becomes {@code iteration #}. */
  public static String folded(String message) {
    StringBuilder folded = null;
    boolean inNumber = false;
    for (int i = 0; i < message.length(); i++) {
      char c = message.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (digit && folded == null) {
        folded = new StringBuilder(message.length()).append(message, 0, i);
      }
      if (folded != null && !(digit && inNumber)) {
        folded.append(digit ? '#' : c);
      }
      inNumber = digit;
    }
    return folded == null ? message : folded.toString();
  }
}
