// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One line of the load's input: {@code verb name=value name=value}.
 *
 * @param verb what to do
 * @param values with which values
 */
record Request(String verb, Map<String, String> values) {
  static Request parse(String line) {
    String[] words = line.strip().split("\\s+", -1);
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 1; i < words.length; i++) {
      int at = words[i].lastIndexOf('=');
      if (at < 0) {
        throw new IllegalArgumentException("not name=value: " + words[i]);
      }
      values.put(words[i].substring(0, at), words[i].substring(at + 1));
    }
    return new Request(words[0], values);
  }

  String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(verb + " lacks " + name);
    }
    return value;
  }

  String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  int number(String name, int otherwise) {
    String value = values.get(name);
    return value == null ? otherwise : Integer.parseInt(value);
  }

  boolean flag(String name) {
    return Boolean.parseBoolean(values.get(name));
  }
}
