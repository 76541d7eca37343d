// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.SampledTotal;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How much of something belongs to which stack. */
public final class FlameGraph {
  private final Quantity quantity;
  private final StackTree tree;
  private long[] own = new long[1024];
  private long[] pieces = new long[1024];

  /** Each 1 more, so that what has none is exact. */
  private long[] samples = new long[1024];

  private long unknown;

  FlameGraph(Quantity quantity, StackTree tree) {
    this.quantity = quantity;
    this.tree = tree;
  }

  /**
   * Adds to a stack, -1 for none that is known, what it amounts to.
   *
   * @param picked on how many samples that stands, or {@link SampledTotal#EXACT}
   */
  void add(int stack, String work, long value, long count, long picked) {
    int from = stack < 0 ? tree.child(StackTree.ROOT, Frame.NO_STACK) : stack;
    if (stack < 0) {
      unknown += value;
    }
    int leaf = tree.child(from, Frame.work(work));
    if (leaf >= own.length) {
      int length = Math.max(leaf + 1, own.length * 2);
      own = Arrays.copyOf(own, length);
      pieces = Arrays.copyOf(pieces, length);
      samples = Arrays.copyOf(samples, length);
    }
    own[leaf] += value;
    pieces[leaf] += count;
    samples[leaf] = 1 + SampledTotal.samples(samples[leaf] - 1, picked);
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

  /** On how many samples that stands; {@link SampledTotal#EXACT} if it is no estimate. */
  public long samples(int node) {
    return node < samples.length ? samples[node] - 1 : SampledTotal.EXACT;
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

  /** On how many samples that stands, by node; the root has the exact total. */
  public long[] inclusiveSamples() {
    long[] all = new long[tree.size()];
    Arrays.setAll(all, this::samples);
    for (int node = tree.size() - 1; node > StackTree.ROOT; node--) {
      all[tree.parent(node)] = SampledTotal.samples(all[tree.parent(node)], all[node]);
    }
    all[StackTree.ROOT] = SampledTotal.EXACT;
    return all;
  }

  public long total() {
    return inclusive()[StackTree.ROOT];
  }

  /** What of the total belongs to no known stack. */
  public long unknown() {
    return unknown;
  }
}
