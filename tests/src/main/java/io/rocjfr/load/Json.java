// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.util.Map;
import java.util.stream.Collectors;

/** Writes maps of strings and numbers as JSON, in one line. */
final class Json {
  private Json() {}

  static String of(Map<String, ?> values) {
    return values.entrySet().stream()
        .map(entry -> text(entry.getKey()) + ":" + value(entry.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String value(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> text(String.valueOf(entry.getKey())) + ":" + value(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    return value instanceof Number || value instanceof Boolean
        ? value.toString()
        : text(String.valueOf(value));
  }

  private static String text(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
