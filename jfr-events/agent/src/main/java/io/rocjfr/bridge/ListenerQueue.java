// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.ActivityKind;
import io.rocjfr.BatchLayout;
import io.rocjfr.figures.FunctionCatalogue;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.LongAdder;

/**
 * The batches of one listener: filled by the drain thread, taken by the listener's. Bounded: what a
 * slow listener does not take is dropped and counted. The drain thread fills a batch without a
 * lock, and takes one when it hands it over.
 */
final class ListenerQueue {
  static final int BATCH = 1024;

  /** 14 MiB, where a listener is that far behind: at a million activities a second, 65 ms. */
  static final int MAX_BATCHES = 64;

  /** What a listener gets: {words, texts, {count, how many it was done with when it threw}}. */
  static final class Batch {
    private final long[] words = new long[BATCH * BatchLayout.WORDS];
    private final Object[] texts = new Object[BATCH * BatchLayout.TEXTS];
    private final int[] count = {0, 0};
    final Object[] parts = {words, texts, count};

    /** Of {@link #added}: those that were counted when it was offered before. */
    private int counted;

    int count() {
      return count[0];
    }

    /** Behind the activities that the listener was done with when it threw. */
    int untold() {
      return count[0] - Math.min(count[0], Math.max(0, count[1]));
    }
  }

  final int kinds;

  /** Activities that any listener was too slow for, or threw on. */
  private final LongAdder allDropped;

  /** Of the drain thread. */
  private Batch filling;

  // Guarded by this from here on.
  private final ArrayDeque<Batch> full = new ArrayDeque<>(MAX_BATCHES + 1);
  private final ArrayDeque<Batch> free = new ArrayDeque<>(MAX_BATCHES + 1);

  /** The last one, which is not full; the drain thread takes it back while nobody has. */
  private Batch offered;

  private int made;

  /** Activities that were handed over so far; it only grows. */
  private long added;

  /** Those of them that the listener is done with or will never get. */
  private long done;

  private long dropped;
  private boolean ended;
  private boolean abandoned;

  ListenerQueue(int kinds, LongAdder allDropped) {
    this.kinds = kinds;
    this.allDropped = allDropped;
  }

  /** On the drain thread, before {@link #add}: takes back what was offered. */
  synchronized void open() {
    filling = offered;
    offered = null;
  }

  /** On the drain thread, after {@link #add}: whoever waits gets what there is. */
  synchronized void offer() {
    if (filling == null) {
      return;
    }
    if (abandoned) {
      drop(filling.count());
      done += filling.counted;
    } else {
      offered = filling;
      count(filling);
    }
    notifyAll();
    filling = null;
  }

  /** On the drain thread, between {@link #open} and {@link #offer}. */
  void add(DecodedActivity activity, Clocks clocks) {
    int kind = activity.kind.code();
    if ((kinds & (1 << kind)) == 0) {
      return;
    }
    Batch batch = filling;
    if (batch == null || batch.count() == BATCH) {
      batch = next();
      if (batch == null) {
        return;
      }
    }
    fill(batch, activity, clocks, kind);
    batch.count[0]++;
  }

