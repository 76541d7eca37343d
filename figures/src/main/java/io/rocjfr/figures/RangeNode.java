// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Ranges of the same message within ranges of the same messages, and the work below them. Where a
 * parent has many children whose messages differ in their numbers only ("iteration 1", "iteration
 * 2"), they become one ("iteration #").
 */
public final class RangeNode {
  /** So many messages that differ in their numbers only stay apart. */
  static final int ALIKE = 8;

  private final String message;
  private Distribution times = new Distribution();
  private Map<String, RangeNode> children = Map.of();

  /** The messages of children, by what they are without their numbers. */
  private Map<String, List<String>> alike = Map.of();

  /** Ranges that overlap may cover the same call: its work is the node's once. */
  private Set<Timed> own = Set.of();

  private Intervals gpu;

  RangeNode(String message) {
    this.message = message;
  }

  /** What it is called; a number that differs is "#". Empty for the root. */
  public String message() {
    return message;
  }

  /** How long the ranges lasted. */
  public Distribution times() {
    return times;
  }

  /** What is within them, by message. */
  public Map<String, RangeNode> children() {
    return Collections.unmodifiableMap(children);
  }

  /**
   * How long at least one piece of the work was running that was submitted within them, in
   * nanoseconds: what overlaps, on other queues or devices, counts once.
   */
  public long gpuNanos() {
    return gpu().total();
  }

  /** How many pieces of work were submitted within them. */
  public long works() {
    return own.size() + children.values().stream().mapToLong(RangeNode::works).sum();
  }

  /** Whether a range of this message is one of these, as far as the message says it. */
  public boolean covers(String rangeMessage) {
    return message.equals(rangeMessage) || message.equals(RangeNames.folded(rangeMessage));
  }

  RangeNode child(String childMessage) {
    RangeNode child = children.get(childMessage);
    if (child != null) {
      return child;
    }
    if (children.isEmpty()) {
      children = new LinkedHashMap<>();
      alike = new LinkedHashMap<>();
    }
    if (alike.containsKey(childMessage)) {
      return unite(childMessage, alike.get(childMessage)); // They became one where this is from.
    }
    String folded = RangeNames.folded(childMessage);
    if (!folded.equals(childMessage)) {
      if (children.containsKey(folded)) {
        return children.get(folded);
      }
      List<String> messages = alike.computeIfAbsent(folded, key -> new ArrayList<>(2));
      if (messages.size() == ALIKE) {
        return unite(folded, messages);
      }
      messages.add(childMessage);
    }
    return newChild(children.size() < Table.ROWS ? childMessage : Table.OTHERS);
  }

  void addWork(Collection<? extends Timed> work) {
    if (work.isEmpty()) {
      return;
    }
    if (own.isEmpty()) {
      own = Collections.newSetFromMap(new IdentityHashMap<>());
    }
    own.addAll(work);
  }

  /** Adds the work of another one, and all that is below it; not the other one itself. */
  void addBelow(RangeNode other) {
    addWork(other.own);
    other.children.forEach((childMessage, from) -> child(childMessage).addAll(from));
  }

  private void addAll(RangeNode other) {
    if (times.count() == 0) {
      times = other.times; // It is of no use there any more.
    } else {
      times.add(other.times);
    }
    addBelow(other);
  }

  private RangeNode newChild(String childMessage) {
    return children.computeIfAbsent(childMessage, RangeNode::new);
  }

  private RangeNode unite(String folded, List<String> messages) {
    RangeNode all = new RangeNode(folded);
    for (String one : messages) {
      RangeNode child = children.remove(one);
      if (child != null) {
        all.addAll(child);
      }
    }
    alike.remove(folded);
    children.put(folded, all);
    return all;
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
