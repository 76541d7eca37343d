// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.MemCopyEvent;
import io.rocjfr.event.RecordsLostEvent;
import io.rocjfr.event.RoctxMarkEvent;
import io.rocjfr.event.RoctxRangeEvent;
import io.rocjfr.event.TimedEvent;
import io.rocjfr.event.TracerStatusEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/** Makes recordings of activity at known times, given in nanoseconds from the recording's begin. */
final class RecordingMaker implements AutoCloseable {
  private static final int TICKS_PER_SECOND_AT = 56;
  private static final double TICKS_PER_NANO = ticksPerNano();

  private final Recording recording = new Recording();
  private final long zero;

  RecordingMaker() {
    register();
    recording.start();
    KernelDispatchEvent now = new KernelDispatchEvent();
    now.begin();
    zero = now.startTicks();
  }

  /** As the agent does: JFR does not know the events by itself. */
  static void register() {
    Stream.of(
            HipApiEvent.class,
            KernelDispatchEvent.class,
            MemCopyEvent.class,
            RecordsLostEvent.class,
            RoctxMarkEvent.class,
            RoctxRangeEvent.class,
            TracerStatusEvent.class)
        .forEach(FlightRecorder::register);
  }

  void kernel(String name, int device, long queue, long begin, long nanos) {
    KernelDispatchEvent event = new KernelDispatchEvent();
    event.kernel = name;
    event.symbol = "_Z" + name;
    event.device = device;
    event.agentId = device + 1;
    event.queue = queue;
    commit(event, begin, nanos);
  }

  /** A call and the kernel that it launched. */
  void launch(
      String name,
      int device,
      long queue,
      long correlationId,
      long begin,
      long nanos,
      long kernelBegin,
      long kernelNanos) {
    HipApiEvent call = new HipApiEvent();
    call.function = "hipLaunchKernel";
    call.kernel = name;
    call.correlationId = correlationId;
    call.threadName = "main";
    call.osThreadId = 7;
    commit(call, begin, nanos);
    KernelDispatchEvent event = new KernelDispatchEvent();
    event.kernel = name;
    event.device = device;
    event.agentId = device + 1;
    event.queue = queue;
    event.correlationId = correlationId;
    commit(event, kernelBegin, kernelNanos);
  }

  void copy(String direction, long bytes, int device, long begin, long nanos) {
    MemCopyEvent event = new MemCopyEvent();
    event.direction = direction;
    event.bytes = bytes;
    event.device = device;
    event.agentId = device + 1;
    commit(event, begin, nanos);
  }

  void call(String function, long begin, long nanos) {
    call(function, null, begin, nanos);
  }

  /** With what it returned; null: as versions wrote it that did not know that. */
  void call(String function, String result, long begin, long nanos) {
    HipApiEvent event = new HipApiEvent();
    event.function = function;
    event.result = result;
    commit(event, begin, nanos);
  }

  void range(String message, long thread, int depth, long begin, long nanos) {
    RoctxRangeEvent event = new RoctxRangeEvent();
    event.message = message;
    event.osThreadId = thread;
    event.depth = depth;
    commit(event, begin, nanos);
  }

  void startStopRange(String message, long id, long begin, long nanos) {
    RoctxRangeEvent event = new RoctxRangeEvent();
    event.message = message;
    event.rangeId = id;
    commit(event, begin, nanos);
  }

  void mark(String message) {
    RoctxMarkEvent event = new RoctxMarkEvent();
    event.message = message;
    event.commit();
  }

  void lost(String domain, String cause, long count) {
    RecordsLostEvent event = new RecordsLostEvent();
    event.domain = domain;
    event.cause = cause;
    event.count = count;
    event.commit();
  }

  void status(String runtime, String version, int devices, String state) {
    TracerStatusEvent event = new TracerStatusEvent();
    event.runtime = runtime;
    event.version = version;
    event.hook = "activity callbacks";
    event.devices = devices;
    event.state = state;
    event.otherTools = "";
    event.commit();
  }

  /** Ends the present chunk and begins the next. */
  void rotate() {
    try (Recording other = new Recording()) {
      other.start();
    }
  }

  Path dump(Path file) throws IOException {
    recording.stop();
    recording.dump(file);
    return file;
  }

  @Override
  public void close() {
    recording.close();
  }

  private void commit(TimedEvent event, long begin, long nanos) {
    event.setTimes(
        zero + Math.round(begin * TICKS_PER_NANO), Math.max(1, Math.round(nanos * TICKS_PER_NANO)));
    event.commit();
  }

  private static double ticksPerNano() {
    try (Recording recording = new Recording()) {
      Path file = Files.createTempFile("ticks", ".jfr");
      recording.start();
      recording.stop();
      recording.dump(file);
      double ticks = ByteBuffer.wrap(Files.readAllBytes(file)).getLong(TICKS_PER_SECOND_AT);
      Files.delete(file);
      return ticks / 1e9;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
