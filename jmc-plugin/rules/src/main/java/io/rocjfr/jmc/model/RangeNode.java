// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** All ranges of one message at one place in the tree, and the work of GPUs below them. */
public final class RangeNode {
  private final String message;
  private final RangeNode parent;
  private final Map<String, RangeNode> children = new LinkedHashMap<>();
  private long count;
  private long totalNanos;
  private long gpuNanos;
  private long works;

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

  /** The work of all ranges around it, too. */
  void addWork(long nanos) {
    for (RangeNode node = this; node != null; node = node.parent) {
      node.gpuNanos += nanos;
      node.works++;
    }
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

  /** How long the dispatches and copies that were submitted within them lasted together. */
  public long gpuNanos() {
    return gpuNanos;
  }

  /** How many dispatches and copies were submitted within them. */
  public long works() {
    return works;
  }
}
