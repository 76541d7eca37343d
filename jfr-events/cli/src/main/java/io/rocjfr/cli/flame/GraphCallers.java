// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.CallerFrames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Which method of a stack of a graph is said to have asked for its work. */
final class GraphCallers {
  private final StackTree tree;
  private final CallerFrames<Frame> telling;
  private boolean ofAll = true;

  /**
   * Of a graph.
   *
   * @param mine which methods, with their classes, are the user's; null: all but those of bindings
   */
  GraphCallers(FlameGraph graph, Predicate<String> mine) {
    tree = graph.tree();
    Map<List<Frame>, Double> stacks = new HashMap<>();
    for (int node = 1; node < tree.size(); node++) {
      if (graph.isWork(node)) {
        List<Frame> stack = stack(tree.parent(node));
        ofAll &= !stack.isEmpty();
        stacks.merge(stack, (double) graph.own(node), Double::sum);
      }
    }
    telling = new CallerFrames<>(stacks, Frame::name, mine);
  }

  /** The methods from the innermost on. */
  private List<Frame> stack(int innermost) {
    List<Frame> frames = new ArrayList<>();
    for (int node = innermost; isMethod(node); node = tree.parent(node)) {
      frames.add(tree.frame(node));
    }
    return frames;
  }

  /** What all but a little of the work is asked for by way of, and is left out: innermost first. */
  List<Frame> way() {
    return telling.way();
  }

  /** Whether some stacks go another way: those of a little of the work. */
  boolean hasExceptions() {
    return telling.hasExceptions();
  }

  /** Whether all work has a stack that is known: {@link #way} says nothing of other work. */
  boolean isOfAll() {
    return ofAll;
  }

  /** The node of it, by the node of the innermost frame. */
  int of(int innermost) {
    List<Frame> stack = stack(innermost);
    int node = innermost;
    for (int i = stack.isEmpty() ? 0 : telling.place(stack); i > 0; i--) {
      node = tree.parent(node);
    }
    return node;
  }

  private boolean isMethod(int node) {
    return node > StackTree.ROOT && tree.frame(node).kind() == Frame.Kind.JAVA;
  }
}
