// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.demo;

import io.rocjfr.Roctx;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The phases of the demo as roctx ranges, and the program's own count of them. For one thread. */
final class Phases {
  /**
   * A program has rocjfr-api.jar beside it; the demo takes what the agent brings, if it is there.
   */
  static final boolean API = isPresent("io.rocjfr.Roctx");

  private final SortedMap<String, Integer> counts = new TreeMap<>();

  /** Runs {@code work} within a range of this message, counted under it. */
  void run(String message, Runnable work) {
    run(message, message, work);
  }

  /** Runs {@code work} within a range of this message, counted under {@code name}. */
  void run(String name, String message, Runnable work) {
    counts.merge(name, 1, Integer::sum);
    if (API) {
      Roctx.push(message);
    }
    try {
      work.run();
    } finally {
      if (API) {
        Roctx.pop();
      }
    }
  }

  SortedMap<String, Integer> counts() {
    return Collections.unmodifiableSortedMap(counts);
  }

  private static boolean isPresent(String className) {
    try {
      Class.forName(className);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
