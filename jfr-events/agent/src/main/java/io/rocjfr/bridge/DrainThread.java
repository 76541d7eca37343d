// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.TracerStatusEvent;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The one thread that takes records out of the rings, hands them to JFR and to the queues of
 * listeners, and commits all other events. So an event's thread is always this one. Nothing is
 * committed on a thread of an event stream, because JFR does not accept its events.
 *
 * <p>JFR's hooks wait for it under JFR's recorder lock. So it never asks JFR for recordings, and
 * never waits for a thread that may. It calls no user code except sources of span contexts. It
 * never changes the hooks of HIP: see {@link TracerControl}.
 */
final class DrainThread implements Runnable {
  /** Between two looks at what others ask for; as many as make room for a waiting producer. */
  private static final int GROUPS_AT_ONCE = 128;

  /** While records come. */
  private static final int BUSY_WAIT_MILLIS = 10;

  /**
   * The same where nobody listens and few come: what is recorded is read seconds later, and waking
   * up is most of what recording costs then. Rings that fill sooner wake it.
   */
  private static final int RECORDING_WAIT_MILLIS = 50;

  /** Fewer than these in one round; else rings shall be emptied long before they are full. */
  private static final int FEW = 512;

  /** Until settings that change without a word are noticed; the tracer tells of records sooner. */
  private static final int IDLE_WAIT_MILLIS = 1000;

  /** For what is pending, until nothing changes meanwhile. */
  private static final int MOST_LOOKS = 3;

  /** How often to look at rings and losses that the tracer says nothing of. */
  private static final long LOOK_SECONDS = 2;

  static final Trouble FAILED = new Trouble("draining failed");

  private final Tracer tracer;
  private final Clocks clocks;
  private final RingSet rings;
  private final ListenerSink listeners;
  private final Demand demand;
  private final Losses losses;
  private final SpanContextEvents contexts;
  private final MemoryReporter memory;
  private final CallSites calls;
  private final StatusReporter status;
  private final TracerControl control;
  private final DrainTasks tasks = new DrainTasks();
  private final Thread thread;

  private volatile JfrSink jfr;

  /** What was wanted when it was last asked. */
  private volatile TracerSettings wanted = TracerSettings.NONE;

  /** When it last looked for losses. */
  private long lookedAt = System.nanoTime();

  private final RunningRecordings recordings = new RunningRecordings();

  private volatile boolean wasWanted;

  /** What was lost until the tracer recorded nothing for us any more: no recording lacks it. */
  private final AtomicReference<Map<String, Long>> lostBefore = new AtomicReference<>();

  private volatile boolean stopped;
  private volatile boolean signalled;

  DrainThread(Tracer tracer, DrainParts parts) {
    this.tracer = tracer;
    clocks = parts.clocks();
    rings = parts.rings();
    listeners = parts.listeners();
    demand = parts.demand();
    losses = parts.losses();
    contexts = parts.contexts();
    memory = parts.memory();
    calls = parts.calls();
    status = new StatusReporter(tracer);
    control =
        new TracerControl(
            tracer,
            new Runnable() { // no lambda: the first one in a JVM takes 20 ms
              @Override
              public void run() {
                released();
              }
            });
    thread = new Thread(null, this, "rocjfr-drain", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
  }

  void start() {
    control.start();
    thread.start();
  }

  void stop() throws InterruptedException {
    stopped = true;
    signal();
    thread.join();
    control.stop();
  }

  TracerControl control() {
    return control;
  }

  /** JFR is initialised and our events are registered. */
  void setJfr(JfrSink sink) {
    if (jfr == null) {
      jfr = sink;
    }
  }

  boolean hasJfr() {
    return jfr != null;
  }

  RunningRecordings recordings() {
    return recordings;
  }

  /** Whether somebody wanted something when it was last asked. */
  boolean isWanted() {
    return wanted.any();
  }

  /** Whether somebody has ever wanted something. */
  boolean wasWanted() {
    return wasWanted;
  }

  /** Whether the caller is this thread, which must not wait for itself. */
  boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  /**
   * Asks it to drain what the rings hold now, and then to do something.
   *
   * @param tooLate is told how many records are taken after the caller has stopped waiting; or null
   */
  DrainTasks.Task ask(Runnable then, LongConsumer tooLate) {
    return ask(rings.tails(), then, tooLate);
  }

  /**
   * The same of what wants to know which work is missing below the ends of the rings: as it was
   * pending both before and after these were read. Where work comes all the time, what was pending
   * before: PendingCall tells who reads of which calls that was said.
   */
  DrainTasks.Task askPending(Consumer<Look> then, LongConsumer tooLate) {
    for (int again = 0; ; again++) {
      TracerStatusEvent event = Look.begin();
      PendingWork before = pendingCalls();
      long[] tails = rings.tails();
      if (again == MOST_LOOKS || pendingCalls().equals(before)) {
        Look look = new Look(before, event);
        return ask(tails, () -> then.accept(look), tooLate);
      }
    }
  }

  private DrainTasks.Task ask(long[] tails, Runnable then, LongConsumer tooLate) {
    DrainTasks.Task task = tasks.add(tails, then, tooLate);
    signal();
    return task;
  }

  /** Has it look soon. */
  void signal() {
    signalled = true;
    LockSupport.unpark(thread);
    tracer.wake();
  }

  /** The tracer records nothing for us any more. */
  private void released() {
    lostBefore.set(losses.totals());
    signal();
  }

  @Override
  public void run() {
    tracer.thisThreadIsOurs();
    int wait = IDLE_WAIT_MILLIS;
    while (!stopped) {
      try {
        signalled = false;
        long taken = rings.taken();
        boolean served = serve();
        boolean busy = cycle() || served;
        wait = busy ? busyWait(rings.taken() - taken) : Math.min(2 * wait, IDLE_WAIT_MILLIS);
        sleep(wait);
      } catch (Throwable t) { // the drain must go on
        FAILED.warn(t);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(IDLE_WAIT_MILLIS));
      }
    }
    tasks.close();
  }

