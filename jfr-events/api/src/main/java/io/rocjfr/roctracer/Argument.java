// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/**
 * Where an argument lies.
 *
 * @param offset in hip_api_data_t's args
 * @param pointeeBytes of a REFERENCE; otherwise 0
 */
record Argument(String name, int offset, Arguments.Type type, int bytes, int pointeeBytes) {

  /** From "name offset type," for each; null: none. */
  static List<Argument> parse(String text) {
    List<Argument> arguments = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(text == null ? "" : text, " ,");
    while (tokens.hasMoreTokens()) {
      String name = tokens.nextToken();
      arguments.add(of(name, Integer.parseInt(tokens.nextToken()), tokens.nextToken()));
    }
    return List.copyOf(arguments);
  }

  private static Argument of(String name, int offset, String type) {
    return switch (type) {
      case "I32" -> new Argument(name, offset, Arguments.Type.INT, 4, 0);
      case "U8" -> new Argument(name, offset, Arguments.Type.UNSIGNED, 1, 0);
      case "U16" -> new Argument(name, offset, Arguments.Type.UNSIGNED, 2, 0);
      case "U32" -> new Argument(name, offset, Arguments.Type.UNSIGNED, 4, 0);
      case "U64" -> new Argument(name, offset, Arguments.Type.LONG, 8, 0);
      case "TEXT" -> new Argument(name, offset, Arguments.Type.TEXT, 8, 0);
      case "P" -> new Argument(name, offset, Arguments.Type.POINTER, 8, 0);
      case "PP" -> new Argument(name, offset, Arguments.Type.REFERENCE, 8, 8);
      case "P32" -> new Argument(name, offset, Arguments.Type.REFERENCE, 8, 4);
      default -> throw new IllegalStateException("argument " + name + " has unknown type " + type);
    };
  }

  boolean isAddress() {
    return type == Arguments.Type.TEXT
        || type == Arguments.Type.REFERENCE
        || type == Arguments.Type.POINTER;
  }
}
