// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.event.GpuTelemetryEvent;
import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.LaunchSiteCountsEvent;
import io.rocjfr.event.LaunchSiteEvent;
import io.rocjfr.event.MemCopyEvent;
import io.rocjfr.event.RoctxRangeEvent;
import io.rocjfr.event.TracerStatusEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** Recordings of events at chosen times, which are in JFR's ticks since the begin. */
public final class Made {
  /** As the SDK's exporter makes it while a program runs. */
  @Name("rocjfr.SpanScope")
  static final class SpanScope extends Event {
    String traceId;
    String spanId;
  }

  private final long base;
  private long externalId;
  private int grid;
  private String threadName = "t";

  private Made(long base) {
    this.base = base;
  }

  /** What {@code events} commit, as JMC reads it. */
  public static IItemCollection items(Consumer<Made> events) {
    try (Recording recording = new Recording()) {
      recording.enable(HipApiEvent.class).withoutThreshold();
      recording.enable(KernelDispatchEvent.class).withoutThreshold();
      recording.enable(MemCopyEvent.class).withoutThreshold();
      recording.enable(RoctxRangeEvent.class).withoutThreshold();
      recording.enable(TracerStatusEvent.class);
      recording.enable(GpuTelemetryEvent.class);
      recording.enable(SpanScope.class).withoutThreshold();
      recording.enable(LaunchSiteEvent.class).withStackTrace();
      recording.enable(LaunchSiteCountsEvent.class);
      recording.start();
      HipApiEvent now = new HipApiEvent();
      now.begin();
      events.accept(new Made(now.startTicks()));
      recording.stop();
      Path file = Files.createTempFile("made", ".jfr");
      recording.dump(file);
      IItemCollection items = JfrLoaderToolkit.loadEvents(file.toFile());
      Files.delete(file);
      return items;
    } catch (IOException | CouldNotLoadRecordingException e) {
      throw new AssertionError(e);
    }
  }

  public static RecordingData data(Consumer<Made> events) {
    return new RecordingData(items(events));
  }

  public void kernel(String name, int device, long queue, long id, long begin, long ticks) {
    KernelDispatchEvent event = new KernelDispatchEvent();
    event.kernel = name;
    event.device = device;
    event.agentId = device + 1;
    event.queue = queue;
    event.gridX = grid;
    event.correlationId = id;
    event.externalId = externalId;
    event.setTimes(base + begin, ticks);
    event.commit();
  }

  public void copy(long bytes, long id, long begin, long ticks) {
    MemCopyEvent event = new MemCopyEvent();
    event.direction = "HostToDevice";
    event.agentId = 1;
    event.bytes = bytes;
    event.correlationId = id;
    event.externalId = externalId;
    event.setTimes(base + begin, ticks);
    event.commit();
  }

  /** Of a queue of OpenCL; of no ticks where it has no profiling. */
  public void openClKernel(String name, long queue, long id, long begin, long ticks) {
    KernelDispatchEvent event = new KernelDispatchEvent();
    event.api = "OpenCL";
    event.deviceName = "pocl";
    event.timed = ticks > 0;
    event.kernel = name;
    event.queue = queue;
    event.correlationId = id;
    event.setTimes(base + begin, Math.max(1, ticks));
    event.commit();
  }

  /** Of a queue of OpenCL; of no ticks where it has no profiling. */
  public void openClCopy(String direction, long bytes, long begin, long ticks) {
    MemCopyEvent event = new MemCopyEvent();
    event.api = "OpenCL";
    event.deviceName = "pocl";
    event.timed = ticks > 0;
    event.direction = direction;
    event.bytes = bytes;
    event.setTimes(base + begin, Math.max(1, ticks));
    event.commit();
  }

  public void call(String function, long thread, long id, long begin, long ticks) {
    call(function, null, thread, id, begin, ticks);
  }

  /** One that is known to have returned this. */
  public void call(String function, String result, long thread, long id, long begin, long ticks) {
    HipApiEvent event = new HipApiEvent();
    event.function = function;
    event.result = result;
    event.threadName = threadName;
    event.javaThreadId = thread;
    event.correlationId = id;
    event.externalId = externalId;
    event.setTimes(base + begin, ticks);
    event.commit();
  }

  public void range(String message, long thread, int depth, long begin, long ticks) {
    RoctxRangeEvent event = new RoctxRangeEvent();
    event.message = message;
    event.threadName = threadName;
    event.javaThreadId = thread;
    event.depth = depth;
    event.setTimes(base + begin, ticks);
    event.commit();
  }

  /** A range that begins and ends apart. */
  public void startStop(String message, long thread, long rangeId, long begin, long ticks) {
    RoctxRangeEvent event = new RoctxRangeEvent();
    event.message = message;
    event.threadName = threadName;
    event.javaThreadId = thread;
    event.rangeId = rangeId;
    event.setTimes(base + begin, ticks);
    event.commit();
  }

  /** What is made next belongs to this span; 0 is none. */
  public void within(long spanId) {
    externalId = spanId;
  }

  /** What threads make next they make under this name. */
  public void named(String name) {
    threadName = name;
  }

  /** A span on the calling thread, now. */
  public void span(long spanId) {
    SpanScope event = new SpanScope();
    event.begin();
    event.spanId = String.format("%016x", spanId);
    event.commit();
  }

  /** A stack of the caller, picked of {@code weight} calls. */
  public void site(long id, double weight) {
    LaunchSiteEvent event = new LaunchSiteEvent();
    event.function = "hipModuleLaunchKernel";
    event.correlationId = id;
    event.weight = weight;
    event.commit();
  }

  /** Picked calls that stand for so many have no stack. */
  public void refused(double weight) {
    LaunchSiteCountsEvent event = new LaunchSiteCountsEvent();
    event.event = "rocjfr.LaunchSite";
    event.refusedWeight = weight;
    event.commit();
  }

  /** Kernels from here on have so many workgroups. */
  public void grid(int workgroups) {
    grid = workgroups;
  }

  /** What a GPU said of itself; where it does not tell NaN, or -1 of bytes. */
  public void telemetry(String address, int device, double busy, long used, double degrees) {
    GpuTelemetryEvent event = new GpuTelemetryEvent();
    event.pciAddress = address;
    event.device = device;
    event.busy = (float) busy;
    event.memoryUsed = used;
    event.memoryTotal = used < 0 ? -1 : 16L << 30;
    event.power = Float.NaN;
    event.edgeTemperature = (float) degrees;
    event.junctionTemperature = Float.NaN;
    event.commit();
  }

  public void status(String state, int devices) {
    TracerStatusEvent event = new TracerStatusEvent();
    event.state = state;
    event.devices = devices;
    event.commit();
  }
}
