// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.SampledTotal;
import io.rocjfr.figures.WholeParts;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Splits what work amounts to between the stacks that submitted it. The totals are exact; how they
 * are split is estimated from the calls that were picked, apart for each group of work that is
 * alike: long and short executions of one kernel must not stand for each other. What stacks have of
 * work of one name are whole numbers, which add up to its total.
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
     * @param samples on how many picked calls that stands; {@link SampledTotal#EXACT} if it is no
     *     estimate
     */
    void accept(int node, String work, long value, long count, long samples);
  }

  private record Group(String work, SampledTotal<Integer> total) {}

  private static final class Part {
    private double value;
    private double count;
    private long samples = SampledTotal.EXACT;

    void add(double addedValue, double addedCount, long addedSamples) {
      value += addedValue;
      count += addedCount;
      samples = SampledTotal.samples(samples, addedSamples);
    }
  }

  /** All work of one name: its groups' parts by stack. */
  private static final class Work {
    private final Map<Integer, Part> parts = new LinkedHashMap<>();
    private double value;
    private double count;
  }

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

  /** The same without any work. */
  Shares emptied() {
    Shares empty = new Shares();
    empty.refused = refused;
    return empty;
  }

  /** Tells all parts; together they are all that was added. */
  public void split(Receiver to) {
    Map<String, Work> all = new LinkedHashMap<>();
    for (Group group : groups.values()) {
      Work work = all.computeIfAbsent(group.work, unused -> new Work());
      work.value += group.total.value();
      work.count += group.total.pieces();
      group.total.split(
          refused,
          (node, value, count, samples) ->
              work.parts
                  .computeIfAbsent(node == null ? -1 : node, unused -> new Part())
                  .add(value, count, samples));
    }
    all.forEach((name, work) -> tell(name, work, to));
  }

  private static void tell(String name, Work work, Receiver to) {
    long[] values =
        WholeParts.of(
            work.parts.values().stream().mapToDouble(part -> part.value).toArray(),
            Math.round(work.value));
    long[] counts =
        WholeParts.of(
            work.parts.values().stream().mapToDouble(part -> part.count).toArray(),
            Math.round(work.count));
    int i = 0;
    for (Map.Entry<Integer, Part> part : work.parts.entrySet()) {
      to.accept(part.getKey(), name, values[i], counts[i], part.getValue().samples);
      i++;
    }
  }
}
