// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.schema;

/** How an event writes that a value is not known. */
public enum Unknown {
  /** It always is known. */
  NEVER(""),
  NULL("null"),
  ZERO("0"),
  MINUS_ONE("-1"),
  NOT_A_NUMBER("NaN"),
  /** JFR's word for no time span, which jfr print shows so. */
  NOT_AVAILABLE("N/A"),
  /** The text itself, where an empty one has a meaning of its own. */
  WORD("`unknown`");

  private final String label;

  Unknown(String label) {
    this.label = label;
  }

  /** As the documentation writes it; empty for never. */
  public String label() {
    return label;
  }

  /** Whether a value that an event has is this. */
  boolean is(Object value) {
    return switch (this) {
      case NEVER, NULL -> value == null;
      case ZERO -> value instanceof Number number && number.longValue() == 0;
      case MINUS_ONE -> value instanceof Number number && number.longValue() == -1;
      case NOT_A_NUMBER -> value instanceof Number number && Double.isNaN(number.doubleValue());
      case NOT_AVAILABLE -> value instanceof Number number && number.longValue() == Long.MIN_VALUE;
      case WORD -> value == null || value.equals("unknown");
    };
  }
}
