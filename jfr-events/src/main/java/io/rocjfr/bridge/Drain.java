// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Takes records out of the rings and hands them to JFR and to listeners.
 *
 * <p>One thread does all of it, and commits every event of ours that is not committed on the thread
 * that calls: on a thread of an event stream JFR would swallow them. Other threads ask it for
 * something ({@link Inbox}) and wait, never without a bound: JFR's hooks at the end of a chunk, so
 * that stop, dump, rotation and exit find everything committed; who starts a recording, until the
 * tracer records for it. The hooks run under JFR's recorder lock: this thread never asks JFR for
 * its recordings, and never changes HIP's hooks, which may take as long as a HIP call.
 */
public final class Drain {
  private static final int GROUPS_PER_TURN = 1024;
  private static final int BUSY_WAIT_MILLIS = 10;

  /** Until settings that change without a word are noticed; the tracer tells of records sooner. */
  private static final int IDLE_WAIT_MILLIS = 1000;

  /** How often to look at rings and losses that the tracer says nothing of. */
  private static final long LOOK_SECONDS = 2;

  /** Together, the waits of JFR's hooks at one chunk's end. */
  private static final long HOOKS_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Who starts a recording or adds a listener waits so long until records are made for it. */
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** How long listeners get for what is left, when they or the JVM end. */
  private static final long LAST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Tracer tracer;
  private final Clocks clocks;
  private final ApiFunctions functions;
  private final LateRecords late;
  private final RingSet rings;
  private final ListenerSink listeners;
  private final HookControl hooks;
  private final Demand demand;
  private final Losses losses;
  private final StatusReporter status;
  private final InFlightWait inFlight;
  private final ChunkEnds chunkEnds;
  private final SpanContextEvents contexts = new SpanContextEvents();
  private final Thread thread;
  private final Inbox inbox;

  private volatile JfrSink jfr;

  /** When the drain thread last looked for losses. */
  private long lookedAt = System.nanoTime();

  /** Whether recordings run whose settings may change. Until JFR tells: some may. */
  private volatile boolean anyRunning = true;

  private volatile boolean stopped;
  private volatile boolean signalled;

  public Drain(Tracer tracer) {
    this(tracer, HOOKS_NANOS);
  }