  private static void fill(Batch batch, DecodedActivity activity, Clocks clocks, int kind) {
    int n = batch.count[0];
    long[] words = batch.words;
    int w = n * BatchLayout.WORDS;
    words[w + BatchLayout.KIND] = kind;
    words[w + BatchLayout.BEGIN] = clocks.toEpoch(activity.begin);
    words[w + BatchLayout.DURATION] = Math.max(0, activity.end - activity.begin);
    words[w + BatchLayout.CORRELATION_ID] = activity.correlationId;
    words[w + BatchLayout.EXTERNAL_ID] = activity.externalId;
    words[w + BatchLayout.DEVICE] = activity.device;
    words[w + BatchLayout.AGENT_ID] = activity.agentId;
    words[w + BatchLayout.QUEUE] = activity.queue;
    words[w + BatchLayout.STREAM] = activity.stream;
    words[w + BatchLayout.BYTES] = activity.bytes;
    words[w + BatchLayout.DIRECTION] = activity.direction.code();
    words[w + BatchLayout.SHAPE] = activity.shape;
    words[w + BatchLayout.GRID] = activity.gridX;
    words[w + BatchLayout.GRID + 1] = activity.gridY;
    words[w + BatchLayout.GRID + 2] = activity.gridZ;
    words[w + BatchLayout.WORKGROUP] = activity.groupX;
    words[w + BatchLayout.WORKGROUP + 1] = activity.groupY;
    words[w + BatchLayout.WORKGROUP + 2] = activity.groupZ;
    words[w + BatchLayout.LDS_BYTES] = activity.ldsBytes;
    words[w + BatchLayout.DEPTH] = activity.depth;
    words[w + BatchLayout.RANGE_ID] = activity.rangeId;
    words[w + BatchLayout.OS_THREAD_ID] = activity.osThreadId;
    words[w + BatchLayout.JAVA_THREAD_ID] = activity.thread.javaThreadId;
    words[w + BatchLayout.OPENCL] =
        activity.kind == ActivityKind.OPENCL_API || GroupReader.OPENCL.equals(activity.api) ? 1 : 0;
    Object[] texts = batch.texts;
    int t = n * BatchLayout.TEXTS;
    NameCache.Name kernel = activity.kernel;
    String demangled = kernel == null ? null : kernel.demangled();
    texts[t + BatchLayout.NAME] =
        activity.function != null
            ? activity.function
            : activity.message != null ? activity.message : demangled;
    texts[t + BatchLayout.CATEGORY] =
        activity.function == null ? null : FunctionCatalogue.categoryOf(activity.function);
    texts[t + BatchLayout.KERNEL] = demangled;
    texts[t + BatchLayout.SYMBOL] = kernel == null ? null : kernel.symbol();
    texts[t + BatchLayout.THREAD_NAME] = activity.thread.name;
    texts[t + BatchLayout.RESULT] = activity.result;
    texts[t + BatchLayout.CALL_SITE] = activity.callSite;
  }

  /** Hands over the full batch and begins another one; null without room. */
  private synchronized Batch next() {
    Batch next = abandoned ? null : free.poll();
    if (next == null && made < MAX_BATCHES && !abandoned) {
      next = new Batch();
      made++;
    }
    if (next == null) {
      drop(1);
      return null;
    }
    if (filling != null) {
      full.add(filling);
      count(filling);
      notifyAll();
    }
    filling = next;
    return next;
  }

  private void count(Batch batch) {
    added += batch.count() - batch.counted;
    batch.counted = batch.count();
  }

  /**
   * On the listener's thread: waits for the next batch.
   *
   * @return null when there is none any more
   */
  synchronized Batch take() {
    while (true) {
      Batch batch = full.poll();
      if (batch == null) {
        batch = offered;
        offered = null;
      }
      if (batch != null) {
        return batch;
      }
      if (ended) {
        return null;
      }
      try {
        wait();
      } catch (InterruptedException e) {
        // A listener has interrupted its own thread, or somebody else's mistake: it goes on.
      }
    }
  }

  /** On the listener's thread: it is done with the batch, which may be filled again. */
  synchronized void giveBack(Batch batch) {
    done += batch.count();
    batch.count[0] = 0;
    batch.count[1] = 0;
    batch.counted = 0;
    free.add(batch);
    notifyAll();
  }

  /** How many activities have been handed over so far. */
  synchronized long added() {
    return added;
  }

  /**
   * Waits until the listener is done with so many activities.
   *
   * @param deadline of System.nanoTime
   * @return false if that came first
   */
  synchronized boolean awaitDone(long count, long deadline) {
    return TimedWait.await(this, () -> done >= count, deadline);
  }

  /** Nothing is added any more: the listener's thread ends when it has taken what there is. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** Activities that the listener is done with or will never get. */
  synchronized long done() {
    return done;
  }

  /** The listener is told of nothing any more: what it has not taken is dropped. */
  synchronized void abandon() {
    ended = true;
    abandoned = true;
    if (offered != null) {
      full.add(offered);
      offered = null;
    }
    for (Batch batch = full.poll(); batch != null; batch = full.poll()) {
      drop(batch.count());
      giveBack(batch);
    }
    notifyAll();
  }

  /** So many activities will never be delivered. */
  synchronized void drop(int count) {
    dropped += count;
    allDropped.add(count);
  }

  /** Activities that the listener was too slow for, or threw on. */
  synchronized long dropped() {
    return dropped;
  }
}
