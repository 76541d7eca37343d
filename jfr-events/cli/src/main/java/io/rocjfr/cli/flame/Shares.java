// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.LargestRemainder;
import io.rocjfr.figures.SampledWork;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Splits what work amounts to between the stacks that submitted it. The totals are exact; how they
 * are split is estimated from the calls that were picked: {@link SampledWork}. What stacks have of
 * work of one name are whole numbers, which add up to its total.
 */
public final class Shares {
  /** What receives the parts. */
  public interface Receiver {
    /**
     * A part.
     *
     * @param node the stack, -1 if it is not known
     * @param work what the work is called
     * @param value how much of it
     * @param count how many pieces of work
     * @param basis on what that stands
     */
    void accept(int node, String work, long value, long count, SampledWork.Basis basis);
  }

  private static final class Part {
    private double value;
    private double count;

    void add(double addedValue, double addedCount) {
      value += addedValue;
      count += addedCount;
    }
  }

  private final SampledWork<Integer> work = new SampledWork<>();
  private double refused;

  /**
   * Adds pieces of work.
   *
   * @param alike what they have in common with others that are alike
   * @param name what they are called
   * @param thread that called, -1 if that is not known
   * @param call by which they were submitted, 0 if that is not known
   * @param value how much they amount to
   * @param count how many they are
   * @param node the stack of the call that submitted them, -1 if it was not picked
   * @param weight how many such calls it stands for
   */
  public void add(
      Object alike,
      String name,
      long thread,
      long call,
      double value,
      double count,
      int node,
      double weight) {
    work.add(alike, name, thread, call, value, count, node < 0 ? null : node, weight);
  }

  /** See {@link SampledWork#addCall}. */
  void call(long thread) {
    work.addCall(thread);
  }

  /** Calls were picked whose stacks could not be taken; so many calls these stand for. */
  public void refused(double calls) {
    refused += calls;
  }

  /** The same without any work. */
  Shares emptied() {
    Shares empty = new Shares();
    empty.refused = refused;
    return empty;
  }

  /** Tells all parts; together they are all that was added. */
  public void split(Receiver to) {
    Map<String, Map<Integer, Part>> all = new LinkedHashMap<>();
    work.split(
        refused,
        (name, node, value, count) ->
            all.computeIfAbsent(name, unused -> new LinkedHashMap<>())
                .computeIfAbsent(node == null ? -1 : node, unused -> new Part())
                .add(value, count));
    all.forEach((name, parts) -> tell(name, parts, to));
  }

  private void tell(String name, Map<Integer, Part> parts, Receiver to) {
    long[] values = whole(parts.values().stream().mapToDouble(part -> part.value).toArray());
    long[] counts = whole(parts.values().stream().mapToDouble(part -> part.count).toArray());
    int i = 0;
    for (int node : parts.keySet()) {
      SampledWork.Basis basis =
          node >= 0
              ? work.basis(name, node)
              : work.isExact() ? SampledWork.Basis.NONE : new SampledWork.Basis(0, 0);
      to.accept(node, name, values[i], counts[i], basis);
      i++;
    }
  }

  private static long[] whole(double[] parts) {
    double sum = 0;
    for (double part : parts) {
      sum += part;
    }
    return LargestRemainder.of(parts, Math.round(sum));
  }

  /** On what it stands how much a stack has of all work. */
  SampledWork.Basis basis(int node) {
    return work.basis(node);
  }

  /** See {@link SampledWork#unknownError}; to be asked after {@link #split}. */
  double unknownError() {
    return work.unknownError();
  }
}
