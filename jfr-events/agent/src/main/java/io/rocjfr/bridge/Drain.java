// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The way of records out of the rings, to JFR and to listeners, as the agent sees it. Three kinds
 * of threads of ours: one drains and commits ({@link DrainThread}), one tells the tracer what is
 * wanted ({@link TracerControl}), and each listener has one ({@link ListenerThread}). All others
 * only ask these, and every wait for them is bounded.
 */
public final class Drain {
  /** JFR's hooks, in the order in which they are to be added to it. */
  public enum Hook {
    STATUS,
    LOSSES,
    CONTEXTS,
    LIVE,
    SITES,
    FILES,
    /** Not of a chunk's end: every second. */
    MEMORY
  }

  /** How long a start waits until the tracer has been told. */
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** How long the exit of the JVM waits for what is to be committed and delivered. */
  private static final long EXIT_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Where a test's machine may be slow: how many times longer than for users waits may last. */
  private static final String PATIENCE = "rocjfr.patience";

  private static final Trouble AT_CHUNK_END = new Trouble("draining at the end of a chunk failed");
  private static final Trouble AT_EXIT = new Trouble("draining at the exit failed");

  private final Tracer tracer;
  private final int patience;
  private final Clocks clocks;
  private final ApiFunctions functions;
  private final ListenerSink listeners;
  private final Demand demand;
  private final Losses losses;
  private final InFlightWait inFlight;
  private final SpanContextEvents contexts = new SpanContextEvents();
  private final SiteNames names;
  private final JavaStacks stacks = new JavaStacks();
  private final CallSites calls = new CallSites();
  private final DrainThread thread;
  private final ChunkHooks hooks;
  private volatile boolean memoryAlways;

  public Drain(Tracer tracer) {
    this(tracer, Math.max(1, Integer.getInteger(PATIENCE, 1)));
  }

  /** For tests: each of its waits for others may last so many times longer than for users. */
  public Drain(Tracer tracer, int patience) {
    this.tracer = tracer;
    this.patience = patience;
    clocks = new Clocks(tracer);
    functions = new ApiFunctions(tracer);
    listeners = new ListenerSink(clocks);
    losses = new Losses(tracer, listeners.dropped());
    RingSet rings = new RingSet(tracer, new GroupReader(tracer, clocks, functions, calls), losses);
    demand = new Demand(listeners, functions, calls);
    inFlight = new InFlightWait(tracer, new NanoClock(), patience);
    names = new SiteNames(tracer);
    MemoryReporter memory = new MemoryReporter(tracer, names, stacks);
    thread =
        new DrainThread(
            tracer,
            new DrainParts(clocks, rings, listeners, demand, losses, contexts, memory, calls));
    hooks = new ChunkHooks(thread, inFlight, losses, patience);
  }

  /**
   * Has GPU memory followed from now on, with the stacks that allocate it, whatever is recorded.
   */
  public void followMemoryAlways() {
    memoryAlways = true;
    SiteSink.keepStacks(true);
    demand.followMemoryAlways();
    thread.signal();
  }

  /** Starts the threads; they sleep until somebody wants records. */
  public void start() {
    thread.start();
  }

  /** What JFR calls when it wants the GPUs' telemetry. */
  public Runnable telemetry() {
    return new TelemetryReporter(tracer);
  }

  /** Ends the threads, in tests. */
  void stop() throws InterruptedException {
    thread.stop();
  }

  /** JFR is initialised and our events are registered: their classes are loaded. */
  public void jfrReady() {
    SiteSink.start(names, stacks, calls);
    SiteSink.keepStacks(memoryAlways);
    tracer.startSites();
    thread.setJfr(new JfrSink(clocks, functions, contexts));
    tell();
    // In the middle of a chunk: no hook of its begin says it any more.
    thread.askPending(thread::reportStatus, null);
  }

