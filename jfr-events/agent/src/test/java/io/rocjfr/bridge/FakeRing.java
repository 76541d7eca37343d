// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The producer's side of a ring, in memory of this process. One thread writes. */
public final class FakeRing {
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  final ByteBuffer memory;
  private final int slots;
  private long tail;
  private long knownHead;
  private long lost;

  /** What the next API calls returned, as records have it. */
  int result = 1;

  /**
   * @param slots a power of two
   * @param start slots that were written and taken before
   */
  public FakeRing(int slots, long start) {
    int bytes = Layout.RING_HEADER_BYTES + slots * Layout.SLOT_BYTES;
    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes + 64);
    memory = buffer.alignedSlice(64).order(ByteOrder.nativeOrder());
    this.slots = slots;
    tail = start;
    knownHead = start;
    memory.putLong(Layout.RING_SLOTS, slots);
    memory.putLong(Layout.RING_HEAD, start);
    memory.putLong(Layout.RING_TAIL, start);
  }

  /** Its thread wrote to another ring before: the one of that index, of this FakeTracer. */
  void follows(int index, FakeRing before) {
    memory.putLong(Layout.RING_AFTER_RING, index + 1);
    memory.putLong(Layout.RING_AFTER_TAIL, before.tail);
  }

  public long lost() {
    return lost;
  }

  public boolean isEmpty() {
    return left() == 0;
  }

  /** Slots that were not taken yet. */
  long left() {
    return tail - (long) LONGS.getAcquire(memory, Layout.RING_HEAD);
  }

  private boolean hasRoom(int count) {
    if (tail + count - knownHead > slots) {
      knownHead = (long) LONGS.getAcquire(memory, Layout.RING_HEAD);
    }
    return tail + count - knownHead <= slots;
  }

  /** Where a group of so many slots begins, or -1 without room: then the record is lost. */
  private int reserve(int count, boolean wait) {
    while (!hasRoom(count)) {
      if (!wait) {
        lost++;
        return -1;
      }
      Thread.onSpinWait();
    }
    for (int i = 0; i < count; i++) {
      int at = offset(i);
      for (int word = 0; word < Layout.SLOT_BYTES; word += 8) {
        memory.putLong(at + word, 0);
      }
    }
    return offset(0);
  }

  private int offset(int slot) {
    return Layout.RING_HEADER_BYTES + (int) ((tail + slot) & (slots - 1)) * Layout.SLOT_BYTES;
  }

  private void publish(int count) {
    tail += count;
    LONGS.setRelease(memory, Layout.RING_TAIL, tail);
  }

  /** An API call, with a submission if {@code submit} is not null. */
  public boolean api(
      int op, int thread, long correlation, long external, long begin, long end, Submit submit) {
    return api(op, thread, correlation, external, begin, end, submit, true);
  }

  boolean api(
      int op,
      int thread,
      long correlation,
      long external,
      long begin,
      long end,
      Submit submit,
      boolean wait) {
    int count = submit == null ? 1 : 2;
    int at = reserve(count, wait);
    if (at < 0) {
      return false;
    }
    memory.putInt(at + Layout.KIND, result);
    memory.putInt(at + Layout.DOMAIN, Layout.HIP_API);
    memory.putInt(at + Layout.OP, op);
    memory.putInt(at + Layout.META, count | thread << 8);
    memory.putLong(at + Layout.CORRELATION_ID, correlation);
    memory.putLong(at + Layout.BEGIN_NS, begin);
    memory.putLong(at + Layout.END_NS, end);
    memory.putInt(at + Layout.THREAD_ID, 5000 + thread);
    memory.putLong(at + Layout.QUEUE_ID, external);
    write(submit);
    publish(count);
    return true;
  }

  /** Work on the GPU. */
  void op(
      int op,
      int kind,
      long correlation,
      long begin,
      long end,
      int name,
      long bytes,
      Submit submit) {
    int count = submit == null ? 1 : 2;
    int at = reserve(count, true);
    memory.putInt(at + Layout.DOMAIN, Layout.HIP_OPS);
    memory.putInt(at + Layout.KIND, kind);
    memory.putInt(at + Layout.OP, op);
    memory.putInt(at + Layout.META, count);
    memory.putLong(at + Layout.CORRELATION_ID, correlation);
    memory.putLong(at + Layout.BEGIN_NS, begin);
    memory.putLong(at + Layout.END_NS, end);
    memory.putInt(at + Layout.DEVICE_ID, 7);
    memory.putInt(at + Layout.THREAD_ID, name);
    memory.putLong(at + Layout.QUEUE_ID, 3);
    memory.putLong(at + Layout.BYTES, bytes);
    write(submit);
    publish(count);
  }

  /** A mark or range. */
  void roctx(int op, int thread, int depth, long rangeId, long begin, long end, String message) {
    byte[] text = message.getBytes(StandardCharsets.UTF_8);
    int count = 1 + (text.length + Layout.SLOT_BYTES - 1) / Layout.SLOT_BYTES;
    int at = reserve(count, true);
    memory.putInt(at + Layout.DOMAIN, Layout.ROCTX);
    memory.putInt(at + Layout.KIND, depth);
    memory.putInt(at + Layout.OP, op);
    memory.putInt(at + Layout.META, count | thread << 8);
    memory.putLong(at + Layout.CORRELATION_ID, rangeId);
    memory.putLong(at + Layout.BEGIN_NS, begin);
    memory.putLong(at + Layout.END_NS, end);
    memory.putInt(at + Layout.THREAD_ID, 5000 + thread);
    memory.putLong(at + Layout.QUEUE_ID, 11);
    memory.putLong(at + Layout.BYTES, text.length);
    for (int i = 0; i < text.length; i++) {
      memory.put(offset(1 + i / Layout.SLOT_BYTES) + i % Layout.SLOT_BYTES, text[i]);
    }
    publish(count);
  }

  /** A record of a domain that nobody knows. */
  void unknown() {
    int at = reserve(1, true);
    memory.putInt(at + Layout.DOMAIN, 99);
    memory.putInt(at + Layout.META, 1);
    publish(1);
  }

  private void write(Submit submit) {
    if (submit == null) {
      return;
    }
    int at = offset(1);
    memory.putLong(at + Layout.SUBMIT_CORRELATION_ID, submit.correlation);
    memory.putLong(at + Layout.SUBMIT_EXTERNAL_ID, submit.external);
    memory.putInt(at + Layout.SUBMIT_THREAD, submit.thread);
    memory.putInt(at + Layout.SUBMIT_NAME, submit.name);
    memory.putInt(at + Layout.SUBMIT_STREAM, submit.stream);
    memory.putShort(at + Layout.SUBMIT_DEVICE, (short) submit.device);
    memory.put(at + Layout.SUBMIT_SOURCE, (byte) submit.source);
    memory.put(at + Layout.SUBMIT_DESTINATION, (byte) submit.destination);
    memory.putInt(at + Layout.SUBMIT_GRID_X, submit.grid);
    memory.putInt(at + Layout.SUBMIT_GRID_Y, submit.grid + 1);
    memory.putInt(at + Layout.SUBMIT_GRID_Z, submit.grid + 2);
    memory.putShort(at + Layout.SUBMIT_GROUP_X, (short) submit.group);
    memory.putShort(at + Layout.SUBMIT_GROUP_Y, (short) (submit.group + 1));
    memory.putShort(at + Layout.SUBMIT_GROUP_Z, (short) (submit.group + 2));
    memory.put(at + Layout.SUBMIT_COPY, (byte) submit.copy);
    memory.put(at + Layout.SUBMIT_SHAPE, (byte) submit.shape);
    memory.putInt(at + Layout.SUBMIT_LDS_BYTES, submit.lds);
    memory.putLong(at + Layout.SUBMIT_BYTES, submit.bytes);
  }

  /** What the submitting call said. */
  public static final class Submit {
    long correlation;
    long external;
    int thread;
    int name;
    int stream = -1;
    int device = -1;
    int source = -1;
    int destination = -1;
    int grid;
    int group;
    int copy;
    int shape;
    int lds;
    long bytes;
  }
}
