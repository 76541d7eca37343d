// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stacks that share their outer frames: a tree whose nodes are numbers. */
public final class StackTree {
  public static final int ROOT = 0;

  /** About 200 MB. Deeper frames of further stacks are left out then. */
  private static final int MOST_NODES = 1 << 21;

  /** JFR records stacks of 2048 frames at most; what is made of the tree goes down it. */
  static final int MOST_DEPTH = 2200;

  private record Edge(int parent, Frame frame) {}

  private final Map<Edge, Integer> nodes = new HashMap<>();
  private final List<Frame> frames = new ArrayList<>();
  private final List<Integer> parents = new ArrayList<>();
  private final List<Integer> depths = new ArrayList<>();
  private final int most;

  public StackTree() {
    this(MOST_NODES);
  }

  StackTree(int most) {
    this.most = most;
    frames.add(new Frame(Frame.Kind.UNKNOWN, "all", 0));
    parents.add(-1);
    depths.add(0);
  }

  /**
   * The node of a frame that {@code parent} calls; {@code parent} itself where the tree is full or
   * too deep.
   */
  public int child(int parent, Frame frame) {
    Edge edge = new Edge(parent, frame);
    Integer node = nodes.get(edge);
    if (node != null) {
      return node;
    }
    if (frames.size() >= most || depths.get(parent) >= MOST_DEPTH) {
      return parent;
    }
    int made = frames.size();
    nodes.put(edge, made);
    frames.add(frame);
    parents.add(parent);
    depths.add(depths.get(parent) + 1);
    return made;
  }

  public Frame frame(int node) {
    return frames.get(node);
  }

  /** Of the root it is -1. A parent's number is lower than those of its children. */
  public int parent(int node) {
    return parents.get(node);
  }

  public int size() {
    return frames.size();
  }

  /** The frames from the outermost to this node's. */
  public List<Frame> path(int node) {
    Deque<Frame> path = new ArrayDeque<>();
    for (int at = node; at != ROOT; at = parents.get(at)) {
      path.addFirst(frames.get(at));
    }
    return List.copyOf(path);
  }
}
