// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.BatchLayout;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The batches of one listener: filled on the drain thread, delivered on a thread of the listener's
 * own. Bounded: what a slow listener does not take is dropped and counted, and nobody else waits.
 *
 * <pre>
 *   drain thread     filling --handOver--> full     listener's thread
 *                       ^                    |
 *                       +------ free <-------+ deliver
 * </pre>
 */
final class ListenerQueue {
  static final int BATCH = 1024;
  static final int MAX_BATCHES = 64;

  /** What a burst needed is kept up to so many batches. */
  private static final int KEPT_BATCHES = 16;

  private static final long LOOK_MILLIS = 1;

  /** What a listener gets: {words, texts, {count}}. */
  private static final class Batch {
    final long[] words = new long[BATCH * BatchLayout.WORDS];
    final Object[] texts = new Object[BATCH * BatchLayout.TEXTS];
    final int[] count = {0};
    final Object[] parts = {words, texts, count};
  }

  final int kinds;
  private final Tracer tracer;
  private final String name;
  private final Consumer<Object[]> listener;
  private final LongAdder[] counters;
  private final LongAdder lost = new LongAdder();
  private final ConcurrentLinkedQueue<Batch> full = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Batch> free = new ConcurrentLinkedQueue<>();
  private final AtomicInteger made = new AtomicInteger();

  /** Null until {@link #start}. */
  private volatile Thread thread;

  /** The drain thread's. */
  private Batch filling;

  /** Batches handed over, and those of them that the listener's thread is done with. */
  private final AtomicLong handedOver = new AtomicLong();

  private final AtomicLong done = new AtomicLong();

  private boolean reported;

  /** The listener's thread sleeps, or is about to. */
  private volatile boolean idle;

  /** No more batches come. */
  private volatile boolean ended;

  /** Nothing is delivered from {@link #deadline} on. */
  private volatile boolean closing;

  private volatile long deadline;

  /**
   * @param counters what the listener does not take is added to each
   */
  ListenerQueue(
      Tracer tracer, String name, Consumer<Object[]> listener, int kinds, LongAdder... counters) {
    this.tracer = tracer;
    this.name = name;
    this.listener = listener;
    this.kinds = kinds;
    this.counters = counters;
  }

  /** Starts its thread, as a child of the caller. */
  void start() {
    Thread own = new Thread(null, this::run, "rocjfr-listener-" + name, 0, false);
    own.setDaemon(true);
    own.setContextClassLoader(null);
    thread = own;
    own.start();
  }

  /** On the drain thread. */
  void add(Group group, Clocks clocks) {
    int kind = group.kind.code();
    if ((kinds & (1 << kind)) == 0) {
      return;
    }
    Batch batch = filling;
    if (batch == null) {
      batch = room();
      if (batch == null) {
        lose(1);
        return;
      }
      filling = batch;
    }
    fill(batch, kind, group, clocks);
    if (batch.count[0] == BATCH) {
      handOver();
    }
  }

  private static void fill(Batch batch, int kind, Group group, Clocks clocks) {
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

  private Batch room() {
    Batch batch = free.poll();
    if (batch == null && made.get() < MAX_BATCHES) {
      made.incrementAndGet();
      batch = new Batch();
    }
    return batch;
  }

  /** On the drain thread: what has gathered is the listener's now. */
  void handOver() {
    Batch batch = filling;
    if (batch == null) {
      return;
    }
    filling = null;
    handedOver.incrementAndGet();
    full.add(batch);
    if (idle) {
      LockSupport.unpark(thread);
    }
  }

  /** On the drain thread: nothing more comes. */
  void end() {
    handOver();
    ended = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    tracer.thisThreadDrains();
    while (true) {
      Batch batch = full.poll();
      if (batch != null) {
        take(batch);
      } else if (ended && full.isEmpty()) {
        return;
      } else {
        idle = true;
        if (full.isEmpty() && !ended) {
          LockSupport.park(this);
        }
        idle = false;
        Thread.interrupted(); // a listener may have interrupted itself
      }
    }
  }

  private void take(Batch batch) {
    if (closing && System.nanoTime() - deadline >= 0) {
      lose(batch.count[0]);
    } else {
      deliver(batch.parts);
    }
    batch.count[0] = 0;
    if (made.get() > KEPT_BATCHES && full.isEmpty()) {
      made.decrementAndGet();
    } else {
      free.add(batch);
    }
    done.incrementAndGet();
  }

  private void deliver(Object[] batch) {
    try {
      listener.accept(batch);
    } catch (Throwable t) { // whatever a listener throws must not end its thread
      if (!reported) {
        reported = true;
        Log.warn("the listener " + name + " threw, which is reported once", t);
      }
    }
  }

  private void lose(int count) {
    lost.add(count);
    for (LongAdder counter : counters) {
      counter.add(count);
    }
  }

  /** What the listener did not take. Any thread. */
  long lost() {
    return lost.sum();
  }

  /** Any thread: what is not delivered by then is lost. */
  void endAt(long nanoTime) {
    deadline = nanoTime;
    closing = true;
  }

  /**
   * Waits until what had been handed over has been delivered; not on the listener's own thread.
   *
   * @return false if it was not in time
   */
  boolean awaitDelivered(long nanos) {
    long target = handedOver.get();
    return BoundedWait.until(
        () -> done.get() >= target || isOwnThread() || !thread.isAlive(), nanos, LOOK_MILLIS);
  }

  /**
   * After {@link #endAt}: waits until its thread has ended, and counts what is left of it then.
   * Where the listener itself calls, that goes on when it has returned.
   */
  void awaitEnd(long nanos) {
    Thread own = thread;
    if (isOwnThread() || own == null) {
      return;
    }
    BoundedWait.until(() -> !own.isAlive(), nanos, LOOK_MILLIS);
    for (Batch batch = full.poll(); batch != null; batch = full.poll()) {
      lose(batch.count[0]);
    }
  }

  private boolean isOwnThread() {
    return Thread.currentThread() == thread;
  }
}