  /**
   * A recording started or stopped. At a start the tracer has been told when this returns, or after
   * two seconds.
   *
   * @param anyRunning whether a recording still runs, whose settings may change without a word
   * @param started whether one started
   */
  public void settingsChanged(BooleanSupplier anyRunning, boolean started) {
    if (started) {
      thread.recordings().started();
      tell();
    } else {
      thread.recordings().ended(anyRunning);
      thread.signal();
    }
  }

  /** Settings of a running recording may have changed: it looks at the events. */
  public void settingsChanged() {
    thread.signal();
  }

  /** Has the tracer told what is wanted now, before the caller goes on. */
  private void tell() {
    if (thread.isCurrent()) {
      return;
    }
    long deadline = System.nanoTime() + patience * START_NANOS;
    boolean told =
        thread.ask(() -> {}, null).await(deadline)
            && (!thread.isWanted() || thread.control().await(deadline));
    if (!told) {
      Log.warn(
          "the tracer has not applied the new settings yet. HIP may be waiting for the end of a"
              + " running call before it changes its hooks");
    }
  }

  /**
   * Adds a listener.
   *
   * @return removes it, when it has been told of what was recorded before, or after a second; also
   *     a LongSupplier: how many activities it was too slow for
   */
  public Runnable addListener(Consumer<Object[]> listener, int kinds) {
    ListenerThread added =
        new ListenerThread(tracer, listener, kinds, listeners.dropped(), patience);
    listeners.add(added);
    added.start();
    tell();
    return new ListenerEnd(added.queue()::dropped, () -> added.close(thread, inFlight, listeners));
  }

  /**
   * Has what was recorded before committed and delivered.
   *
   * @param nanos how long to wait at most
   * @return whether all was
   */
  public boolean flush(long nanos) {
    long deadline = System.nanoTime() + nanos;
    if (thread.isCurrent()) {
      return false;
    }
    if (thread.control().told() != 0) {
      inFlight.await(thread::signal, nanos / 2); // the rest is for delivering it
    }
    return thread.ask(() -> {}, null).await(deadline) && listeners.awaitDone(deadline);
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
    contexts.add(source);
    return () -> contexts.remove(source);
  }

  /** All losses so far, by domain and cause. */
  public Map<String, Long> lost() {
    return losses.totals();
  }

  /** Work that is pending now, whoever wants it: pieces by state. */
  public Map<String, Long> pendingWork() {
    return tracer.pendingWork().toMap();
  }

  /** HIP's by device. */
  public Map<Integer, Map<String, Long>> pendingWorkByDevice() {
    return tracer.pendingWork().toMapByDevice();
  }

  /** The same in words. */
  public String pendingText() {
    return tracer.pendingWork().describe();
  }

  /** How far GPU times may be off, -1 while the GPU's clock is unknown. */
  public long gpuErrorNanos() {
    return clocks.gpuErrorNanos();
  }

  /** One of JFR's hooks runs, under JFR's recorder lock. Throws nothing. */
  public void inHook(Hook hook) {
    try {
      switch (hook) {
        case STATUS -> hooks.status(hook);
        case LOSSES, SITES -> hooks.end(hook);
        case CONTEXTS -> hooks.contexts(hook);
        case LIVE -> hooks.live(hook);
        case FILES -> hooks.files(hook);
        case MEMORY -> hooks.memory();
      }
    } catch (Throwable t) { // into JFR nothing may be thrown
      AT_CHUNK_END.warn(t);
    }
  }

  /** The JVM exits: commits and delivers what is there and lets producers wait no longer. */
  public void exit() {
    try {
      if (thread.hasJfr() || thread.wasWanted()) {
        Map<ListenerThread, Long> before = listeners.done();
        if (!flush(patience * EXIT_NANOS)) {
          listeners.abandonStuck(before);
        }
      }
    } catch (Throwable t) { // the exit goes on
      AT_EXIT.warn(t);
    }
    tracer.setExiting(true);
  }
}
