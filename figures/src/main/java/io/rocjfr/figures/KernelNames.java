// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Shortens the names of kernels, as C++ spells them, to what fits into a column. */
public final class KernelNames {
  private static final String ELLIPSIS = "...";

  private KernelNames() {}

  /** The names, each at most {@code width} wide; different ones stay different. */
  public static List<String> shorten(List<String> names, int width) {
    List<String> result = new ArrayList<>(names.size());
    Map<String, Integer> used = new HashMap<>();
    for (String name : names) {
      String wanted = shorten(name, width);
      String unique = wanted;
      while (used.containsKey(unique)) {
        String number = "~" + used.merge(wanted, 1, Integer::sum);
        unique = cut(wanted, width - number.length()) + number;
      }
      used.put(unique, 1);
      result.add(unique);
    }
    return result;
  }

  /**
   * Leaves out, one after the other until it fits: parameters, result, template arguments, scopes.
   */
  public static String shorten(String name, int width) {
    String shorter = name;
    if (shorter.length() > width) {
      shorter = withoutResult(withoutParameters(shorter));
    }
    if (shorter.length() > width) {
      shorter = withoutTemplateArguments(shorter);
    }
    if (shorter.length() > width) {
      shorter = withoutScopes(shorter, width);
    }
    return cut(shorter, width);
  }

  /** {@code f<g(int)>(int, long) [clone .kd]} becomes {@code f<g(int)>}. */
  private static String withoutParameters(String name) {
    int depth = 0;
    for (int i = 0; i < name.length(); i++) {
      switch (name.charAt(i)) {
        case '<' -> depth++;
        case '>' -> depth--;
        case '(' -> {
          // "(anonymous namespace)::f" goes on behind its parenthesis.
          if (depth == 0 && i > 0 && !name.startsWith("(anonymous namespace)", i)) {
            return name.substring(0, i);
          }
        }
        default -> {
          // Part of a name.
        }
      }
    }
    return name;
  }

  /** {@code void f<int>} becomes {@code f<int>}. */
  private static String withoutResult(String name) {
    int depth = 0;
    int start = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '<' || c == '(') {
        depth++;
      } else if (c == '>' || c == ')') {
        depth--;
      } else if (c == ' ' && depth == 0) {
        start = i + 1;
      }
    }
    return name.substring(start);
  }

  /** {@code f<g<int>, 4>::h} becomes {@code f<...>::h}. */
  private static String withoutTemplateArguments(String name) {
    StringBuilder result = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '<' && depth++ == 0) {
        result.append("<").append(ELLIPSIS);
      }
      if (c == '>' && depth > 0) {
        depth--;
      }
      if (depth == 0) {
        result.append(c);
      }
    }
    return result.toString();
  }

  /** {@code at::native::f<...>} becomes {@code native::f<...>}, or {@code f<...>}. */
  private static String withoutScopes(String name, int width) {
    int from = 0;
    int scope = name.indexOf("::");
    while (scope >= 0 && name.length() - from > width) {
      from = scope + 2;
      scope = name.indexOf("::", from);
    }
    return name.substring(from);
  }

  /**
   * The name in at most so many columns ({@link VisibleText#width}). Generated names (Tensile's)
   * differ at both ends.
   */
  public static String cut(String name, int width) {
    if (VisibleText.width(name) <= width) {
      return name;
    }
    int kept = Math.max(width - ELLIPSIS.length(), 2);
    int head = (kept + 1) / 2;
    return VisibleText.firstColumns(name, head)
        + ELLIPSIS
        + VisibleText.lastColumns(name, kept - head);
  }
}
