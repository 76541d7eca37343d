// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.SampledTotal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Splits what work amounts to between the stacks that submitted it. The totals are exact; how they
 * are split is estimated from the calls that were picked, apart for each group of work that is
 * alike: long and short executions of one kernel must not stand for each other.
 */
public final class Shares {
  /** Beyond that many groups, work is told apart by its name only. */
  private static final int MOST_GROUPS = 20_000;

  /** What receives the parts. */
  public interface Receiver {
    /**
     * A part.
     *
     * @param node the stack, -1 if it is not known
     * @param work what the work is called
     * @param value how much of it
     * @param count how many pieces of work
     */
    void accept(int node, String work, double value, double count);
  }

  private record Group(String work, SampledTotal<Integer> total) {}

  private final Map<Object, Group> groups = new LinkedHashMap<>();
  private boolean refused;

  /**
   * Adds pieces of work.
   *
   * @param alike what they have in common with others that are alike
   * @param work what they are called
   * @param value how much they amount to
   * @param count how many they are
   * @param node the stack of the call that submitted them, -1 if it was not picked
   * @param weight how many such pieces each of them stands for
   */
  public void add(Object alike, String work, double value, double count, int node, double weight) {
    Group group = groups.get(alike);
    if (group == null) {
      Object key = groups.size() < MOST_GROUPS ? alike : work;
      group = groups.computeIfAbsent(key, unused -> new Group(work, new SampledTotal<>()));
    }
    group.total.add(value, count, node < 0 ? null : node, weight);
  }

  /** Calls were picked whose stacks could not be taken. */
  public void refused() {
    refused = true;
  }

  /** Tells all parts; together they are all that was added. */
  public void split(Receiver to) {
    for (Group group : groups.values()) {
      group.total.split(
          refused,
          (node, value, count) -> to.accept(node == null ? -1 : node, group.work, value, count));
    }
  }
}
