// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Scope;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.ValueDescriptor;

/**
 * The event {@code rocjfr.SpanScope}, off by default: how long a span was current on a thread. On
 * JDKs that know {@code @Contextual} its ids are that, so that {@code jfr print} shows them beside
 * every event of the thread. The type is made at run time, since the annotation is not there on
 * Java 17, and when JFR is used, since making it would initialise JFR.
 */
final class ScopeEvents {
  private static final Logger LOG = Logger.getLogger(ScopeEvents.class.getName());

  private final AtomicBoolean registering = new AtomicBoolean();
  private final Runnable register = this::register;

  /** What scopes see of it, together; null where it is not registered. */
  private volatile Registered registered;

  private boolean ended;

  private record Registered(EventFactory factory, Event probe) {}

  ScopeEvents() {
    registerNow();
  }

  /** Has all classes loaded that it needs; does not initialise JFR. */
  static List<Class<?>> load() {
    return List.of(
        Annotation.class,
        AnnotationElement.class,
        ArrayList.class,
        Category.class,
        Description.class,
        Enabled.class,
        Event.class,
        EventFactory.class,
        EventScope.class,
        FlightRecorder.class,
        Label.class,
        Level.class,
        Name.class,
        Registered.class,
        StackTrace.class,
        Thread.class,
        ValueDescriptor.class);
  }

  /** Where a recording runs already the event is there from the first scope on. */
  private void registerNow() {
    if (FlightRecorder.isInitialized() && registering.compareAndSet(false, true)) {
      register();
    }
  }

  /** An SDK uses it, maybe again. */
  synchronized void begin() {
    if (ended) {
      ended = false;
      registering.set(false);
      registerNow();
    }
  }

  /**
   * The last SDK that uses it has ended. JFR, which would keep the type for the life of the JVM, is
   * told to forget it: else there would be one more with each deployment of an application.
   */
  synchronized void end() {
    ended = true;
    registering.set(true);
    Registered now = registered;
    registered = null;
    if (now != null) {
      try {
        now.factory().unregister();
      } catch (RuntimeException | LinkageError e) { // JFR has ended before
        LOG.log(Level.FINE, "rocjfr: the event rocjfr.SpanScope stays registered", e);
      }
    }
  }

  /**
   * JFR is in use: from now on a recording may enable the event. On a thread of its own, since JFR
   * may have to be waited for. JFR is not asked to tell: it would keep our loader.
   */
  private void registerLater() {
    if (FlightRecorder.isInitialized() && registering.compareAndSet(false, true)) {
      Thread thread = new Thread(null, register, "rocjfr-otel-event", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
    }
  }

  synchronized void register() {
    if (ended || registered != null) { // it was begun anew while this waited for its turn
      return;
    }
    try {
      EventFactory made =
          EventFactory.create(
              type(), List.of(field("traceId", "Trace Id"), field("spanId", "Span Id")));
      registered = new Registered(made, made.newEvent());
    } catch (RuntimeException | LinkageError e) {
      LOG.log(Level.WARNING, "rocjfr: the event rocjfr.SpanScope cannot be registered", e);
    }
  }

  private static List<AnnotationElement> type() {
    return List.of(
        new AnnotationElement(Name.class, "rocjfr.SpanScope"),
        new AnnotationElement(Label.class, "Span Scope"),
        new AnnotationElement(Description.class, "How long a span was current on a thread"),
        new AnnotationElement(Category.class, new String[] {"GPU", "ROCm"}),
        new AnnotationElement(StackTrace.class, false),
        new AnnotationElement(Enabled.class, false));
  }

  private static ValueDescriptor field(String name, String label) {
    List<AnnotationElement> annotations = new ArrayList<>();
    annotations.add(new AnnotationElement(Label.class, label));
    Class<? extends Annotation> contextual = contextual();
    if (contextual != null) {
      annotations.add(new AnnotationElement(contextual));
    }
    return new ValueDescriptor(String.class, name, annotations);
  }

  /** Null on a JDK before 25: the fields are what they are, without showing elsewhere. */
  private static Class<? extends Annotation> contextual() {
    try {
      return Class.forName("jdk.jfr.Contextual", false, Event.class.getClassLoader())
          .asSubclass(Annotation.class);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** The scope itself or, where the event is enabled, one that commits it when it is closed. */
  Scope around(Scope scope, SpanContext span) {
    Registered now = registered;
    if (now == null) {
      registerLater();
      return scope;
    }
    return !now.probe().isEnabled() || !span.isValid() ? scope : event(now.factory(), scope, span);
  }

  private static Scope event(EventFactory factory, Scope scope, SpanContext span) {
    Event event = factory.newEvent();
    event.begin();
    return new EventScope(scope, event, span.getTraceId(), span.getSpanId());
  }

  /** Not a lambda, which would be loaded with the first of them. */
  private record EventScope(Scope scope, Event event, String traceId, String spanId)
      implements Scope {
    @Override
    public void close() {
      try {
        scope.close();
      } finally {
        commit();
      }
    }

    private void commit() {
      try {
        event.end();
        if (event.shouldCommit()) {
          event.set(0, traceId);
          event.set(1, spanId);
          event.commit();
        }
      } catch (Throwable e) {
        Failures.add(e);
      }
    }
  }
}
