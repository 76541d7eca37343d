// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Recordings;
import org.openjdk.jmc.flightrecorder.writer.api.Type;
import org.openjdk.jmc.flightrecorder.writer.api.TypeStructureBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValueBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.Types;
import org.openjdk.jmc.flightrecorder.writer.api.Types.Builtin;
import org.openjdk.jmc.flightrecorder.writer.api.Types.JDK;

/**
 * Writes recordings of activity at known times, given in nanoseconds from the recording's begin, in
 * the form of our events. That form is the schema's, with which SchemaTest of the commands compares
 * what the agent writes.
 */
public final class GpuRecording implements AutoCloseable {
  /** When the recordings begin, in nanoseconds of the epoch. */
  public static final long ZERO = 1_700_000_000_000_000_000L;

  public static final long US = 1_000;
  public static final long MS = 1_000_000;

  /** How long they last at least, if their work does not last longer. */
  public static final long LONG = 10 * MS;

  private static final long FIRST_TICK = 1_000_000;

  private final Recording recording;
  private final Type dataAmount;
  private final Map<String, Type> types = new HashMap<>();

  /** The OS thread of Java's threads; -1: the threads are no Java threads. */
  private long osThread = -1;

  private GpuRecording(Path file) throws IOException {
    recording =
        Recordings.newRecording(
            file,
            settings ->
                settings
                    .withTimestamp(ZERO)
                    .withStartTicks(FIRST_TICK)
                    .withDuration(LONG)
                    .withJdkTypeInitialization());
    dataAmount =
        recording.registerAnnotationType(
            "jdk.jfr.DataAmount", type -> type.addField("value", Builtin.STRING));
  }

