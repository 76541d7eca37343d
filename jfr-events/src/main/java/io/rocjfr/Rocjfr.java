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
  private Rocjfr() {}

  /** Whether the agent runs in this JVM. */
  public static boolean isActive() {
    return Link.status != null;
  }

  /**
   * Whether anything wants activity now: a recording with events of ours, or a listener. It costs
   * next to nothing to ask, so that what only serves activity can be left out while nobody looks.
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
   * HipApi/ringFull}. Only causes that occurred are listed. {@code All/listener} is what all
   * listeners together did not take, see {@link #lostByListener()}. With {@code inFlight} is
   * counted, too, what was submitted after the last recording or listener had ended, while its end
   * was waited for.
   *
   * @return a copy; empty without the agent
   */
  public static Map<String, Long> lost() {
    Supplier<Map<String, Long>> lost = Link.lost;
    return lost == null ? Map.of() : lost.get();
  }

  /**
   * How many activities listeners did not take since the agent started, by the listeners' names.
   * Only those that lost any are listed, also after their end; beyond 64 names the rest is under
   * {@code others}.
   *
   * @return a copy; empty without the agent
   * @see ActivityListener.Registration#lost()
   */
  public static Map<String, Long> lostByListener() {
    Supplier<Map<String, Long>> lost = Link.lostByListener;
    return lost == null ? Map.of() : lost.get();
  }

  /**
   * Has everything that was recorded before this call committed to running recordings and delivered
   * to listeners. Work that the GPU has not finished is not waited for, nor, where a listener calls
   * this, that listener itself.
   *
   * @param timeout how long to wait at most
   * @return whether all of it was done in time; true without the agent, where there is nothing
   * @throws NullPointerException if {@code timeout} is null
   */
  public static boolean flush(Duration timeout) {
    long nanos = nanos(timeout);
    LongPredicate flush = Link.flush;
    return flush == null || flush.test(nanos);
  }

  private static long nanos(Duration timeout) {
    try {
      return timeout.toNanos();
    } catch (ArithmeticException e) {
      return timeout.isNegative() ? 0 : Long.MAX_VALUE;
    }
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
   * Tells a listener of all kinds of activity except barriers.
   *
   * @see #addListener(ActivityListener, Set)
   */
  public static ActivityListener.Registration addListener(ActivityListener listener) {
    return addListener(listener, EnumSet.complementOf(EnumSet.of(ActivityKind.BARRIER)));
  }

  /**
   * Tells a listener of activity from now on, whether or not a recording runs. Tracing is on while
   * a listener is registered. Without the agent nothing happens until one is attached.
   *
   * @param kinds what to tell of
   * @return ends the registration
   * @throws NullPointerException if an argument is null
   * @throws IllegalArgumentException if {@code kinds} is empty
   */
  public static ActivityListener.Registration addListener(
      ActivityListener listener, Set<ActivityKind> kinds) {
    Objects.requireNonNull(listener, "listener");
    String name = listener.getClass().getSimpleName();
    return addListener(name.isEmpty() ? "unnamed" : name, listener, kinds);
  }

  /**
   * The same with a name, which the listener's thread and {@link #lostByListener()} carry.
   *
   * @param name need not be unique
   * @param kinds what to tell of
   * @return ends the registration
   * @throws NullPointerException if an argument is null
   * @throws IllegalArgumentException if {@code kinds} is empty
   */
  public static ActivityListener.Registration addListener(
      String name, ActivityListener listener, Set<ActivityKind> kinds) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(listener, "listener");
    int mask = 0;
    for (ActivityKind kind : kinds) {
      mask |= 1 << kind.code();
    }
    if (mask == 0) {
      throw new IllegalArgumentException("no kinds of activity");
    }
    return Listeners.add(name, listener, mask);
  }
}
