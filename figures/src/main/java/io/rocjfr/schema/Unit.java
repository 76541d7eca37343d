// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.schema;

/** What the values of a field are measured in. */
public enum Unit {
  /** A text, an id, a count or an ordinal. */
  NONE(""),
  BYTES("bytes"),
  NANOSECONDS("ns"),
  EPOCH_MILLIS("ms since 1970"),
  HERTZ("Hz"),
  /** From 0 to 1. */
  SHARE("share"),
  WATTS("W"),
  CELSIUS("°C");

  private final String label;

  Unit(String label) {
    this.label = label;
  }

  /** As the documentation writes it; empty for none. */
  public String label() {
    return label;
  }
}
