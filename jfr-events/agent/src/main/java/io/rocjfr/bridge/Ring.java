// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The consumer's side of one ring. The producer writes a group and then {@code tail} (release); we
 * read {@code tail} (acquire), the groups, and then write {@code head} (release). Both count slots
 * since the ring was made. Used by the drain thread.
 */
final class Ring {
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  final ByteBuffer memory;
  private final long mask;

  /** Slots taken. */
  private long head;

  Ring(ByteBuffer memory) {
    this.memory = memory;
    long slots = (long) LONGS.get(memory, Layout.RING_SLOTS);
    if (Long.bitCount(slots) != 1
        || Layout.RING_HEADER_BYTES + slots * Layout.SLOT_BYTES > memory.capacity()) {
      throw new IllegalArgumentException(
          "ring of " + slots + " slots in " + memory.capacity() + " bytes");
    }
    this.mask = slots - 1;
    this.head = (long) LONGS.get(memory, Layout.RING_HEAD);
  }

  long tail() {
    return (long) LONGS.getAcquire(memory, Layout.RING_TAIL);
  }

  long head() {
    return head;
  }

  /** Which ring its thread wrote to before, or -1. Of one that holds something. */
  int after() {
    return (int) (long) LONGS.get(memory, Layout.RING_AFTER_RING) - 1;
  }

  /** The slots of {@link #after} below this are to be taken first. */
  long afterTail() {
    return (long) LONGS.get(memory, Layout.RING_AFTER_TAIL);
  }

  /** Gives the slots below {@code taken} back to the producer. */
  void release(long taken) {
    head = taken;
    LONGS.setRelease(memory, Layout.RING_HEAD, taken);
  }

  /** Where a slot lies in {@link #memory}. */
  int offset(long slot) {
    return Layout.RING_HEADER_BYTES + (int) (slot & mask) * Layout.SLOT_BYTES;
  }
}
