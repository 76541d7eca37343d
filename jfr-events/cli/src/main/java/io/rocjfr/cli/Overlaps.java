// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.Units;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Recordings of one process that overlap: what several of them have is counted several times. */
final class Overlaps {
  private record OfFile(String file, long begin, long end, Set<Long> processes) {}

  private final List<OfFile> files = new ArrayList<>();
  private final List<String> sentences = new ArrayList<>();

  /**
   * Takes a file.
   *
   * @param begin when it begins, in nanoseconds of the epoch
   * @param end when it ends
   * @param processes the keys of the processes that it is of
   */
  void add(String file, long begin, long end, Set<Long> processes) {
    OfFile added = new OfFile(file, begin, end, Set.copyOf(processes));
    for (OfFile other : files) {
      long nanos = Math.min(end, other.end) - Math.max(begin, other.begin);
      if (nanos > 0 && !Collections.disjoint(added.processes, other.processes)) {
        sentences.add(
            other.file
                + " and "
                + file
                + " are of the same process and overlap by "
                + Units.duration(nanos)
                + ". Events in both are counted twice.");
      }
    }
    files.add(added);
  }

  /** One for each pair of files. */
  List<String> sentences() {
    return List.copyOf(sentences);
  }
}
