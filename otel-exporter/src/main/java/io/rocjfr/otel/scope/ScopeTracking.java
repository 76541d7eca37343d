// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.opentelemetry.context.ContextStorage;
import io.rocjfr.Rocjfr;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Makes the id of the span that is current on a thread the thread's external correlation id. Once
 * for each copy of OpenTelemetry's API in a JVM:
 *
 * <ul>
 *   <li>The OpenTelemetry agent sees the scopes of all applications; where it brings us, the
 *       applications' copies of us do nothing.
 *   <li>An application that brings the API, or each deployment of it, has tracking of its own.
 *   <li>Where applications share an API, the first one's copy of us tracks for all, and stays.
 * </ul>
 */
public final class ScopeTracking {
  private static final Logger LOG = Logger.getLogger(ScopeTracking.class.getName());

  /** The system property by which applications' copies of us know that the agent has one. */
  static final String AGENT = "rocjfr.otel.agent";

  /** With the API's identity: the system property by which other copies know of the tracking. */
  static final String API = "rocjfr.otel.tracking.";

  private static final SpanTable TABLE = new SpanTable();
  private static final Exports EXPORTS = new Exports();

  /** Null in a Java runtime without JFR. */
  private static final ScopeEvents EVENTS =
      ModuleLayer.boot().findModule("jdk.jfr").isPresent() ? new ScopeEvents() : null;

  /** How many SDKs that use it have begun and not ended. */
  private static int sdks;

  private static final AtomicBoolean WARNED = new AtomicBoolean();
  private static volatile boolean wrapped;

  /** Null before {@link #install}, and where that found none. */
  private static volatile Tracker tracker;

  /** Whether our loader may be closed, and can be asked. */
  private static final boolean FOUND = isRedeployable() && findsItself();

  private ScopeTracking() {}

  /**
   * Installs it, before OpenTelemetry's context is used for the first time.
   *
   * @return false if the OpenTelemetry agent's copy of us has done it: that one exports, too
   */
  public static synchronized boolean install() {
    if (tracker != null) {
      return true;
    }
    if (inAgent()) {
      System.setProperty(AGENT, "true");
    } else if (agentTracks()) {
      LOG.fine("rocjfr: the OpenTelemetry agent tracks spans already");
      return false;
    }
    Object other = System.getProperties().putIfAbsent(key(), loaderName());
    tracker = other == null ? track() : adopt(other);
    return tracker != null;
  }

  private static Tracker track() {
    ContextStorage.addWrapper(ScopeTracking::wrap);
    Rocjfr.addSpanContexts(TABLE);
    if (outlivesUs()) {
      attempt(ScopeTracking::rehearse);
      LOG.log(
          Level.WARNING,
          "rocjfr: OpenTelemetry''s API is not this application''s own ({0}). So rocjfr keeps"
              + " this application''s class loader in memory after an undeployment. It keeps one"
              + " class loader at most. Put rocjfr-otel.jar beside the API, or the API beside"
              + " rocjfr-otel.jar.",
          ContextStorage.class.getClassLoader());
    }
    return Tracker.of(Tracker.functions(TABLE, EXPORTS, ScopeTracking::enterHere));
  }

  /** Uses what another application's copy of us does with the API that both use. */
  private static Tracker adopt(Object owner) {
    Tracker found = null;
    if (ContextStorage.get() instanceof Supplier<?> storage
        && storage.getClass().getName().equals(TrackingStorage.class.getName())
        && storage.get() instanceof Map<?, ?> functions) {
      found = Tracker.of(functions);
    }
    if (found == null) {
      warn(
          "rocjfr: no GPU spans, because OpenTelemetry's API is shared with "
              + owner
              + ". Its"
              + " tracking of scopes began too late, or others hide it.");
    } else {
      wrapped = true;
    }
    return found;
  }

  private static ContextStorage wrap(ContextStorage storage) {
    wrapped = true;
    if (outlivesUs()) {
      attempt(() -> TrackingStorage.rehearse(storage));
    }
    return new TrackingStorage(
        storage, TABLE, Tracker.functions(TABLE, EXPORTS, ScopeTracking::enterHere), EVENTS);
  }

  /** What it is for can do without it, and the application's OpenTelemetry is made meanwhile. */
  private static void attempt(Runnable rehearsal) {
    try {
      rehearsal.run();
    } catch (Throwable e) {
      LOG.log(
          Level.WARNING, "rocjfr: the preparation for later applications failed", Unquoted.of(e));
    }
  }

