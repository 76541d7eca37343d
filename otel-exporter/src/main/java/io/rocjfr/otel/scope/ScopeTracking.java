// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.opentelemetry.context.ContextStorage;
import io.rocjfr.Rocjfr;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Makes the id of the span that is current on a thread the thread's external correlation id. Once
 * in a JVM: where the OpenTelemetry agent and the application both bring us, the first one does it,
 * since the agent sees the application's scopes, too.
 */
public final class ScopeTracking {
  private static final Logger LOG = Logger.getLogger(ScopeTracking.class.getName());

  /** The system property by which copies of us in other class loaders know. */
  static final String CLAIM = "rocjfr.otel.tracking";

  private static final SpanTable TABLE = new SpanTable();

  /** Null in a Java runtime without JFR. */
  private static final ScopeEvents EVENTS =
      ModuleLayer.boot().findModule("jdk.jfr").isPresent() ? new ScopeEvents() : null;

  private static final AtomicBoolean WARNED = new AtomicBoolean();
  private static volatile boolean wrapped;
  private static boolean ours;

  private ScopeTracking() {}

  /**
   * Installs it, before OpenTelemetry's context is used for the first time.
   *
   * @return false if another copy of us has done it: that one exports, too
   */
  public static synchronized boolean install() {
    if (ours) {
      return true;
    }
    String here = String.valueOf(ScopeTracking.class.getClassLoader());
    Object other = System.getProperties().putIfAbsent(CLAIM, here);
    if (other != null) {
      LOG.log(Level.FINE, "rocjfr: spans are tracked already, by {0}", other);
      return false;
    }
    ours = true;
    ContextStorage.addWrapper(ScopeTracking::wrap);
    Rocjfr.addSpanContexts(TABLE);
    if (EVENTS != null) {
      JfrListener.connect(EVENTS);
    }
    return true;
  }

  private static ContextStorage wrap(ContextStorage storage) {
    wrapped = true;
    return new TrackingStorage(storage, TABLE, EVENTS);
  }

  /** The spans that were current. */
  public static SpanTable spans() {
    return TABLE;
  }

  /**
   * Warns, once, if OpenTelemetry's context was in use before {@link #install}: then it ignores us
   * without a word. To be called when the context is in use for sure.
   *
   * @return whether scopes are tracked
   */
  public static boolean check() {
    ContextStorage.get();
    if (!wrapped && WARNED.compareAndSet(false, true)) {
      LOG.warning(
          "rocjfr: GPU work cannot be attributed to spans, since OpenTelemetry's context was used"
              + " before rocjfr could wrap it. Load rocjfr-otel.jar with the OpenTelemetry agent"
              + " (-Dotel.javaagent.extensions), or call RocjfrOpenTelemetry.install() first thing"
              + " in main.");
    }
    return wrapped;
  }
}
