// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import java.util.Arrays;

/** How much of something belongs to which stack. */
public final class FlameGraph {
  private final Quantity quantity;
  private final StackTree tree;
  private double[] own = new double[1024];
  private double[] pieces = new double[1024];
  private double unknown;

  FlameGraph(Quantity quantity, StackTree tree) {
    this.quantity = quantity;
    this.tree = tree;
  }

  /** Adds to a stack, -1 for none that is known, what it amounts to. */
  void add(int stack, String work, double value, double count) {
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
  }

  public Quantity quantity() {
    return quantity;
  }

  public StackTree tree() {
    return tree;
  }

  /** What belongs to a node itself; leaves have it, which are the work. */
  public double own(int node) {
    return node < own.length ? own[node] : 0;
  }

  /** How many pieces of work that is. */
  public double pieces(int node) {
    return node < pieces.length ? pieces[node] : 0;
  }

  /** Whether a node is work, and has anything. */
  boolean isWork(int node) {
    return own(node) > 0 || pieces(node) > 0;
  }

  /** What belongs to each node and all that it calls, by node. */
  public double[] inclusive() {
    double[] all = Arrays.copyOf(own, tree.size());
    for (int node = tree.size() - 1; node > StackTree.ROOT; node--) {
      all[tree.parent(node)] += all[node];
    }
    return all;
  }

  public double total() {
    return inclusive()[StackTree.ROOT];
  }

  /** What of the total belongs to no known stack. */
  public double unknown() {
    return unknown;
  }
}
