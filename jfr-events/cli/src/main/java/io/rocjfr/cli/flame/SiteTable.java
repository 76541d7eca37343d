// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import java.util.Arrays;

/**
 * The stacks of calls by their correlation ids, in arrays: there may be millions. Beyond that half
 * of the calls are forgotten, by a hash of their ids, and the others stand for twice as many: what
 * is estimated stays right on average.
 */
public final class SiteTable {
  private static final int MOST = 1 << 22;
  private static final int EMPTY = -1;

  private final int most;
  private long[] ids = new long[1 << 10];
  private int[] nodes = new int[1 << 10];
  private float[] weights = new float[1 << 10];
  private int size;

  /** Which calls are kept: those whose hashes have as many zeros at their end. */
  private int halvings;

  public SiteTable() {
    this(MOST);
  }

  SiteTable(int most) {
    this.most = most;
    Arrays.fill(nodes, EMPTY);
  }

  /** Keeps that a call was made at a stack, picked of {@code weight} calls. */
  public void add(long correlationId, int node, double weight) {
    if (!isKept(correlationId)) {
      return;
    }
    if (size * 2 >= ids.length) {
      if (size >= most) {
        halvings++;
      }
      rehash(size >= most ? ids.length : ids.length * 2);
      if (!isKept(correlationId)) {
        return;
      }
    }
    put(correlationId, node, (float) weight);
  }

  private void put(long id, int node, float weight) {
    int place = place(id);
    if (nodes[place] == EMPTY) {
      size++;
    }
    ids[place] = id;
    nodes[place] = node;
    weights[place] = weight;
  }

  private void rehash(int capacity) {
    long[] oldIds = ids;
    int[] oldNodes = nodes;
    float[] oldWeights = weights;
    ids = new long[capacity];
    nodes = new int[capacity];
    weights = new float[capacity];
    Arrays.fill(nodes, EMPTY);
    size = 0;
    for (int i = 0; i < oldIds.length; i++) {
      if (oldNodes[i] != EMPTY && isKept(oldIds[i])) {
        put(oldIds[i], oldNodes[i], oldWeights[i]);
      }
    }
  }

  private boolean isKept(long id) {
    return hash(id) >>> (Long.SIZE - halvings) == 0 || halvings == 0;
  }

  private static long hash(long id) {
    long mixed = (id ^ (id >>> 32)) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
    return mixed ^ (mixed >>> 32);
  }

  private int place(long id) {
    int mask = ids.length - 1;
    int place = (int) hash(id) & mask;
    while (nodes[place] != EMPTY && ids[place] != id) {
      place = (place + 1) & mask;
    }
    return place;
  }

  /** The stack of a call; -1 if it is not known. */
  public int node(long correlationId) {
    return nodes[place(correlationId)];
  }

  /** How many calls that call stands for; 0 if its stack is not known. */
  public double weight(long correlationId) {
    int place = place(correlationId);
    return nodes[place] == EMPTY ? 0 : weights[place] * (double) (1L << halvings);
  }

  int size() {
    return size;
  }
}
