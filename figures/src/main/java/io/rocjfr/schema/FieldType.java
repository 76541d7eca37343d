// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.schema;

import java.util.Set;

/** The Java types of fields. */
public enum FieldType {
  TEXT("java.lang.String", "a text"),
  INT("int", "an integer"),
  LONG("long", "an integer"),
  FLOAT("float", "a decimal number"),
  DOUBLE("double", "a decimal number"),
  FLAG("boolean", "a flag"),
  THREAD("java.lang.Thread", "a thread");

  private static final Set<String> INTEGERS = Set.of("byte", "short", "int", "long");
  private static final Set<String> DECIMALS = Set.of("float", "double");

  private final String typeName;
  private final String label;

  FieldType(String typeName, String label) {
    this.typeName = typeName;
    this.label = label;
  }

  /** As JFR names the type. */
  public String typeName() {
    return typeName;
  }

  /** Whether a field of this type may be of that one, too, in another version: wide or narrow. */
  public boolean accepts(String otherType) {
    return switch (this) {
      case INT, LONG -> INTEGERS.contains(otherType);
      case FLOAT, DOUBLE -> DECIMALS.contains(otherType);
      case TEXT, FLAG, THREAD -> typeName.equals(otherType);
    };
  }

  /** As messages say it. */
  public String label() {
    return label;
  }
}
