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
 * <p>A push keeps the id that it finds in the table as the id around it, even if another copy of
 * this class has written it. So ids of several copies nest.
 */
final class VirtualThreadIds {
  /** As of a platform thread: of deeper ones only the number is kept, and there is no id. */
  private static final int CAPACITY = 63;

  /** A power of two, so that it grows to just one more than the capacity. */
  private static final int FIRST = 4;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer table;
  private final Runnable evicted;
  private final Runnable tooDeep;
  private final long owner;

  /** What a guard is made of, with the id. */
  private final long key;

  private final int set;

  /**
   * Where the thread's entry was in the table. The buffer's own methods read and write it. They
   * know that this is not Java memory, so an access does not make them check the buffer again,
   * unlike an access by a handle.
   */
  private ByteBuffer entry;

  /** By depth, from the 0 of none on; of deeper ones than it may hold the id is 0. */
  private long[] ids = new long[FIRST];

  private int depth;

  /** A bit by depth: what has stood there was another copy's, which may have popped it since. */
  private long others;

  /** As it stands beside the innermost id in the table. */
  private long guard;

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
    key = owner * VirtualThreadLayout.MULTIPLIER;
    guard = key;
    int sets = table.capacity() / VirtualThreadLayout.SET_BYTES;
    int bits = Integer.numberOfTrailingZeros(sets);
    set = bits == 0 ? 0 : (int) (key >>> (Long.SIZE - bits)) * VirtualThreadLayout.SET_BYTES;
    enter(set);
  }

  private void enter(int at) {
    entry = table.slice(at, VirtualThreadLayout.ENTRY_BYTES).order(ByteOrder.nativeOrder());
  }

  /** What is seldom comes last and returns no more, so that nothing is kept for the way back. */
  void push(long id) {
    int at = depth + 1;
    long[] known = ids;
    if (at < known.length && isUnchanged()) {
      depth = at;
      known[at] = id;
      set(id);
    } else {
      pushSlowly(id);
    }
  }

  private void pushSlowly(long id) {
    if (!isUnchanged()) {
      find();
    }
    int at = ++depth;
    if (at > CAPACITY) {
      set(0);
      tooDeep.run();
      return;
    }
    if (at == ids.length) {
      ids = Arrays.copyOf(ids, 2 * at);
    }
    ids[at] = id;
    set(id);
  }

  int height() {
    return depth;
  }

  /** Nothing happens where there is none. */
  void pop() {
    int height = depth - 1;
    long[] known = ids;
    if (height >= 0 && height < known.length && isUnchanged()) {
      depth = height;
      set(known[height]);
    } else {
      popTo(height);
    }
  }

  /** Until so many are left; nothing happens where there are no more. */
  void popTo(int height) {
    if (height < 0 || height >= depth) {
      return;
    }
    if (!isUnchanged() && !isOurs()) {
      claim();
    }
    depth = height;
    set(innermost());
  }

  private long innermost() {
    return depth < ids.length ? ids[depth] : 0;
  }

  /**
   * Whether nobody else has written there since: the word is of the id and the owner. (One who has
   * just robbed the entry and is about to write is seen the next time.)
   */
  private boolean isUnchanged() {
    return entry.getLong(VirtualThreadLayout.GUARD) == guard;
  }

  private boolean isOurs() {
    return (long) LONGS.getOpaque(entry, VirtualThreadLayout.OWNER) == owner;
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
    guard = proof;
    ByteBuffer words = entry;
    words.putLong(VirtualThreadLayout.EXTERNAL_ID, id);
    words.putLong(VirtualThreadLayout.GUARD, proof);
  }

  /** Another copy of this class may have pushed; but what a former owner wrote does not count. */
  private void readOther() {
    long id = (long) LONGS.getOpaque(entry, VirtualThreadLayout.EXTERNAL_ID);
    if ((long) LONGS.getOpaque(entry, VirtualThreadLayout.GUARD) != guard(id)) {
      forgetOthers();
    } else if (depth < ids.length) {
      ids[depth] = id;
      others |= 1L << depth;
    }
  }

  /** Nobody can tell which of them are still pushed: none is better than one that is not. */
  private void forgetOthers() {
    for (; others != 0; others &= others - 1) {
      ids[Long.numberOfTrailingZeros(others)] = 0;
    }
  }

  private long guard(long id) {
    return id ^ key;
  }

  /** Finds the entry, which another copy of this class may have claimed, or claims one. */
  private void claim() {
    for (int way = 0; way < VirtualThreadLayout.WAYS; way++) {
      int at = set + way * VirtualThreadLayout.ENTRY_BYTES;
      if ((long) LONGS.getOpaque(table, at + VirtualThreadLayout.OWNER) == owner) {
        enter(at);
        if (!isUnchanged()) {
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
    enter(oldest);
    forgetOthers();
    set(innermost());
    if (other != 0 && lost != 0) {
      evicted.run();
    }
    return true;
  }
}
