// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.regex.Pattern;

/** Names of classes, as they are shown and as frames of several runs are the same by them. */
public final class ClassNames {
  /** What the JVM appends to the name of a hidden class, another one in each run. */
  private static final Pattern HIDDEN =
      Pattern.compile("(\\$\\$Lambda)(\\$\\d+)?[+./]0x\\p{XDigit}+(\\.\\d+)?$");

  private ClassNames() {}

  /** Without what is another one in each run. */
  public static String shown(String type) {
    return HIDDEN.matcher(type).replaceFirst("$1");
  }
}
