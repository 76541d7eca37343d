// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The external ids of one virtual thread. The innermost one stands in the tracer's table, where the
 * thread has an entry from its first id on, until a younger thread takes it; those around it stand
 * here. To be used by that thread only.
 *
 * <p>What is kept of a push is the id that was innermost before, as the table has it: so ids that
 * come through several copies of this class nest.
 */
final class VirtualThreadIds {
  /** As of a platform thread: of deeper ones only the number is kept, and there is no id. */
  private static final int CAPACITY = 63;

  private static final int FIRST = 4;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer table;
  private final Runnable evicted;
  private final Runnable tooDeep;
  private final long owner;
  private final int set;

  /** Where the thread's entry was. */
  private int entry;

  private long innermost;

  /** As it stands beside {@link #innermost} in the table. */
  private long guard;

  private long[] before = new long[FIRST];
  private int depth;

  /**
   * For the calling thread.
   *
   * @param evicted told when another thread's id is given up for one of this one
   * @param tooDeep told of an id that has no room
   */
  @SuppressWarnings("deprecation") // threadId() is not in Java 17
  VirtualThreadIds(ByteBuffer table, Runnable evicted, Runnable tooDeep) {
    this(table, evicted, tooDeep, Thread.currentThread().getId());
  }

  VirtualThreadIds(ByteBuffer table, Runnable evicted, Runnable tooDeep, long owner) {
    this.table = table;
    this.evicted = evicted;
    this.tooDeep = tooDeep;
    this.owner = owner;
    int sets = table.capacity() / VirtualThreadLayout.SET_BYTES;
    int bits = Integer.numberOfTrailingZeros(sets);
    long product = owner * VirtualThreadLayout.MULTIPLIER;
    guard = guard(0);
    set = bits == 0 ? 0 : (int) (product >>> (Long.SIZE - bits)) * VirtualThreadLayout.SET_BYTES;
    entry = set;
  }

  void push(long id) {
    if (isChanged()) {
      find();
    }
    int at = depth++;
    if (at <= CAPACITY) { // the last that has room is kept by the first that has none
      if (at == before.length) {
        before = Arrays.copyOf(before, Math.min(2 * at, CAPACITY + 1));
      }
      before[at] = innermost;
    }
    if (at < CAPACITY) {
      set(id);
    } else {
      set(0);
      tooDeep.run();
    }
  }

  int height() {
    return depth;
  }

  void pop() {
    popTo(depth - 1);
  }

  /** Until so many are left; nothing happens where there are no more. */
  void popTo(int height) {
    if (height < 0 || height >= depth) {
      return;
    }
    depth = height;
    if (isChanged() && !isOurs()) {
      claim();
    }
    set(height <= CAPACITY ? before[height] : 0);
  }

  /**
   * Whether another has written there since: the word is of the id and the owner. (One who has just
   * robbed the entry and is about to write is seen the next time.)
   */
  private boolean isChanged() {
    return (long) LONGS.get(table, entry + VirtualThreadLayout.GUARD) != guard;
  }

  private boolean isOurs() {
    return (long) LONGS.getOpaque(table, entry + VirtualThreadLayout.OWNER) == owner;
  }

  private void find() {
    if (isOurs()) {
      readOther();
    } else {
      claim();
    }
  }

  /**
   * Writes both words; where the entry was taken meanwhile, neither counts for its new owner. Whom
   * it matters to reads on this same thread, in native code, so that plain stores do, in any order.
   */
  private void set(long id) {
    long proof = guard(id);
    innermost = id;
    guard = proof;
    LONGS.set(table, entry + VirtualThreadLayout.EXTERNAL_ID, id);
    LONGS.set(table, entry + VirtualThreadLayout.GUARD, proof);
  }

  /** Another copy of this class may have pushed; but what a former owner wrote does not count. */
  private void readOther() {
    long id = (long) LONGS.getOpaque(table, entry + VirtualThreadLayout.EXTERNAL_ID);
    if ((long) LONGS.getOpaque(table, entry + VirtualThreadLayout.GUARD) == guard(id)) {
      innermost = id;
    }
  }

  private long guard(long id) {
    return id ^ (owner * VirtualThreadLayout.MULTIPLIER);
  }

  /** Finds the entry, which another copy of this class may have claimed, or claims one. */
  private void claim() {
    for (int way = 0; way < VirtualThreadLayout.WAYS; way++) {
      int at = set + way * VirtualThreadLayout.ENTRY_BYTES;
      if ((long) LONGS.getOpaque(table, at + VirtualThreadLayout.OWNER) == owner) {
        entry = at;
        if (isChanged()) {
          readOther();
        }
        return;
      }
    }
    while (!claimOldest()) {
      Thread.onSpinWait(); // another thread has claimed that one
    }
  }

  private boolean claimOldest() {
    int oldest = -1;
    long oldestRank = 0;
    long newest = 0;
    for (int way = 0; way < VirtualThreadLayout.WAYS; way++) {
      int at = set + way * VirtualThreadLayout.ENTRY_BYTES;
      long stamp = (long) LONGS.getOpaque(table, at + VirtualThreadLayout.STAMP);
      long id = (long) LONGS.getOpaque(table, at + VirtualThreadLayout.EXTERNAL_ID);
      newest = Math.max(newest, stamp);
      long rank = id == 0 ? stamp : stamp + (1L << 62); // those with an id come last
      if (oldest < 0 || rank < oldestRank) {
        oldest = at;
        oldestRank = rank;
      }
    }
    long other = (long) LONGS.getOpaque(table, oldest + VirtualThreadLayout.OWNER);
    long lost = (long) LONGS.getOpaque(table, oldest + VirtualThreadLayout.EXTERNAL_ID);
    if (!LONGS.compareAndSet(table, oldest + VirtualThreadLayout.OWNER, other, owner)) {
      return false;
    }
    LONGS.setOpaque(table, oldest + VirtualThreadLayout.STAMP, newest + 1);
    entry = oldest;
    set(innermost);
    if (other != 0 && lost != 0) {
      evicted.run();
    }
    return true;
  }
}