  private int busyWait(long groups) {
    return listeners.kinds() == 0 && groups < FEW ? RECORDING_WAIT_MILLIS : BUSY_WAIT_MILLIS;
  }

  private void sleep(int millis) {
    if (signalled || stopped) {
      return;
    }
    if (wanted.any() || control.told() != 0) {
      tracer.await(millis);
    } else if (jfr != null && recordings.any()) {
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(IDLE_WAIT_MILLIS));
    } else {
      LockSupport.park(this);
    }
  }

  /** Does what others asked for; returns whether there was anything. */
  private boolean serve() {
    boolean any = false;
    for (DrainTasks.Task task = tasks.next(); task != null; task = tasks.next()) {
      any = true;
      try {
        refresh();
        drainTo(task.tails(), task);
      } catch (Throwable t) { // who asked waits for its end
        task.fail();
        FAILED.warn(t);
      }
      task.complete();
    }
    return any;
  }

  /** One round of its own; returns whether there was anything to do. */
  private boolean cycle() {
    refresh();
    if (!wanted.any()) {
      if (control.told() != 0) {
        rings.discard(); // whoever still records must not wait for room
      }
      return false;
    }
    long now = System.nanoTime();
    boolean due = now - lookedAt >= TimeUnit.SECONDS.toNanos(LOOK_SECONDS);
    boolean busy = false;
    if (tracer.takePublished() || (due && tracer.anyUnread())) {
      busy = drainTo(rings.tails(), null);
    } else if (due) {
      clocks.calibrate(false);
    }
    if (busy || due) {
      lookedAt = now;
      losses.report(jfr != null);
    }
    return busy;
  }

  /** Follows what is wanted. */
  private void refresh() {
    JfrSink sink = jfr;
    if (sink != null) {
      sink.beforeEvents();
    }
    Map<String, Long> before = lostBefore.getAndSet(null);
    if (before != null) {
      losses.leaveOut(before);
    }
    boolean lapsed = recordings.takeLapse() && listeners.kinds() == 0;
    TracerSettings now = demand.read(sink);
    if (now.any() && (lapsed || !wanted.any())) {
      wasWanted = true;
      if (control.told() != 0) {
        tracer
            .abandonInFlight(); // and what is in the rings: nobody who wants records now wanted it
      }
      rings.discard();
      losses.report(false);
    }
    boolean nothing = !now.any() && !wanted.any(); // a record's equals takes 10 ms the first time
    if (!nothing && !now.equals(wanted)) {
      wanted = now;
      control.want(now);
    }
  }

  /**
   * Takes what the rings hold below these tails.
   *
   * @param task null: leaves it for later when others ask for something
   * @return whether there was anything
   */
  private boolean drainTo(long[] tails, DrainTasks.Task task) {
    boolean any = rings.anyBelow(tails);
    clocks.calibrate(any);
    contexts.beginRound();
    if (!any) {
      return false;
    }
    long settle = clocks.gpuSettlesIn();
    if (settle > 0) { // once, when the GPU's clock has just been found
      LockSupport.parkNanos(settle);
      clocks.calibrate(true);
    }
    listeners.open();
    try {
      int next = 0;
      while (next < tails.length && (task != null || !tasks.any())) {
        long before = rings.taken();
        next = rings.take(tails, next, GROUPS_AT_ONCE, jfr, listeners);
        if (task != null) {
          tasks.drained(task, rings.taken() - before);
        }
      }
    } finally {
      listeners.offer();
    }
    return true;
  }

  /** In a task: commits the status, if it changed, and what was lost. */
  void reportStatus(Look look) {
    status.report(look);
    reportLosses();
  }

  /** In a task: what was lost, and what became of calls whose callers were wanted. */
  void reportLosses() {
    losses.report(true);
    memory.reportCounts();
  }

  /** In a task: commits what is allocated. */
  void reportMemory() {
    memory.reportMemory();
  }

  /** In a task: commits what is allocated at the end of a chunk, piece by piece. */
  void reportLive() {
    memory.reportMemory();
    memory.reportLive();
  }

  /** In a task: commits which source files the classes are of that made calls. */
  void reportFiles() {
    calls.commitFiles();
  }

  /**
   * In a task: the status and the losses at the end of a chunk.
   *
   * @param number which end it is: several hooks ask for it
   */
  void endChunk(Look look, long number) {
    status.chunkEnds(look, number);
    reportLosses();
  }

  /** In a task: of the span contexts, at the end or the begin of a chunk. */
  void contexts(ChunkBoundary boundary, boolean late) {
    contexts.chunk(boundary, late);
  }

  /** What is pending now of what the tracer follows for us. */
  private PendingWork pendingCalls() {
    PendingWork pending = tracer.pendingCalls(StatusReporter.MOST_CALLS);
    return control.told() == 0 ? pending.ofNobody() : pending;
  }
}
