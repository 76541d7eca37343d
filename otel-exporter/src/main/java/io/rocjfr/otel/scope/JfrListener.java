// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import java.util.logging.Level;
import java.util.logging.Logger;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/** Registers our event when JFR is used, and not before: that would initialise it. */
final class JfrListener implements FlightRecorderListener {
  private static final Logger LOG = Logger.getLogger(JfrListener.class.getName());

  private final ScopeEvents events;

  private JfrListener(ScopeEvents events) {
    this.events = events;
  }

  static void connect(ScopeEvents events) {
    FlightRecorder.addListener(new JfrListener(events));
  }

  @Override
  public void recorderInitialized(FlightRecorder recorder) {
    try {
      events.register();
    } catch (RuntimeException | LinkageError e) { // into JFR nothing may be thrown
      LOG.log(Level.WARNING, "rocjfr: the event rocjfr.SpanScope cannot be registered", e);
    }
  }
}
