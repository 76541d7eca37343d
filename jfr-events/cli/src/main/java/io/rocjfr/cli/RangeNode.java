// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ranges of the same message within ranges of the same messages. Where a parent has many children
 * whose messages differ in their numbers only ("iteration 1", "iteration 2"), they become one
 * ("iteration #").
 */
final class RangeNode {
  /** So many messages that differ in their numbers only stay apart. */
  static final int ALIKE = 8;

  private final Statistics statistics = new Statistics();
  private final Map<String, RangeNode> children = new LinkedHashMap<>();

  /** The messages of children, by what they are without their numbers. */
  private final Map<String, List<String>> alike = new LinkedHashMap<>();

  Statistics statistics() {
    return statistics;
  }

  Map<String, RangeNode> children() {
    return children;
  }

  RangeNode child(String message) {
    RangeNode child = children.get(message);
    if (child != null) {
      return child;
    }
    String pattern = pattern(message);
    if (alike.containsKey(message)) {
      return unite(message, alike.get(message)); // They became one where this comes from.
    }
    if (!pattern.equals(message)) {
      if (children.containsKey(pattern)) {
        return children.get(pattern);
      }
      List<String> messages = alike.computeIfAbsent(pattern, key -> new ArrayList<>(2));
      if (messages.size() == ALIKE) {
        return unite(pattern, messages);
      }
      messages.add(message);
    }
    String key = children.size() < Table.ROWS ? message : Table.OTHERS;
    return children.computeIfAbsent(key, name -> new RangeNode());
  }

  /** Adds all that is below {@code other} to what is below this. */
  void addChildren(RangeNode other) {
    other.children.forEach(
        (message, from) -> {
          RangeNode to = child(message);
          to.statistics.add(from.statistics);
          to.addChildren(from);
        });
  }

  private RangeNode unite(String pattern, List<String> messages) {
    RangeNode all = new RangeNode();
    for (String message : messages) {
      RangeNode one = children.remove(message);
      if (one != null) {
        all.statistics.add(one.statistics);
        all.addChildren(one);
      }
    }
    alike.remove(pattern);
    children.put(pattern, all);
    return all;
  }

  private static String pattern(String message) {
    StringBuilder pattern = new StringBuilder(message.length());
    boolean inNumber = false;
    for (int i = 0; i < message.length(); i++) {
      char c = message.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit) {
        pattern.append(c);
      } else if (!inNumber) {
        pattern.append('#');
      }
      inNumber = digit;
    }
    return pattern.toString();
  }
}