  /**
   * Does once what other applications' copies of us will ask for: a server's loader of an
   * application that it has stopped loads no more classes.
   */
  private static void rehearse() {
    if (EVENTS != null) {
      ScopeEvents.load();
    }
    sdks++; // so that nothing begins and ends
    enterHere().run();
    sdks--;
    SpanTable spans = new SpanTable(1);
    spans.close(spans.open(1, "0".repeat(31) + "1", 0), 1);
    Tracker spare = Tracker.of(Tracker.functions(spans, new Exports(), () -> null));
    spare.enterExport().run();
    if (spare.isShared() || spare.failed() < 0 || spare.find(1, 0) == null) {
      throw new IllegalStateException("its only span has no owner");
    }
  }

  private static String key() {
    return API + Integer.toHexString(System.identityHashCode(ContextStorage.class));
  }

  private static String loaderName() {
    return String.valueOf(ScopeTracking.class.getClassLoader());
  }

  /** Its copy of the API has another name. */
  private static boolean inAgent() {
    return ContextStorage.class.getName().contains(".javaagent.shaded.");
  }

  private static boolean agentTracks() {
    return System.getProperty(AGENT) != null;
  }

  /** Whether the API is that of a loader above ours, which may be undeployed. */
  private static boolean outlivesUs() {
    return !inAgent()
        && isRedeployable()
        && ContextStorage.class.getClassLoader() != ScopeTracking.class.getClassLoader();
  }

  /** Whether our loader may go while the JVM runs. */
  static boolean isRedeployable() {
    ClassLoader ours = ScopeTracking.class.getClassLoader();
    for (ClassLoader at = ClassLoader.getSystemClassLoader(); at != null; at = at.getParent()) {
      if (at == ours) {
        return false;
      }
    }
    return ours != null && !inAgent();
  }

  /**
   * An SDK uses it, maybe by another application's copy of us.
   *
   * @return to be called when that ends; more than once does nothing
   */
  public static Runnable enter() {
    Tracker tracks = tracker;
    return tracks == null ? () -> {} : tracks.enterSdk();
  }

  private static Runnable enterHere() {
    AtomicBoolean left = new AtomicBoolean();
    synchronized (ScopeTracking.class) {
      if (++sdks == 1 && EVENTS != null) {
        EVENTS.begin();
      }
    }
    return () -> {
      if (left.compareAndSet(false, true)) {
        leave();
      }
    };
  }

  private static synchronized void leave() {
    if (--sdks == 0 && EVENTS != null) {
      EVENTS.end();
    }
  }

  /**
   * Whether scopes of another copy of OpenTelemetry's API are tracked in this JVM, or were: ids
   * that are no span's here may be those of its spans.
   */
  public static boolean othersTrack() {
    Properties properties = System.getProperties();
    if (!inAgent() && agentTracks()) {
      return true;
    }
    String ours = key();
    return properties.keySet().stream()
        .anyMatch(
            name -> name instanceof String text && text.startsWith(API) && !text.equals(ours));
  }

  /**
   * Whether our loader has been closed, as an application's is when it is undeployed: it finds our
   * own class no more, or throws when it is asked for it.
   */
  public static boolean isUndeployed() {
    return FOUND && !findsItself();
  }

  private static boolean findsItself() {
    try {
      return ScopeTracking.class.getResource("ScopeTracking.class") != null;
    } catch (VirtualMachineError e) { // says nothing of the loader, which is asked again
      return true;
    } catch (Throwable e) {
      return false;
    }
  }

  /** Who tracks; null if it is not for us to know: before {@link #install}, beside the agent. */
  public static Tracker tracker() {
    return tracker;
  }

  /**
   * Warns, once, if OpenTelemetry's context was in use before {@link #install}: then it ignores us
   * without a word. To be called when the context is in use for sure.
   *
   * @return whether scopes are tracked for this copy
   */
  public static boolean check() {
    if (tracker == null && agentTracks()) {
      return false; // the agent's copy does it
    }
    ContextStorage.get();
    if (!wrapped) {
      warn(
          "rocjfr: GPU work cannot be attributed to spans, because OpenTelemetry's context was"
              + " used before rocjfr could wrap it. Load rocjfr-otel.jar with the OpenTelemetry"
              + " agent (-Dotel.javaagent.extensions), or call RocjfrOpenTelemetry.install() at"
              + " the start of main.");
    }
    return wrapped;
  }

  /** A span's begin could not be followed: counted, and told once. Throws nothing. */
  public static void failed(Throwable failure) {
    Failures.add(failure);
  }

  private static void warn(String message) {
    if (WARNED.compareAndSet(false, true)) {
      LOG.warning(message);
    }
  }
}
