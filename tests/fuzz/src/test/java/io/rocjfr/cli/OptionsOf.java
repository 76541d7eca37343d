// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import picocli.CommandLine.TypeConversionException;

/** Lets others try what options of commands take. */
public final class OptionsOf {
  private OptionsOf() {}

  /** A time; what is none is refused with a message. */
  public static void duration(String text) {
    try {
      if (new Duration.Converter().convert(text).nanos() <= 0) {
        throw new AssertionError("taken as a time: " + text);
      }
    } catch (TypeConversionException e) {
      // As it says.
    }
  }

  /** A text in a command for a JVM: one word, or it is refused with a message. */
  public static void fileOfJfr(String text) {
    try {
      String quoted = JfrText.quoted(text);
      if (quoted.length() < text.length()) {
        throw new AssertionError(text + " became " + quoted);
      }
    } catch (UserError e) {
      // As it says.
    }
  }
}
