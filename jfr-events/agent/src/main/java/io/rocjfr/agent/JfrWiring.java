// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Drain;
import io.rocjfr.bridge.Log;
import io.rocjfr.event.BarrierEvent;
import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.MemCopyEvent;
import io.rocjfr.event.RecordsLostEvent;
import io.rocjfr.event.RoctxMarkEvent;
import io.rocjfr.event.RoctxRangeEvent;
import io.rocjfr.event.SpanContextEvent;
import io.rocjfr.event.TracerStatusEvent;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Joins the drain to JFR. Until somebody uses JFR nothing but a listener exists, since registering
 * events initialises it (0.1 s, 15 MB).
 */
final class JfrWiring implements FlightRecorderListener {
  /** The events that are committed as they happen; a hook would take their threshold away. */
  private static final List<Class<? extends Event>> TIMED =
      List.of(
          HipApiEvent.class,
          KernelDispatchEvent.class,
          MemCopyEvent.class,
          BarrierEvent.class,
          RoctxRangeEvent.class,
          RoctxMarkEvent.class);

  private final Drain drain;
  private final AtomicBoolean registered = new AtomicBoolean();

  private JfrWiring(Drain drain) {
    this.drain = drain;
  }

  static void connect(Drain drain) {
    FlightRecorder.addListener(new JfrWiring(drain)); // tells at once if JFR is there already
  }

  @Override
  public void recorderInitialized(FlightRecorder recorder) {
    if (!registered.compareAndSet(false, true)) {
      return;
    }
    try {
      for (Class<? extends Event> event : TIMED) {
        FlightRecorder.register(event);
      }
      // First, so that at the end of a chunk it runs before those that end it for the status. It
      // drains, too: a user may disable any of these events or give it another period.
      FlightRecorder.addPeriodicEvent(
          TracerStatusEvent.class, () -> drain.inHook(Drain.Hook.STATUS));
      FlightRecorder.addPeriodicEvent(
          RecordsLostEvent.class, () -> drain.inHook(Drain.Hook.LOSSES));
      FlightRecorder.addPeriodicEvent(
          SpanContextEvent.class, () -> drain.inHook(Drain.Hook.CONTEXTS));
      ImpliedSettings.sayInAll(); // of recordings that were started before we were there
      drain.jfrReady();
    } catch (Throwable t) { // into JFR nothing may be thrown
      Log.warn("the events cannot be registered", t);
    }
  }

  @Override
  public void recordingStateChanged(Recording recording) {
    try {
      ImpliedSettings.sayInAll();
      drain.settingsChanged(
          FlightRecorder.getFlightRecorder().getRecordings().stream()
              .anyMatch(r -> r.getState() == RecordingState.RUNNING),
          recording.getState() == RecordingState.RUNNING);
    } catch (Throwable t) { // into JFR nothing may be thrown
      Log.warn("a recording's start or stop was not followed", t);
    }
  }
}
