// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.BatchLayout;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * The batches of one listener: filled under the drain's lock by whoever drains, delivered without a
 * lock on the drain thread. Bounded: what a slow listener does not take is dropped and counted.
 */
final class ListenerQueue {
  static final int BATCH = 1024;
  static final int MAX_BATCHES = 16;

  /** What a listener gets: {words, texts, {count}}. */
  private static final class Batch {
    final long[] words = new long[BATCH * BatchLayout.WORDS];
    final Object[] texts = new Object[BATCH * BatchLayout.TEXTS];
    final int[] count = {0};
    final Object[] parts = {words, texts, count};
  }

  final int kinds;
  private final Consumer<Object[]> listener;
  private final ArrayDeque<Batch> full = new ArrayDeque<>();
  private final ArrayDeque<Batch> free = new ArrayDeque<>();
  private Batch filling;
  private Batch taken;
  private int made;
  private long dropped;
  private boolean reported;
  private volatile boolean removed;

  ListenerQueue(Consumer<Object[]> listener, int kinds) {
    this.listener = listener;
    this.kinds = kinds;
  }

  /** Under the drain's lock: what it has not been told of is dropped. */
  void remove() {
    removed = true;
    for (Batch batch = full.poll(); batch != null; batch = full.poll()) {
      dropped += batch.count[0];
    }
    if (filling != null) {
      dropped += filling.count[0];
      filling = null;
    }
  }

  /** Under the drain's lock. */
  void add(Group group, Clocks clocks) {
    int kind = group.kind.code();
    if ((kinds & (1 << kind)) == 0 || removed) {
      return;
    }
    Batch batch = room();
    if (batch == null) {
      dropped++;
      return;
    }
    int n = batch.count[0]++;
    long[] words = batch.words;
    int w = n * BatchLayout.WORDS;
    words[w + BatchLayout.KIND] = kind;
    words[w + BatchLayout.BEGIN] = clocks.toEpoch(group.begin);
    words[w + BatchLayout.DURATION] = Math.max(0, group.end - group.begin);
    words[w + BatchLayout.CORRELATION_ID] = group.correlationId;
    words[w + BatchLayout.EXTERNAL_ID] = group.externalId;
    words[w + BatchLayout.DEVICE] = group.device;
    words[w + BatchLayout.AGENT_ID] = group.agentId;
    words[w + BatchLayout.QUEUE] = group.queue;
    words[w + BatchLayout.STREAM] = group.stream;
    words[w + BatchLayout.BYTES] = group.bytes;
    words[w + BatchLayout.DIRECTION] = group.direction.code();
    words[w + BatchLayout.SHAPE] = group.shape;
    words[w + BatchLayout.GRID] = group.gridX;
    words[w + BatchLayout.GRID + 1] = group.gridY;
    words[w + BatchLayout.GRID + 2] = group.gridZ;
    words[w + BatchLayout.WORKGROUP] = group.groupX;
    words[w + BatchLayout.WORKGROUP + 1] = group.groupY;
    words[w + BatchLayout.WORKGROUP + 2] = group.groupZ;
    words[w + BatchLayout.LDS_BYTES] = group.ldsBytes;
    words[w + BatchLayout.DEPTH] = group.depth;
    words[w + BatchLayout.RANGE_ID] = group.rangeId;
    words[w + BatchLayout.OS_THREAD_ID] = group.osThreadId;
    words[w + BatchLayout.JAVA_THREAD_ID] = group.thread.javaThreadId;
    Object[] texts = batch.texts;
    int t = n * BatchLayout.TEXTS;
    NameCache.Name kernel = group.kernel;
    String demangled = kernel == null ? null : kernel.demangled();
    texts[t + BatchLayout.NAME] =
        group.function != null ? group.function : group.message != null ? group.message : demangled;
    texts[t + BatchLayout.KERNEL] = demangled;
    texts[t + BatchLayout.SYMBOL] = kernel == null ? null : kernel.symbol();
    texts[t + BatchLayout.THREAD_NAME] = group.thread.name;
    texts[t + BatchLayout.RESULT] = group.result;
  }

  /** A batch with room for one more, or null. */
  private Batch room() {
    Batch batch = filling;
    if (batch != null && batch.count[0] < BATCH) {
      return batch;
    }
    Batch next = free.poll();
    if (next == null && made < MAX_BATCHES) {
      next = new Batch();
      made++;
    }
    if (next == null) {
      return null;
    }
    if (batch != null) {
      full.add(batch);
    }
    filling = next;
    return next;
  }

  /** Under the drain's lock: the batch to deliver next, or null. */
  Object[] take() {
    Batch batch = full.poll();
    if (batch == null && filling != null && filling.count[0] > 0) {
      batch = filling;
      filling = null;
    }
    taken = batch;
    return batch == null ? null : batch.parts;
  }

  /** Without a lock, on the drain thread. */
  void deliver(Object[] batch) {
    if (removed) {
      return;
    }
    try {
      listener.accept(batch);
    } catch (Throwable t) { // whatever a listener throws must not end the drain
      if (!reported) {
        reported = true;
        Log.warn("a listener threw, which is reported once", t);
      }
    }
  }

  /** Under the drain's lock: what {@link #take} returned may be filled again. */
  void giveBack() {
    taken.count[0] = 0;
    free.add(taken);
    taken = null;
  }

  /** Under the drain's lock: what was dropped since the last call. */
  long takeDropped() {
    long count = dropped;
    dropped = 0;
    return count;
  }
}
