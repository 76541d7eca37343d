// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/** The state of rocjfr in this JVM, and the way to its activity records. Safe for any thread. */
public final class Rocjfr {
  private static final Duration LONGEST = Duration.ofDays(1);

  private Rocjfr() {}

  /** Whether the agent runs in this JVM. */
  public static boolean isActive() {
    return Link.status != null;
  }

  /**
   * Whether anything wants activity now: a recording with events of ours, or a listener. This check
   * costs almost nothing. Use it to skip work that only serves activity.
   */
  public static boolean isTracing() {
    AtomicBoolean tracing = Link.tracing;
    return tracing != null && tracing.get();
  }

  /** What the tracer sees of the HIP runtime now. */
  public static TracerStatus status() {
    Supplier<Map<String, Object>> status = Link.status;
    return status == null ? TracerStatus.INACTIVE : TracerStatus.of(status.get());
  }

  /**
   * How many records were lost since the agent started, by domain and cause, e.g. {@code
   * HipApi/ringFull}. Only causes that occurred are listed. After the last recording or listener
   * has ended, the agent may still wait for its work. Work that is submitted meanwhile counts under
   * {@code inFlight}, too.
   *
   * @return a copy; empty without the agent
   */
  public static Map<String, Long> lost() {
    Supplier<Map<String, Long>> lost = Link.lost;
    return lost == null ? Map.of() : lost.get();
  }

  /**
   * The numbers of pieces of work that have been submitted and not reported at this moment. HIP's
   * work counts by the state of its stream. {@code busy}: the stream has work to do. {@code
   * finished}: HIP has yet to report the work. {@code unasked}: the stream cannot be asked, or was
   * not asked yet. {@code openCl} is OpenCL's work. {@code submitted}, {@code reported} and {@code
   * givenUp} count HIP's work since the agent started. Work is given up if nobody wants it any
   * more, or if newer calls take its place. Submitted work is reported, pending or given up.
   *
   * @return a copy; empty without the agent
   */
  public static Map<String, Long> pendingWork() {
    Supplier<Map<String, Long>> pending = Link.pendingWork;
    return pending == null ? Map.of() : pending.get();
  }

  /**
   * The same of HIP's work by device: the pieces that are {@code busy}, {@code finished} and {@code
   * unasked}, by HIP's ordinal of the device, -1 where that is not known. Only devices with pending
   * work are there.
   *
   * @return a copy; empty without the agent
   */
  public static Map<Integer, Map<String, Long>> pendingWorkByDevice() {
    Supplier<Map<Integer, Map<String, Long>>> pending = Link.pendingWorkByDevice;
    return pending == null ? Map.of() : pending.get();
  }

  /**
   * Commits earlier records to the running recordings and delivers them to all listeners, except to
   * one that calls this itself. HIP is asked to report finished work. Work in flight is awaited as
   * at the end of a recording, for at most half of the timeout. The limits are 1.5 s for finished
   * work, 200 ms for other work, and 20 ms without progress.
   *
   * @param timeout how long to wait at most; none or less: does not wait
   * @return whether all was done in time; true without the agent, which has recorded nothing
   * @throws NullPointerException if {@code timeout} is null
   */
  public static boolean flush(Duration timeout) {
    long nanos = timeout.compareTo(LONGEST) < 0 ? timeout.toNanos() : LONGEST.toNanos();
    LongPredicate flush = Link.flush;
    return flush == null || flush.test(Math.max(0, nanos));
  }

  /**
   * Names a source of the traces that external ids belong to, so that recordings hold {@code
   * rocjfr.SpanContext} events. Without the agent nothing happens until one is attached.
   *
   * @return ends the registration
   * @throws NullPointerException if {@code source} is null
   */
  public static ActivityListener.Registration addSpanContexts(SpanContextSource source) {
    return SpanContexts.add(Objects.requireNonNull(source, "source"));
  }

  /**
   * Adds a listener for all kinds of activity except barriers.
   *
   * @see #addListener(ActivityListener, Set)
   */
  public static ActivityListener.Registration addListener(ActivityListener listener) {
    return addListener(listener, EnumSet.complementOf(EnumSet.of(ActivityKind.BARRIER)));
  }

  /**
   * Adds a listener. It gets activity from now on, whether or not a recording runs. Tracing is on
   * while a listener is registered. Without the agent nothing happens until one is attached.
   *
   * @param kinds the kinds of activity that the listener gets
   * @return ends the registration
   * @throws NullPointerException if an argument is null
   * @throws IllegalArgumentException if {@code kinds} is empty
   */
  public static ActivityListener.Registration addListener(
      ActivityListener listener, Set<ActivityKind> kinds) {
    Objects.requireNonNull(listener, "listener");
    int mask = 0;
    for (ActivityKind kind : kinds) {
      mask |= 1 << kind.code();
    }
    if (mask == 0) {
      throw new IllegalArgumentException("no kinds of activity");
    }
    return Listeners.add(listener, mask);
  }
}
