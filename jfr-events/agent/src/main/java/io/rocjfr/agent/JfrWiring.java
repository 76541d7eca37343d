// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Drain;
import io.rocjfr.bridge.ExcludedThreads;
import io.rocjfr.bridge.Log;
import io.rocjfr.bridge.PooledTexts;
import io.rocjfr.bridge.Trouble;
import io.rocjfr.event.BarrierEvent;
import io.rocjfr.event.GpuAllocationEvent;
import io.rocjfr.event.GpuMemoryEvent;
import io.rocjfr.event.GpuTelemetryEvent;
import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.LaunchSiteCountsEvent;
import io.rocjfr.event.LaunchSiteEvent;
import io.rocjfr.event.LiveGpuAllocationEvent;
import io.rocjfr.event.MemCopyEvent;
import io.rocjfr.event.OpenClApiEvent;
import io.rocjfr.event.PendingCallEvent;
import io.rocjfr.event.RecordsLostEvent;
import io.rocjfr.event.RoctxMarkEvent;
import io.rocjfr.event.RoctxRangeEvent;
import io.rocjfr.event.SettingsWatch;
import io.rocjfr.event.SourceFileEvent;
import io.rocjfr.event.SpanContextEvent;
import io.rocjfr.event.TracerStatusEvent;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
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
  private static final Trouble UNREGISTERED = new Trouble("the events cannot be registered");
  private static final Trouble UNHANDLED =
      new Trouble("the start or stop of a recording was not handled");
  private static final Trouble UNFOLLOWED =
      new Trouble("a change of a recording's settings was not seen");

  private final Drain drain;
  private final AtomicBoolean registered = new AtomicBoolean();
  private Instrumentation instrumentation;

  private JfrWiring(Drain drain, Instrumentation instrumentation) {
    this.drain = drain;
    this.instrumentation = instrumentation;
  }

  static void connect(Drain drain, Instrumentation instrumentation) {
    FlightRecorder.addListener(
        new JfrWiring(drain, instrumentation)); // tells at once if JFR is there already
  }

  @Override
  public void recorderInitialized(FlightRecorder recorder) {
    if (!registered.compareAndSet(false, true)) {
      return;
    }
    try {
      lookInside();
      for (Class<? extends Event> event : timed()) {
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
      FlightRecorder.addPeriodicEvent(
          LiveGpuAllocationEvent.class, () -> drain.inHook(Drain.Hook.LIVE));
      FlightRecorder.addPeriodicEvent(
          LaunchSiteCountsEvent.class, () -> drain.inHook(Drain.Hook.SITES));
      FlightRecorder.addPeriodicEvent(GpuMemoryEvent.class, () -> drain.inHook(Drain.Hook.MEMORY));
      FlightRecorder.addPeriodicEvent(GpuTelemetryEvent.class, drain.telemetry());
      FlightRecorder.addPeriodicEvent(SourceFileEvent.class, () -> drain.inHook(Drain.Hook.FILES));
      ImpliedSettings.sayInAll(); // of recordings that were started before we were there
      drain.jfrReady();
      watchSettings();
    } catch (Throwable t) { // into JFR nothing may be thrown
      UNREGISTERED.warn(t);
    }
  }

  /** Recordings get settings while they run, too, of which nobody is told. */
  private void watchSettings() {
    Thread watcher = new Thread(null, this::followSettings, "rocjfr-settings", 0, false);
    watcher.setDaemon(true);
    watcher.setContextClassLoader(null);
    watcher.start();
  }

  private void followSettings() {
    while (true) {
      try {
        SettingsWatch.await();
        ImpliedSettings.sayInAll();
        drain.settingsChanged();
      } catch (Throwable t) { // the next change must still be seen
        UNFOLLOWED.warn(t);
      }
    }
  }

  /** The events that are committed as they happen; a hook would take their threshold away. */
  private static List<Class<? extends Event>> timed() {
    return List.of(
        HipApiEvent.class,
        KernelDispatchEvent.class,
        MemCopyEvent.class,
        BarrierEvent.class,
        RoctxRangeEvent.class,
        RoctxMarkEvent.class,
        LaunchSiteEvent.class,
        GpuAllocationEvent.class,
        OpenClApiEvent.class,
        PendingCallEvent.class);
  }

  private void lookInside() {
    if (instrumentation == null) {
      return; // in tests
    }
    try {
      MethodHandle[] found = JfrInside.find(instrumentation);
      ExcludedThreads.askBy(found[0]);
      PooledTexts.forgetBy(found[1], found[2]);
      if (JfrInside.hasOldTexts() && found[1] == null) {
        Log.info("JFR cannot write texts again, so recordings may lack names");
      }
    } catch (Exception | LinkageError e) {
      Log.info("the threads that JFR excludes are unknown: " + e);
    }
    instrumentation = null; // it was for this
  }

  @Override
  public void recordingStateChanged(Recording recording) {
    try {
      ImpliedSettings.sayInAll();
      drain.settingsChanged(JfrWiring::anyRuns, recording.getState() == RecordingState.RUNNING);
    } catch (Throwable t) { // into JFR nothing may be thrown
      UNHANDLED.warn(t);
    }
  }

  private static boolean anyRuns() {
    return FlightRecorder.getFlightRecorder().getRecordings().stream()
        .anyMatch(recording -> recording.getState() == RecordingState.RUNNING);
  }
}
