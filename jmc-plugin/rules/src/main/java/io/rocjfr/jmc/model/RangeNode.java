// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All ranges of one message at one place in the tree, and the work of GPUs below them. */
public final class RangeNode {
  private final String message;
  private final RangeNode parent;
  private final Map<String, RangeNode> children = new LinkedHashMap<>();

  /** Ranges that overlap may cover the same call: its work is the node's once. */
  private final Set<Work> own = Collections.newSetFromMap(new IdentityHashMap<>());

  private Intervals gpu;
  private long count;
  private long totalNanos;

  RangeNode(String message, RangeNode parent) {
    this.message = message;
    this.parent = parent;
  }

  RangeNode child(String childMessage) {
    return children.computeIfAbsent(childMessage, name -> new RangeNode(name, this));
  }

  void add(long nanos) {
    count++;
    totalNanos += nanos;
  }

  /** The work of all ranges around it, too. Only while the tree is made. */
  void addWork(Collection<Work> work) {
    own.addAll(work);
  }

  public String message() {
    return message;
  }

  /** The node around this one, null for the root. */
  public RangeNode parent() {
    return parent;
  }

  public Collection<RangeNode> children() {
    return children.values();
  }

  /** How many ranges. */
  public long count() {
    return count;
  }

  /** How long they lasted together. */
  public long totalNanos() {
    return totalNanos;
  }

  /**
   * How long at least one of the dispatches and copies was running that were submitted within them:
   * what overlaps, on other queues or devices, counts once.
   */
  public long gpuNanos() {
    return gpu().total();
  }

  /** How many dispatches and copies were submitted within them. */
  public long works() {
    return own.size() + children.values().stream().mapToLong(RangeNode::works).sum();
  }

  private Intervals gpu() {
    if (gpu == null) {
      List<Timed> all = new ArrayList<>(own);
      children.values().forEach(child -> all.addAll(child.gpu().list()));
      gpu = Intervals.of(all);
    }
    return gpu;
  }
}
