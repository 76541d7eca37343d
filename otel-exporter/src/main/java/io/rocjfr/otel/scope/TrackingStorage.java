// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextStorage;
import io.opentelemetry.context.Scope;
import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Rocjfr;
import io.rocjfr.otel.span.HexIds;
import io.rocjfr.otel.span.SpanTraces;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Tells rocjfr of the span that is current on each thread. While nothing wants activity it only
 * checks a flag, so a scope that was opened then is unknown. A scope within a known one is always
 * known, too. Otherwise the outer one's id would stay in force, and get another span's work when
 * something wants activity again. Copies of us in other loaders get from it what {@link Tracker}
 * says.
 */
final class TrackingStorage implements ContextStorage, Supplier<Map<String, Object>> {
  private final ContextStorage storage;
  private final SpanTable table;
  private final Map<String, Object> functions;

  /** Null without JFR. */
  private final ScopeEvents events;

  TrackingStorage(
      ContextStorage storage, SpanTable table, Map<String, Object> functions, ScopeEvents events) {
    this.storage = storage;
    this.table = table;
    this.functions = functions;
    this.events = events;
  }

  /**
   * Tracks a scope of a thread that does nothing else, so that all necessary classes are loaded. If
   * the API is shared, the tracking goes on after our loader has been stopped, and a stopped loader
   * loads nothing.
   *
   * @param storage the one that will be wrapped
   */
  static void rehearse(ContextStorage storage) {
    for (Class<?> type :
        List.of( // without the agent there is no scope to track
            Failures.class,
            ThreadLocals.class,
            ThreadSpans.class,
            TrackedScope.class,
            HexIds.class)) {
      try {
        Class.forName(type.getName(), true, type.getClassLoader());
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(type + " was there", e);
      }
    }
    SpanContext span =
        SpanContext.create(
            "0".repeat(31) + "1",
            "0".repeat(15) + "1",
            TraceFlags.getSampled(),
            TraceState.getDefault());
    Context context = storage.root().with(Span.wrap(span));
    new TrackingStorage(storage, new SpanTable(1), Map.of(), null).track(context, () -> {}).close();
    skip(span);
  }

  @Override
  public Map<String, Object> get() {
    return functions;
  }

  @Override
  public Scope attach(Context context) {
    Scope scope = storage.attach(context);
    try {
      return Rocjfr.isTracing() || ThreadLocals.areInScope() ? track(context, scope) : scope;
    } catch (Throwable e) { // of ours, or of the application's span: the context is attached
      fail(e);
      return scope;
    }
  }

  /** What the thread does until the scope around ends is not for the span of that. */
  private static void fail(Throwable failure) {
    try {
      Failures.add(failure);
      ThreadSpans thread = ThreadLocals.get();
      if (thread != null && thread.depth() > 0) {
        thread.hide();
      }
    } catch (Throwable e) {
      Failures.add(e);
    }
  }

  private Scope track(Context context, Scope scope) {
    SpanContext span = Span.fromContext(context).getSpanContext();
    ThreadSpans thread = ThreadLocals.get();
    if (thread == null) {
      thread = addThread();
      if (thread == null) {
        skip(span);
        return scope;
      }
    }
    long id = thread.idOf(span);
    long before = thread.innermost();
    if (id == before) {
      return scope; // the same span with another context, or still none
    }
    Scope inner = events == null ? scope : events.around(scope, span);
    int place = id == 0 ? -1 : table.open(id, span.getTraceId(), flags(span));
    TrackedScope tracked =
        new TrackedScope(inner, table, place, thread, Thread.currentThread(), id);
    thread.push(id); // last: nothing can fail any more
    return tracked;
  }

  private static int flags(SpanContext span) {
    int flags = span.getTraceFlags().asByte() & 0xFF;
    return span.isRemote() ? flags | SpanTraces.REMOTE : flags;
  }

  /** Null on a virtual thread of a JVM that does not tell where it runs. */
  private static ThreadSpans addThread() {
    ExternalCorrelation.ThreadStack ids = ExternalCorrelation.ofThisThread();
    if (ids == null) {
      return null;
    }
    ThreadSpans added = new ThreadSpans(ids);
    ThreadLocals.set(added);
    return added;
  }

  /** Such a thread has no ids; that it was skipped is counted. */
  private static void skip(SpanContext span) {
    if (span.isValid()) {
      ExternalCorrelation.push(0);
      ExternalCorrelation.pop();
    }
  }

  @Override
  public Context current() {
    return storage.current();
  }

  @Override
  public Context root() {
    return storage.root();
  }
}