  /** {@code hooksNanos}: how long JFR's hooks may wait at one chunk's end. */
  Drain(Tracer tracer, long hooksNanos) {
    this.tracer = tracer;
    clocks = new Clocks(tracer);
    functions = new ApiFunctions(tracer);
    late = new LateRecords(tracer);
    rings = new RingSet(tracer, new GroupReader(tracer, clocks, functions), late);
    listeners = new ListenerSink(tracer, clocks);
    hooks = new HookControl(tracer, this::signal);
    demand = new Demand(tracer, listeners, functions, hooks);
    losses = new Losses(tracer, listeners);
    status = new StatusReporter(tracer);
    inFlight = new InFlightWait(tracer);
    chunkEnds = new ChunkEnds(hooksNanos);
    thread = new Thread(null, this::run, "rocjfr-drain", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    inbox = new Inbox(thread, this::signal);
  }

  /** Starts the threads; they sleep until somebody wants records. */
  public void start() {
    hooks.start();
    thread.start();
  }

  /** Ends the threads, in tests. */
  void stop() throws InterruptedException {
    stopped = true;
    signal();
    thread.join();
    hooks.stop();
  }

  /** JFR is initialised and our events are registered. */
  public void jfrReady() {
    synchronized (this) {
      if (jfr == null) {
        jfr = new JfrSink(clocks, functions, contexts); // loads the events' classes here
      }
    }
    update();
  }

  /**
   * A recording started or stopped: tells the tracer before the caller goes on, if that can be done
   * within {@link #START_NANOS}.
   *
   * @param anyRunning whether a recording still runs, whose settings may change without a word
   */
  public void settingsChanged(boolean anyRunning) {
    this.anyRunning = anyRunning;
    update();
  }

  private void update() {
    long begin = System.nanoTime();
    if (inbox.ask(this::refresh).await(START_NANOS)) {
      hooks.await(START_NANOS - (System.nanoTime() - begin));
    }
  }

  /**
   * Adds a listener, which gets a thread of its own.
   *
   * @param name for its thread, and for who looks at losses
   * @return its registration
   */
  public ListenerRegistration addListener(String name, Consumer<Object[]> listener, int kinds) {
    ListenerQueue queue = listeners.make(name, listener, kinds);
    long begin = System.nanoTime();
    Inbox.Errand added =
        inbox.ask(
            () -> {
              listeners.add(queue);
              refresh();
            });
    if (added.await(START_NANOS)) {
      hooks.await(START_NANOS - (System.nanoTime() - begin));
    }
    return new ListenerRegistration(this, queue);
  }

  /** Ends a registration: delivers what was recorded before, for a second at most. */
  void removeListener(ListenerQueue queue) {
    long begin = System.nanoTime();
    queue.endAt(begin + LAST_NANOS);
    Inbox.Errand removed =
        inbox.ask(
            () -> {
              drainWithWork();
              listeners.remove(queue);
              refresh();
            });
    boolean told = removed.await(LAST_NANOS);
    queue.awaitEnd(told ? LAST_NANOS - (System.nanoTime() - begin) : 0);
  }

  /**
   * Commits and delivers what has been recorded until now.
   *
   * @return whether all of it was in time; not waited for is the listener that calls
   */
  public boolean flush(long nanos) {
    long begin = System.nanoTime();
    long[] found = rings.tails();
    Inbox.Errand drained = inbox.ask(() -> drainTo(found));
    return drained.await(nanos) && listeners.await(nanos - (System.nanoTime() - begin));
  }

  /** Whether anybody wants records now; kept up to date. */
  public AtomicBoolean tracing() {
    return demand.tracing();
  }

  /**
   * Adds a source of span contexts: it is given {id, Java thread id} in the first two of five
   * longs, and fills in {trace id high, low, flags}. It is asked on the drain thread.
   *
   * @return removes it
   */
  public Runnable addSpanContexts(Predicate<long[]> source) {
    contexts.add(source);
    return () -> contexts.remove(source);
  }

  /** All losses so far, by domain and cause. */
  public Map<String, Long> lost() {
    return losses.totals();
  }

  /** What listeners could not take so far, by their names. */
  public Map<String, Long> lostByListener() {
    return listeners.lostByName();
  }

  /** How far GPU times may be off, -1 while the GPU's clock is unknown. */
  public long gpuErrorNanos() {
    return clocks.gpuErrorNanos();
  }

  /**
   * JFR's hook for the status event, at the begin and the end of a chunk: the first in its row.
   * Throws nothing.
   */
  public void reportStatus() {
    hook(0, status::report);
  }

  /**
   * JFR's hooks for the end of a chunk. Throws nothing.
   *
   * @param number in the order of registration, from 1
   */
  public void endOfChunk(int number) {
    hook(number, this::chunkEnds);
  }

  private void chunkEnds() {
    status.chunkEnds();
    contexts.chunkEnds();
  }

  /** Under JFR's recorder lock, on whatever thread: commits nothing itself. */
  private void hook(int number, Runnable last) {
    try {
      if (jfr == null || !thread.isAlive()) {
        return;
      }
      long begin = System.nanoTime();
      ChunkEnds.Turn turn = chunkEnds.begin(number);
      long[] found = rings.tails();
      Inbox.Errand drained =
          inbox.ask(
              () -> {
                drainEnd(found, turn.forWork());
                last.run();
              });
      if (!drained.await(turn.nanos())) {
        late.begin(found);
      }
      chunkEnds.end(drained, System.nanoTime() - begin);
    } catch (Throwable t) { // into JFR nothing may be thrown
      Log.warn("draining at the end of a chunk failed", t);
    }
  }

  private void drainEnd(long[] found, boolean forWork) {
    refresh(); // at the begin of a recording this comes before its listener
    if (forWork) {
      drainWithWork();
    } else {
      drainTo(found);
    }
    reportLosses();
  }

  /** What was submitted is waited for, a little. */
  private void drainWithWork() {
    if (hooks.told() != 0) {
      inFlight.await(() -> drainTo(rings.tails()));
    }
    drainTo(rings.tails());
  }

  /**
   * The JVM exits: commits what is there, lets producers wait no longer and gives listeners the
   * rest; each for a bounded time.
   */
  public void exit() {
    long[] found = rings.tails();
    boolean drained = inbox.ask(() -> drainEnd(found, true)).await(HOOKS_NANOS);
    tracer.setExiting(true);
    if (drained) {
      listeners.await(LAST_NANOS);
    }
  }

  private void signal() {
    signalled = true;
    LockSupport.unpark(thread);
    tracer.wake();
  }

  private void run() {
    tracer.thisThreadDrains();
    int wait = IDLE_WAIT_MILLIS;
    while (!stopped) {
      try {
        signalled = false;
        inbox.doAll();
        boolean busy = cycle();
        wait = busy ? BUSY_WAIT_MILLIS : Math.min(2 * wait, IDLE_WAIT_MILLIS);
        sleep(wait);
      } catch (Throwable t) { // the drain must go on
        Log.warn("draining failed", t);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(IDLE_WAIT_MILLIS));
      }
    }
  }

  private void sleep(int millis) {
    if (signalled || stopped) {
      return;
    }
    if (hooks.told() != 0) {
      tracer.await(millis);
    } else if (jfr != null && anyRunning) {
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(IDLE_WAIT_MILLIS));
    } else {
      LockSupport.park(this);
    }
  }

  /** One round of the drain thread; returns whether there was anything to do. */
  private boolean cycle() {
    if (refresh() == 0) {
      return false;
    }
    long now = System.nanoTime();
    boolean due = now - lookedAt >= TimeUnit.SECONDS.toNanos(LOOK_SECONDS);
    boolean busy = false;
    if (tracer.takePublished() || (due && tracer.anyUnread())) {
      busy = drainTo(rings.tails());
    } else if (due) {
      clocks.calibrate(false);
    }
    if (busy || due) {
      lookedAt = now;
      reportLosses();
    }
    return busy;
  }

  /** Follows what is wanted; what nobody wants must not appear in the next recording. */
  private int refresh() {
    int want = demand.refresh(jfr, rings::discard);
    if (want == 0 && hooks.told() != 0) {
      rings.discard();
    }
    return want;
  }

  private void reportLosses() {
    losses.report(jfr != null);
  }

  /**
   * Takes what the rings hold below these tails.
   *
   * @return whether there was anything
   */
  private boolean drainTo(long[] tails) {
    boolean any = rings.anyBelow(tails);
    clocks.calibrate(any);
    contexts.tick();
    if (any) {
      long settle = clocks.gpuSettlesIn();
      if (settle > 0) { // once, when the GPU's clock has just been found
        LockSupport.parkNanos(settle);
        clocks.calibrate(true);
      }
      int next = 0;
      while (next < tails.length) {
        next = rings.take(tails, next, GROUPS_PER_TURN, jfr, listeners);
      }
    }
    late.report(rings);
    listeners.handOver();
    return any;
  }
}
