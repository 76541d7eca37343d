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
 * <p>Two kinds of threads drain: our own on a short period, and JFR's hook at the end of a chunk,
 * so that stop, dump, rotation and exit find everything committed. They share one fair lock and
 * hold it for at most {@link #GROUPS_PER_HOLD} groups. The hook runs under JFR's recorder lock:
 * whoever holds ours must never ask JFR for that one, and every wait is bounded.
 */
public final class Drain {
  private static final int GROUPS_PER_HOLD = 1024;
  private static final int BUSY_WAIT_MILLIS = 10;

  /** Until settings that change without a word are noticed; the tracer tells of records sooner. */
  private static final int IDLE_WAIT_MILLIS = 1000;

  /** How long the end of a listener's registration waits for what it is still to be told. */
  private static final long CLOSE_SECONDS = 1;

  /** How often to look at rings and losses that the tracer says nothing of. */
  private static final long LOOK_SECONDS = 2;

  private final Tracer tracer;
  private final DrainLock lock = new DrainLock();
  private final Clocks clocks;
  private final ApiFunctions functions;
  private final RingSet rings;
  private final ListenerSink listeners;
  private final Demand demand;
  private final Losses losses;
  private final StatusReporter status;
  private final InFlightWait inFlight;
  private final DrainRounds rounds = new DrainRounds();
  private final SpanContextEvents contexts = new SpanContextEvents();
  private final Thread thread;

  private volatile JfrSink jfr;

  /** When the drain thread last looked for losses. */
  private long lookedAt = System.nanoTime();

  /** Whether recordings run whose settings may change. Until JFR tells: some may. */
  private volatile boolean anyRunning = true;

  private volatile boolean stopped;
  private volatile boolean signalled;

  public Drain(Tracer tracer) {
    this.tracer = tracer;
    clocks = new Clocks(tracer);
    functions = new ApiFunctions(tracer);
    rings = new RingSet(tracer, new GroupReader(tracer, clocks, functions));
    listeners = new ListenerSink(clocks, lock);
    demand = new Demand(tracer, listeners, functions);
    losses = new Losses(tracer, listeners);
    status = new StatusReporter(tracer);
    inFlight = new InFlightWait(tracer);
    thread = new Thread(null, this::run, "rocjfr-drain", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
  }

  /** Starts the drain thread; it sleeps until somebody wants records. */
  public void start() {
    thread.start();
  }

  /** Ends the drain thread, in tests. */
  void stop() throws InterruptedException {
    stopped = true;
    signal();
    thread.join();
  }

  /** JFR is initialised and our events are registered. */
  public void jfrReady() {
    lock.lock();
    try {
      if (jfr == null) {
        jfr = new JfrSink(clocks, functions, contexts);
      }
    } finally {
      lock.unlock();
    }
    update();
  }

  /**
   * A recording started or stopped: tells the tracer before the caller goes on.
   *
   * @param anyRunning whether a recording still runs, whose settings may change without a word
   */
  public void settingsChanged(boolean anyRunning) {
    this.anyRunning = anyRunning;
    update();
  }

  private void update() {
    lock.lock();
    try {
      if (refresh() == 0 && demand.told() != 0) {
        rings.discard(); // what nobody wants must not appear in the next recording
      }
    } finally {
      lock.unlock();
    }
    signal();
  }

  /**
   * Adds a listener.
   *
   * @return removes it, when it has been told of what was recorded before, or after a second
   */
  public Runnable addListener(Consumer<Object[]> listener, int kinds) {
    ListenerQueue queue;
    lock.lock();
    try {
      queue = listeners.add(listener, kinds);
    } finally {
      lock.unlock();
    }
    update();
    return () -> removeListener(queue);
  }

  private void removeListener(ListenerQueue queue) {
    if (Thread.currentThread() != thread && thread.isAlive()) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
      inFlight.await(() -> deliver(deadline));
      deliver(deadline);
    }
    lock.lock();
    try {
      listeners.remove(queue);
    } finally {
      lock.unlock();
    }
    update();
  }

  /** Has the drain thread deliver what was recorded before. */
  private void deliver(long deadline) {
    long round = rounds.ask();
    signal();
    rounds.await(round, deadline);
  }

  /** Whether anybody wants records now; kept up to date. */
  public AtomicBoolean tracing() {
    return demand.tracing();
  }

  /**
   * Adds a source of span contexts: it is given {id, Java thread id} in the first two of five
   * longs, and fills in {trace id high, low, flags}.
   *
   * @return removes it
   */
  public Runnable addSpanContexts(Predicate<long[]> source) {
    lock.lock();
    try {
      contexts.add(source);
    } finally {
      lock.unlock();
    }
    return () -> removeSpanContexts(source);
  }

  private void removeSpanContexts(Predicate<long[]> source) {
    lock.lock();
    try {
      contexts.remove(source);
    } finally {
      lock.unlock();
    }
  }

  /** All losses so far, by domain and cause. */
  public Map<String, Long> lost() {
    lock.lock();
    try {
      return losses.totals();
    } finally {
      lock.unlock();
    }
  }

  /** How far GPU times may be off, -1 while the GPU's clock is unknown. */
  public long gpuErrorNanos() {
    return clocks.gpuErrorNanos();
  }

  /** JFR's hook at the end of a chunk, under JFR's recorder lock. Throws nothing. */
  public void endOfChunk() {
    try {
      if (jfr != null) {
        drainEnd();
        status.chunkEnds();
        chunkEnds();
      }
    } catch (Throwable t) { // into JFR nothing may be thrown
      Log.warn("draining at the end of a chunk failed", t);
    }
  }

  private void chunkEnds() {
    if (lock.lockInTime()) {
      try {
        contexts.chunkEnds();
      } finally {
        lock.unlock();
      }
    }
  }

  /** JFR's hook at the begin and end of a chunk for the status event. Throws nothing. */
  public void reportStatus() {
    try {
      if (jfr != null) {
        status.report();
        drainEnd();
      }
    } catch (Throwable t) { // into JFR nothing may be thrown
      Log.warn("reporting the status failed", t);
    }
  }

  private void drainEnd() {
    if (lock.lockInTime()) {
      try {
        refresh(); // at the begin of a recording this comes before its listener
      } finally {
        lock.unlock();
      }
    }
    if (demand.told() != 0) {
      inFlight.await(this::drainToTails);
    }
    drainToTails();
    reportLosses();
  }

  /** The JVM exits: commits what is there and lets producers wait no longer. */
  public void exit() {
    endOfChunk();
    tracer.setExiting(true);
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
        long round = rounds.begin();
        boolean busy = cycle(round != 0);
        wait = busy ? BUSY_WAIT_MILLIS : Math.min(2 * wait, IDLE_WAIT_MILLIS);
        boolean more = listeners.deliver();
        if (round != 0) {
          while (more) {
            more = listeners.deliver();
          }
          rounds.end(round);
        }
        if (!more) {
          sleep(wait);
        }
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
    if (demand.told() != 0) {
      tracer.await(millis);
    } else if (jfr != null && anyRunning) {
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(IDLE_WAIT_MILLIS));
    } else {
      LockSupport.park(this);
    }
  }

  /**
   * One round of the drain thread; returns whether there was anything to do.
   *
   * @param surely whether to look into the rings whatever the tracer says of them
   */
  private boolean cycle(boolean surely) {
    int want;
    lock.lock();
    try {
      want = refresh();
    } finally {
      lock.unlock();
    }
    if (want == 0) {
      if (demand.told() != 0) {
        release();
      }
      return false;
    }
    tracer.poll();
    long now = System.nanoTime();
    boolean due = now - lookedAt >= TimeUnit.SECONDS.toNanos(LOOK_SECONDS);
    boolean busy = false;
    if (tracer.takePublished() || surely || (due && tracer.anyUnread())) {
      busy = drainToTails();
    } else if (due) {
      calibrate();
    }
    if (busy || due) {
      lookedAt = now;
      reportLosses();
    }
    return busy;
  }

  private void calibrate() {
    lock.lock();
    try {
      clocks.calibrate(false);
    } finally {
      lock.unlock();
    }
  }

  private int refresh() {
    return demand.refresh(jfr, rings::discard);
  }

  /** The last consumer stopped wanting: waits for what is in flight, then removes the hook. */
  private void release() {
    inFlight.awaitAtStop();
    lock.lock();
    try {
      if (demand.wanted(jfr) == 0) {
        demand.release();
        rings.discard();
      }
    } finally {
      lock.unlock();
    }
    reportLosses();
  }

  private void reportLosses() {
    lock.lock();
    try {
      losses.report(jfr != null);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes what the rings hold now, in short holds of the lock.
   *
   * @return whether there was anything
   */
  private boolean drainToTails() {
    long[] tails;
    boolean any;
    if (!lock.lockInTime()) {
      return false;
    }
    try {
      tails = rings.tails();
      any = rings.anyBelow(tails);
      clocks.calibrate(any);
      contexts.tick();
    } finally {
      lock.unlock();
    }
    if (!any) {
      return false;
    }
    long settle = clocks.gpuSettlesIn();
    if (settle > 0) { // once, when the GPU's clock has just been found
      LockSupport.parkNanos(settle);
      lock.lock();
      try {
        clocks.calibrate(true);
      } finally {
        lock.unlock();
      }
    }
    int next = 0;
    while (next < tails.length) {
      if (!lock.lockInTime()) {
        return true;
      }
      try {
        next = rings.take(tails, next, GROUPS_PER_HOLD, jfr, listeners);
      } finally {
        lock.unlock();
      }
    }
    return true;
  }
}