  /** Writes a recording into a file of its own. */
  public static Path write(Consumer<GpuRecording> content) {
    try {
      Path file = Files.createTempFile("gpu", ".jfr");
      file.toFile().deleteOnExit();
      try (GpuRecording recording = new GpuRecording(file)) {
        content.accept(recording);
      }
      return file;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The events of a recording with this content, as JMC reads them. */
  public static IItemCollection of(Consumer<GpuRecording> content) {
    try {
      return JfrLoaderToolkit.loadEvents(write(content).toFile());
    } catch (IOException | CouldNotLoadRecordingException e) {
      throw new AssertionError(e);
    }
  }

  /** A dispatch on queue 1 of device 0, by no call. */
  public void kernel(String name, long begin, long nanos) {
    kernel(name, 0, 1, begin, nanos, 0);
  }

  public void kernel(
      String name, int device, long queue, long begin, long nanos, long correlationId) {
    kernel(name, "", device, queue, begin, nanos, correlationId);
  }

  /** A dispatch of OpenCL, on its device 0. */
  public void openClKernel(
      String name, String deviceName, long queue, long begin, long nanos, long correlationId) {
    kernel(name, deviceName, 0, queue, begin, nanos, correlationId);
  }

  private void kernel(
      String name,
      String deviceName,
      int device,
      long queue,
      long begin,
      long nanos,
      long correlationId) {
    write(
        EventTypes.KERNEL_DISPATCH,
        type -> {
          type.addField("kernel", Builtin.STRING);
          addPlace(type);
        },
        begin,
        nanos,
        event -> {
          event.putField("kernel", name).putField("correlationId", correlationId);
          putPlace(event, deviceName, device, queue, nanos);
        });
  }

  /** A copy by device 0, by no call. */
  public void copy(String direction, long bytes, long begin, long nanos) {
    copy(direction, bytes, 0, begin, nanos, 0);
  }

  public void copy(
      String direction, long bytes, int device, long begin, long nanos, long correlationId) {
    copy(direction, bytes, "", device, begin, nanos, correlationId);
  }

  /** A copy of a KiB by OpenCL, on its device 0. */
  public void openClCopy(
      String direction, String deviceName, long begin, long nanos, long correlationId) {
    copy(direction, 1024, deviceName, 0, begin, nanos, correlationId);
  }

  private void copy(
      String direction,
      long bytes,
      String deviceName,
      int device,
      long begin,
      long nanos,
      long correlationId) {
    write(
        EventTypes.MEM_COPY,
        type -> {
          type.addField("direction", Builtin.STRING);
          addBytes(type);
          addPlace(type);
        },
        begin,
        nanos,
        event -> {
          event.putField("direction", direction).putField("bytes", bytes);
          event.putField("correlationId", correlationId);
          putPlace(event, deviceName, device, 0, nanos);
        });
  }

  /** A call by thread 7, the main thread, that submits nothing. */
  public void call(String function, long begin, long nanos) {
    call(function, 7, begin, nanos, 0);
  }

  /** As versions wrote it that did not know what calls return. */
  public void call(String function, long thread, long begin, long nanos, long correlationId) {
    call(function, thread, begin, nanos, correlationId, null);
  }

  public void call(
      String function, long thread, long begin, long nanos, long correlationId, String result) {
    call(EventTypes.HIP_API, function, thread, begin, nanos, correlationId, result);
  }

  /** A call of hipLaunchKernel by thread 7. */
  public void launch(String kernel, long begin, long nanos, long correlationId, String result) {
    call(EventTypes.HIP_API, "hipLaunchKernel", kernel, 7, begin, nanos, correlationId, result);
  }

  public void openClCall(String function, long begin, long nanos, String result) {
    openClCall(function, begin, nanos, 0, result);
  }

  public void openClCall(
      String function, long begin, long nanos, long correlationId, String result) {
    call(EventTypes.OPENCL_API, function, 7, begin, nanos, correlationId, result);
  }

  private void call(
      String eventType,
      String function,
      long thread,
      long begin,
      long nanos,
      long correlationId,
      String result) {
    call(eventType, function, "", thread, begin, nanos, correlationId, result);
  }

  private void call(
      String eventType,
      String function,
      String kernel,
      long thread,
      long begin,
      long nanos,
      long correlationId,
      String result) {
    write(
        eventType,
        type -> {
          type.addField("function", Builtin.STRING).addField("kernel", Builtin.STRING);
          if (result != null) {
            type.addField("result", Builtin.STRING);
          }
          type.addField("correlationId", Builtin.LONG);
          addBytes(type);
          addThread(type);
        },
        begin,
        nanos,
        event -> {
          event.putField("function", function).putField("correlationId", correlationId);
          event.putField("kernel", kernel).putField("bytes", 0L);
          if (result != null) {
            event.putField("result", result);
          }
          putThread(event, thread);
        });
  }

  /** Picked launches that stand for so many have no stack. */
  public void refused(double weight) {
    write(
        EventTypes.LAUNCH_SITE_COUNTS,
        type -> type.addField("event", Builtin.STRING).addField("refusedWeight", Builtin.DOUBLE),
        0,
        -1,
        event -> event.putField("event", EventTypes.LAUNCH_SITE).putField("refusedWeight", weight));
  }

  /** What was allocated on a device at that time. */
  public void memory(int device, String kind, long bytes, long begin) {
    write(
        EventTypes.GPU_MEMORY,
        type -> {
          type.addField("device", Builtin.INT).addField("kind", Builtin.STRING);
          addBytes(type);
        },
        begin,
        -1,
        event -> event.putField("device", device).putField("kind", kind).putField("bytes", bytes));
  }

  /**
   * Where a call was made: below a frame of the way into native code, which is not the program's.
   */
  public void site(String type, String method, int line, long correlationId, double weight) {
    site(type, method, line, type, "main", 0, correlationId, weight);
  }

  /** The same, and who calls that method. */
  @SuppressWarnings("unchecked") // the writer takes a list of them as an array
  public void site(
      String type,
      String method,
      int line,
      String callerType,
      String caller,
      int callerLine,
      long correlationId,
      double weight) {
    write(
        EventTypes.LAUNCH_SITE,
        fields -> fields.addField("correlationId", Builtin.LONG).addField("weight", Builtin.DOUBLE),
        correlationId,
        -1,
        event ->
            event
                .putField("correlationId", correlationId)
                .putField("weight", weight)
                .putField(
                    "stackTrace",
                    stack ->
                        stack
                            .putField("truncated", false)
                            .putFields(
                                "frames",
                                frame -> putFrame(frame, "com.sun.jna.Native", "invokeInt", -1),
                                frame -> putFrame(frame, type, method, line),
                                frame -> putFrame(frame, callerType, caller, callerLine))));
  }

  private static void putFrame(TypedValueBuilder frame, String type, String method, int line) {
    frame
        .putField(
            "method",
            of ->
                of.putField("name", name -> name.putField("string", method))
                    .putField(
                        "type",
                        in ->
                            in.putField(
                                "name", name -> name.putField("string", type.replace('.', '/')))))
        .putField("lineNumber", line)
        .putField("bytecodeIndex", 0);
  }

  public void range(String message, long thread, int depth, long begin, long nanos) {
    range(message, thread, depth, 0, begin, nanos);
  }

  public void range(String message, long thread, int depth, long rangeId, long begin, long nanos) {
    write(
        EventTypes.ROCTX_RANGE,
        type -> {
          type.addField("message", Builtin.STRING).addField("depth", Builtin.INT);
          type.addField("rangeId", Builtin.LONG);
          addThread(type);
        },
        begin,
        nanos,
        event -> {
          event.putField("message", message).putField("depth", depth);
          event.putField("rangeId", rangeId);
          putThread(event, thread);
        });
  }

  public void lost(String domain, String cause, long count) {
    write(
        EventTypes.RECORDS_LOST,
        type ->
            type.addField("domain", Builtin.STRING)
                .addField("cause", Builtin.STRING)
                .addField("count", Builtin.LONG),
        0,
        -1,
        event ->
            event.putField("domain", domain).putField("cause", cause).putField("count", count));
  }

  public void status(String state, int devices, String otherTools) {
    status(state, devices, otherTools, "", "");
  }

  /** What of the program the JVM did not show. */
  public void notSeen(String notSeen) {
    status("on", 1, "", notSeen, "");
  }

  /** What was said of OpenCL in a program without HIP. */
  public void openClStatus(String openCl) {
    status("noRuntime", -1, "", "", openCl);
  }

  /** What was pending at a moment, in microseconds. */
  public void pending(long atMicros, long process, long busy, long finished, long unasked) {
    write(
        EventTypes.TRACER_STATUS,
        type ->
            type.addField("state", Builtin.STRING)
                .addField("processKey", Builtin.LONG)
                .addField("look", Builtin.LONG)
                .addField("inFlight", Builtin.LONG)
                .addField("pendingBusy", Builtin.LONG)
                .addField("pendingFinished", Builtin.LONG)
                .addField("pendingUnasked", Builtin.LONG),
        atMicros * US,
        -1,
        event ->
            event
                .putField("state", "on")
                .putField("processKey", process)
                .putField("look", atMicros)
                .putField("inFlight", busy + finished + unasked)
                .putField("pendingBusy", busy)
                .putField("pendingFinished", finished)
                .putField("pendingUnasked", unasked));
  }

  /** A call that was pending at a moment, in microseconds: of a status. */
  public void pendingCall(long atMicros, long correlationId, String state) {
    write(
        EventTypes.PENDING_CALL,
        type ->
            type.addField("look", Builtin.LONG)
                .addField("correlationId", Builtin.LONG)
                .addField("state", Builtin.STRING)
                .addField("single", Builtin.BOOLEAN),
        atMicros * US,
        -1,
        event ->
            event
                .putField("look", atMicros)
                .putField("correlationId", correlationId)
                .putField("state", state)
                .putField("single", true));
  }

  /** As versions told it that did not know pieces. */
  public void pendingCalls(long calls) {
    write(
        EventTypes.TRACER_STATUS,
        type -> type.addField("state", Builtin.STRING).addField("inFlight", Builtin.LONG),
        0,
        -1,
        event -> event.putField("state", "on").putField("inFlight", calls));
  }

  private void status(String state, int devices, String otherTools, String notSeen, String openCl) {
    write(
        EventTypes.TRACER_STATUS,
        type ->
            type.addField("state", Builtin.STRING)
                .addField("devices", Builtin.INT)
                .addField("otherTools", Builtin.STRING)
                .addField("notSeen", Builtin.STRING)
                .addField("openCl", Builtin.STRING),
        0,
        -1,
        event ->
            event
                .putField("state", state)
                .putField("devices", devices)
                .putField("otherTools", otherTools)
                .putField("notSeen", notSeen)
                .putField("openCl", openCl));
  }

  @Override
  public void close() throws IOException {
    recording.close();
  }

  private void write(
      String name,
      Consumer<TypeStructureBuilder> fields,
      long begin,
      long nanos,
      Consumer<TypedValueBuilder> values) {
    Type type =
        types.computeIfAbsent(
            name,
            unused ->
                recording.registerEventType(
                    name,
                    builder -> {
                      if (nanos >= 0) {
                        builder.addField(
                            "duration",
                            Builtin.LONG,
                            field -> field.addAnnotation(JDK.ANNOTATION_TIMESPAN, "TICKS"));
                      }
                      fields.accept(builder);
                    }));
    recording.writeEvent(
        type.asValue(
            event -> {
              event.putField("startTime", FIRST_TICK + begin);
              if (nanos >= 0) {
                event.putField("duration", nanos);
              }
              values.accept(event);
            }));
  }

  private void addBytes(TypeStructureBuilder type) {
    type.addField("bytes", Types.Builtin.LONG, field -> field.addAnnotation(dataAmount, "BYTES"));
  }

  private static void addPlace(TypeStructureBuilder type) {
    type.addField("device", Builtin.INT).addField("agentId", Builtin.INT);
    type.addField("queue", Builtin.LONG).addField("correlationId", Builtin.LONG);
    type.addField("deviceName", Builtin.STRING).addField("api", Builtin.STRING);
    type.addField("timed", Builtin.BOOLEAN);
  }

  /** HIP's devices have no name, OpenCL's no agent. What has a tick only is without times. */
  private static void putPlace(
      TypedValueBuilder event, String deviceName, int device, long queue, long nanos) {
    boolean hip = deviceName.isEmpty();
    event.putField("device", device).putField("deviceName", deviceName).putField("queue", queue);
    event.putField("agentId", hip ? device + 1 : -1).putField("api", hip ? "HIP" : "OpenCL");
    event.putField("timed", hip || nanos > 1);
  }

  private static void addThread(TypeStructureBuilder type) {
    type.addField("osThreadId", Builtin.LONG).addField("javaThreadId", Builtin.LONG);
    type.addField("threadName", Builtin.STRING);
  }

  /** From now on the threads of calls and ranges are Java's, all on this OS thread. */
  public void carrier(long id) {
    osThread = id;
  }

  private void putThread(TypedValueBuilder event, long thread) {
    event.putField("osThreadId", osThread < 0 ? thread : osThread);
    event.putField("javaThreadId", osThread < 0 ? -1 : thread);
    event.putField("threadName", thread == 7 ? "main" : "worker-" + thread);
  }
}
