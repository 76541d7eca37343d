// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.NativeWay;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which method of a stack is said to have asked for its work: the innermost one, without those of
 * well-known bindings, and without those that all stacks end with, since they tell nothing.
 */
final class Askers {
  private final StackTree tree;
  private final List<Frame> way = new ArrayList<>();
  private boolean ofAll = true;

  Askers(FlameGraph graph) {
    tree = graph.tree();
    Set<Integer> ends = new HashSet<>();
    for (int node = 1; node < tree.size(); node++) {
      if (!graph.isWork(node)) {
        continue;
      }
      if (isMethod(tree.parent(node))) {
        ends.add(beyondBindings(tree.parent(node)));
      } else {
        ofAll = false;
      }
    }
    while (ends.size() > 1
        && ends.stream().map(tree::frame).distinct().count() == 1
        && ends.stream().allMatch(end -> isMethod(tree.parent(end)))) {
      way.add(tree.frame(ends.iterator().next()));
      Set<Integer> callers = new HashSet<>();
      ends.forEach(end -> callers.add(tree.parent(end)));
      ends = callers;
    }
  }

  /** What all stacks end with, and is left out: the innermost first. */
  List<Frame> way() {
    return way;
  }

  /** Whether all work has a stack that is known: {@link #way} says nothing of other work. */
  boolean isOfAll() {
    return ofAll;
  }

  /** The node of it, by the node of the innermost frame. */
  int of(int innermost) {
    if (!isMethod(innermost)) {
      return innermost;
    }
    int node = beyondBindings(innermost);
    for (int i = 0; i < way.size(); i++) {
      node = tree.parent(node);
    }
    return node;
  }

  private boolean isMethod(int node) {
    return node > StackTree.ROOT && tree.frame(node).kind() == Frame.Kind.JAVA;
  }

  /** Where all are of bindings, the innermost. */
  private int beyondBindings(int innermost) {
    int node = innermost;
    while (isMethod(node) && NativeWay.isOfBindings(tree.frame(node).name())) {
      node = tree.parent(node);
    }
    return isMethod(node) ? node : innermost;
  }
}
