// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.SampledWork;
import io.rocjfr.figures.SampledWork.Basis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How much of something belongs to which stack. */
public final class FlameGraph {
  /** Work of one name. */
  private static final class OfName {
    private long value;
    private double variance;
  }

  private final Quantity quantity;
  private final StackTree tree;
  private long[] own = new long[1024];
  private long[] pieces = new long[1024];

  /** Of work at its node, of a stack at the node of its innermost frame; none: it is exact. */
  private final Map<Integer, Basis> bases = new HashMap<>();

  private final Map<String, OfName> byName = new HashMap<>();
  private Map<String, Long> reasons = new LinkedHashMap<>();
  private double variance;
  private double unknownError;
  private long unknown;

  FlameGraph(Quantity quantity, StackTree tree) {
    this.quantity = quantity;
    this.tree = tree;
  }

  /** The selected of these shares, and why calls have no stack: how many, by cause. */
  static FlameGraph of(
      Quantity quantity,
      StackTree tree,
      Shares shares,
      Map<String, Long> reasons,
      Selection selection) {
    FlameGraph graph = new FlameGraph(quantity, tree);
    Set<Integer> stacks = new LinkedHashSet<>();
    shares.split(
        (stack, work, value, count, basis) -> {
          if (selection.has(graph.path(stack, work))) {
            graph.add(stack, work, value, count, basis);
            stacks.add(stack);
          }
        });
    stacks.stream()
        .filter(stack -> stack >= 0)
        .forEach(stack -> graph.addStack(stack, shares.basis(stack)));
    graph.unknownError = Math.min(shares.unknownError(), (double) graph.total());
    graph.reasons = reasons;
    return graph;
  }

  /**
   * Adds to a stack, -1 for none that is known, what it amounts to.
   *
   * @param basis on what that stands
   */
  void add(int stack, String work, long value, long count, Basis basis) {
    int from = stack < 0 ? tree.child(StackTree.ROOT, Frame.NO_STACK) : stack;
    if (stack < 0) {
      unknown += value;
    }
    int leaf = tree.child(from, Frame.work(work));
    if (leaf >= own.length) {
      int length = Math.max(leaf + 1, own.length * 2);
      own = Arrays.copyOf(own, length);
      pieces = Arrays.copyOf(pieces, length);
    }
    own[leaf] += value;
    pieces[leaf] += count;
    OfName of = byName.computeIfAbsent(work, unused -> new OfName());
    of.value += value;
    of.variance += basis.variance();
    bases.merge(leaf, basis, Basis::plus);
  }

  private List<Frame> path(int stack, String work) {
    List<Frame> path = new ArrayList<>(stack < 0 ? List.of(Frame.NO_STACK) : tree.path(stack));
    path.add(Frame.work(work));
    return path;
  }

  /** Adds on what it stands how much a stack has of all. */
  void addStack(int stack, Basis basis) {
    variance += basis.variance();
    bases.merge(stack, basis, Basis::plus);
  }

  public Quantity quantity() {
    return quantity;
  }

  public StackTree tree() {
    return tree;
  }

  /** What belongs to a node itself; leaves have it, which are the work. */
  public long own(int node) {
    return node < own.length ? own[node] : 0;
  }

  /** How many pieces of work that is. */
  public long pieces(int node) {
    return node < pieces.length ? pieces[node] : 0;
  }

  /** On what a piece of work's amount stands. */
  Basis basis(int node) {
    return bases.getOrDefault(node, Basis.NONE);
  }

  /** Whether nothing is estimated. */
  public boolean isExact() {
    return bases.values().stream().allMatch(basis -> basis.samples() == SampledWork.EXACT);
  }

  /** Whether work is of no known stack. */
  boolean isUnknown(int node) {
    return tree.parent(node) > StackTree.ROOT
        && tree.frame(tree.parent(node)).equals(Frame.NO_STACK);
  }

  /**
   * Within how much more or less it is, 95 times of 100.
   *
   * @param value how much of all work of a name
   * @param basis on what that stands
   */
  long errorOfWork(String work, long value, Basis basis) {
    OfName of = byName.get(work);
    return of == null
        ? 0
        : Math.round(
            SampledWork.error((double) value, (double) of.value, basis.variance(), of.variance));
  }

  /** The same of what belongs to no known stack. */
  public long unknownError() {
    return Math.round(unknownError);
  }

  /** And of a part of it. */
  long unknownError(long part) {
    return unknown > 0 ? Math.round(unknownError * part / unknown) : 0;
  }

  /** Why calls that were picked have no stack: how many, by cause. */
  public Map<String, Long> reasons() {
    return reasons;
  }

  /** What all its work is called. */
  Set<String> works() {
    return IntStream.range(1, tree.size())
        .filter(this::isWork)
        .mapToObj(node -> tree.frame(node).name())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Whether a node is work, and has anything. */
  boolean isWork(int node) {
    return own(node) > 0 || pieces(node) > 0;
  }

  /** What belongs to each node and all that it calls, by node. */
  public long[] inclusive() {
    long[] all = Arrays.copyOf(own, tree.size());
    for (int node = tree.size() - 1; node > StackTree.ROOT; node--) {
      all[tree.parent(node)] += all[node];
    }
    return all;
  }

  /** On what that stands, by node; the root has the exact total. */
  Basis[] inclusiveBases() {
    Basis[] all = new Basis[tree.size()];
    for (int node = tree.size() - 1; node > StackTree.ROOT; node--) {
      all[node] = all[node] == null ? basis(node) : all[node].plus(basis(node));
      int parent = tree.parent(node);
      if (!isWork(node)) { // of work the stack says it, once for all work of a call
        all[parent] = all[parent] == null ? all[node] : all[parent].plus(all[node]);
      } else if (isUnknown(node)) {
        all[parent] = new Basis(all[node].samples(), 0);
      }
    }
    all[StackTree.ROOT] = Basis.NONE;
    return all;
  }

  /** Within how much more or less each node's is, 95 times of 100. */
  long[] errors(long[] inclusive, Basis[] inclusiveBases) {
    long[] errors = new long[tree.size()];
    for (int node = 1; node < errors.length; node++) {
      if (inclusiveBases[node].samples() == SampledWork.EXACT) {
        continue;
      }
      if (isWork(node)) {
        errors[node] =
            isUnknown(node)
                ? unknownError(own(node))
                : errorOfWork(tree.frame(node).name(), own(node), basis(node));
      } else if (tree.frame(node).equals(Frame.NO_STACK)) {
        errors[node] = unknownError();
      } else {
        errors[node] =
            Math.round(
                SampledWork.error(
                    (double) inclusive[node],
                    (double) inclusive[StackTree.ROOT],
                    inclusiveBases[node].variance(),
                    variance));
      }
    }
    return errors;
  }

  public long total() {
    return inclusive()[StackTree.ROOT];
  }

  /** What of the total belongs to no known stack. */
  public long unknown() {
    return unknown;
  }
}
