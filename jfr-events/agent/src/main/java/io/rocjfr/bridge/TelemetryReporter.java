// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.GpuReading;
import io.rocjfr.GpuTelemetry;
import io.rocjfr.event.GpuTelemetryEvent;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Commits the telemetry of the machine's GPUs when JFR asks for it. A driver may wait for its
 * device, for seconds while that is reset. So one of our threads reads it, not JFR's thread. It
 * ends when there were no requests for a while. Requests during a reading are left out.
 */
final class TelemetryReporter implements Runnable {
  private static final Trouble UNREAD = new Trouble("the GPUs' telemetry cannot be read");

  private static final int MOST_DEVICES = 64;
  private static final int IDLE_SECONDS = 10;

  private final Tracer tracer;
  private final GpuTelemetry gpus;
  private final Executor reader;

  /** Of this machine's GPUs. */
  TelemetryReporter(Tracer tracer) {
    this(
        tracer,
        GpuTelemetry.ofThisMachine(),
        new ThreadPoolExecutor(
            0,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            TelemetryReporter::thread,
            new ThreadPoolExecutor.DiscardPolicy()));
  }

  TelemetryReporter(Tracer tracer, GpuTelemetry gpus, Executor reader) {
    this.tracer = tracer;
    this.gpus = gpus;
    this.reader = reader;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "rocjfr-telemetry", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null); // nothing of the application is held
    return thread;
  }

  /** Called by JFR. */
  @Override
  public void run() {
    try {
      reader.execute(this::report);
    } catch (Throwable t) { // into JFR nothing may be thrown
      UNREAD.warn(t);
    }
  }

  private void report() {
    try {
      for (GpuReading reading : gpus.read()) {
        commit(reading);
      }
    } catch (Throwable t) { // nobody is above us
      UNREAD.warn(t);
    }
  }

  private void commit(GpuReading reading) {
    GpuTelemetryEvent event = new GpuTelemetryEvent();
    event.pciAddress = reading.pciAddress();
    event.device = device(reading.agentId());
    event.agentId = reading.agentId();
    event.busy = (float) reading.busy();
    event.memoryBusy = (float) reading.memoryBusy();
    event.memoryUsed = reading.memoryUsed();
    event.memoryTotal = reading.memoryTotal();
    event.power = (float) reading.power();
    event.edgeTemperature = (float) reading.edgeTemperature();
    event.junctionTemperature = (float) reading.junctionTemperature();
    event.memoryTemperature = (float) reading.memoryTemperature();
    event.graphicsClock = reading.graphicsClock();
    event.memoryClock = reading.memoryClock();
    event.commit();
  }

  /** The HIP ordinal of a driver node; runtimes number their devices one way or the other. */
  private int device(int agent) {
    for (int id = 0; agent >= 0 && id < MOST_DEVICES; id++) {
      if (tracer.agent(id) == agent) {
        return tracer.device(id);
      }
    }
    return -1;
  }
}
