// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ranges of the same message within ranges of the same messages, and the work below them. Where a
 * parent has many children whose messages differ in their numbers only ("iteration 1", "iteration
 * 2"), they become one ("iteration #").
 */
public final class RangeNode {
  /** Of a range that need not be found again. */
  static final int NO_INSTANCE = -1;

  /** So many messages that differ in their numbers only stay apart. */
  static final int ALIKE = 8;

  private final String message;
  private Distribution times = new Distribution();
  private Map<String, RangeNode> children = Map.of();

  /** The messages of children, by what they are without their numbers. */
  private Map<String, List<String>> alike = Map.of();

  private Collection<Timed> own = List.of();

  /** How many pieces of work were counted, and are not kept. */
  private long counted;

  /** Less than 0 until somebody asks. */
  private long gpuNanos = -1;

  /** The numbers of those that are to be found again. */
  private int[] instances = {};

  private int instanceCount;

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

  /** The numbers that were given for these ranges, in no certain order. */
  public int[] instances() {
    return Arrays.copyOf(instances, instanceCount);
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
    if (gpuNanos < 0) {
      gpuNanos = running().total();
    }
    return gpuNanos;
  }

  /** How many pieces of work were submitted within them. */
  public long works() {
    return counted + own.size() + children.values().stream().mapToLong(RangeNode::works).sum();
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
    return newChild(children.size() < BoundedTable.ROWS ? childMessage : BoundedTable.OTHERS);
  }

  void addInstance(int instance) {
    if (instance == NO_INSTANCE) {
      return;
    }
    if (instanceCount == instances.length) {
      instances = Arrays.copyOf(instances, Math.max(2, 2 * instanceCount));
    }
    instances[instanceCount++] = instance;
  }

  void addWork(Collection<? extends Timed> work) {
    if (work.isEmpty()) {
      return;
    }
    if (own.isEmpty()) {
      own = new ArrayList<>(work.size());
    }
    own.addAll(work);
  }

  /**
   * Counts all the work of a range that has no others around it or within it. It does not keep the
   * work, because many such ranges may be around all the work of a program.
   */
  void countWork(Collection<? extends Timed> work) {
    counted = work.size();
    gpuNanos = Intervals.of(work).total();
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
    for (int i = 0; i < other.instanceCount; i++) {
      addInstance(other.instances[i]);
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

  /**
   * When work was running. Only its length is kept, here and below: each level of the tree has all
   * of it once more, and who asks begins at the top.
   */
  private Intervals running() {
    List<Timed> all = new ArrayList<>(own);
    children.values().forEach(child -> all.addAll(child.running().list()));
    Intervals running = Intervals.of(all);
    gpuNanos = running.total();
    return running;
  }
}
