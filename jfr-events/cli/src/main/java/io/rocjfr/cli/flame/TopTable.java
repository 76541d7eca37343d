// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.SampledWork;
import io.rocjfr.figures.SampledWork.Basis;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The work and the methods that submit it, the most first. */
public final class TopTable {
  /** {@link #of}: one method, that which tells who asked. */
  public static final int TELLING = 0;

  /**
   * One row.
   *
   * @param work a kernel, the direction of a copy, a function
   * @param by the methods of the application that submitted it, the innermost first
   * @param callers from how many places these are called
   * @param depth how many methods there are from the innermost to the last of these, where several
   *     stacks are summed up the most
   * @param value how much it amounts to
   * @param count how many pieces it is
   * @param samples on how many picked calls these stand, or {@link SampledWork#EXACT}
   * @param error within how much more or less it is, 95 times of 100
   */
  public record Row(
      String work,
      String by,
      int callers,
      int depth,
      long value,
      long count,
      long samples,
      long error) {
    /** Whether it is estimated. */
    public boolean isEstimate() {
      return samples != SampledWork.EXACT;
    }
  }

  private static final class Sum {
    private final Set<Frame> callers = new HashSet<>();
    private int depth;
    private long value;
    private long count;
    private Basis basis = Basis.NONE;
    private long unknown;
  }

  private final FlameGraph graph;
  private final StackTree tree;
  private final GraphCallers callers;
  private final int frames;

  private TopTable(FlameGraph graph, int frames, Predicate<String> mine) {
    this.graph = graph;
    tree = graph.tree();
    callers = frames == TELLING ? new GraphCallers(graph, mine) : null;
    this.frames = Math.max(1, frames);
  }

  /**
   * Of a graph.
   *
   * @param frames the number of innermost methods in which rows differ, or {@link #TELLING}: one,
   *     without methods of well-known bindings, and without those through which all but a hundredth
   *     of the work goes
   */
  public static TopTable of(FlameGraph graph, int frames) {
    return of(graph, frames, null);
  }

  /**
   * Likewise.
   *
   * @param mine which methods are the user's, for {@link #TELLING}; null: all but those of bindings
   */
  public static TopTable of(FlameGraph graph, int frames, Predicate<String> mine) {
    return new TopTable(graph, frames, mine);
  }

  /** What all stacks end with, where it is left out: the innermost first. */
  public List<String> way() {
    return callers == null ? List.of() : callers.way().stream().map(Frame::label).toList();
  }

  /** Whether that is so of all work: else there is some without a known stack. */
  public boolean isWayOfAll() {
    return callers == null || callers.isOfAll();
  }

  /** Whether a little of the work goes another way. */
  public boolean hasExceptions() {
    return callers != null && callers.hasExceptions();
  }

  /** The rows. */
  public List<Row> rows() {
    Map<List<String>, Sum> sums = new HashMap<>();
    for (int node = 1; node < tree.size(); node++) {
      if (graph.isWork(node)) {
        StringBuilder by = new StringBuilder();
        int innermost = tree.parent(node);
        int caller = by(innermost, by);
        Sum sum =
            sums.computeIfAbsent(List.of(tree.frame(node).name(), by.toString()), key -> new Sum());
        sum.value += graph.own(node);
        sum.count += graph.pieces(node);
        sum.basis = sum.basis.plus(graph.basis(node));
        sum.unknown += graph.isUnknown(node) ? graph.own(node) : 0;
        sum.callers.add(tree.frame(caller));
        sum.depth = Math.max(sum.depth, between(innermost, caller));
      }
    }
    return sums.entrySet().stream()
        .map(e -> row(e.getKey(), e.getValue()))
        .sorted(
            Comparator.comparingLong(Row::value)
                .reversed()
                .thenComparing(Row::work)
                .thenComparing(Row::by))
        .toList();
  }

  private Row row(List<String> key, Sum sum) {
    long error =
        sum.basis.samples() == SampledWork.EXACT
            ? 0
            : sum.unknown > 0
                ? graph.unknownError(sum.unknown)
                : graph.errorOfWork(key.get(0), sum.value, sum.basis);
    return new Row(
        key.get(0),
        key.get(1),
        sum.callers.size(),
        sum.depth,
        sum.value,
        sum.count,
        sum.basis.samples(),
        error);
  }

  /** How many frames there are from one to before one that calls it. */
  private int between(int innermost, int caller) {
    int depth = 0;
    for (int node = innermost; node > StackTree.ROOT && node != caller; node = tree.parent(node)) {
      depth++;
    }
    return depth;
  }

  /** That with which a stack begins, where threads are told apart. */
  private Optional<Frame> thread(int innermost) {
    int node = innermost;
    while (node > StackTree.ROOT && tree.parent(node) > StackTree.ROOT) {
      node = tree.parent(node);
    }
    return Optional.of(tree.frame(node)).filter(frame -> frame.kind() == Frame.Kind.THREAD);
  }

  /** Appends the methods, and returns who calls them. */
  private int by(int innermost, StringBuilder by) {
    int node = callers == null ? innermost : callers.of(innermost);
    thread(innermost).ifPresent(thread -> by.append(thread.label()).append(' '));
    by.append(tree.frame(node).label());
    node = Math.max(StackTree.ROOT, tree.parent(node));
    for (int i = 1; i < frames && node != StackTree.ROOT; i++) {
      by.append(" < ").append(tree.frame(node).label());
      node = tree.parent(node);
    }
    return node;
  }
}
