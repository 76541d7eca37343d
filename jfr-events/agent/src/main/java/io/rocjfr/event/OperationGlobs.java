// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import java.util.ArrayList;
import java.util.List;

/** A list of globs over function names: {@code *} stands for any characters, {@code ?} for one. */
public final class OperationGlobs {
  private final List<String> globs;

  private OperationGlobs(List<String> globs) {
    this.globs = globs;
  }

  /** The globs of a comma-separated list; blanks around them do not count. */
  public static OperationGlobs parse(String list) {
    return new OperationGlobs(split(list));
  }

  static List<String> split(String list) {
    List<String> globs = new ArrayList<>();
    for (String part : list.split(",", -1)) {
      String glob = part.trim();
      if (!glob.isEmpty()) {
        globs.add(glob);
      }
    }
    return globs;
  }

  /** Whether one of the globs matches the whole name. */
  public boolean matches(String name) {
    for (String glob : globs) {
      if (matches(glob, name)) {
        return true;
      }
    }
    return false;
  }

  /** Greedy with one point of return, hence linear in practice and never exponential. */
  private static boolean matches(String glob, String name) {
    int g = 0;
    int n = 0;
    int star = -1;
    int resume = 0;
    while (n < name.length()) {
      char c = g < glob.length() ? glob.charAt(g) : 0;
      if (c == '*') {
        star = g++;
        resume = n;
      } else if (g < glob.length() && (c == '?' || c == name.charAt(n))) {
        g++;
        n++;
      } else if (star >= 0) {
        g = star + 1;
        n = ++resume;
      } else {
        return false;
      }
    }
    while (g < glob.length() && glob.charAt(g) == '*') {
      g++;
    }
    return g == glob.length();
  }
}
