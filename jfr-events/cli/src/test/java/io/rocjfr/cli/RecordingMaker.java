// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.event.ActivityEvent;
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
import io.rocjfr.event.SpanContextEvent;
import io.rocjfr.event.TimedEvent;
import io.rocjfr.event.TracerStatusEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;

/** Makes recordings of activity at known times, given in nanoseconds from the recording's begin. */
final class RecordingMaker implements AutoCloseable {
  private long looks;
  private static final int TICKS_PER_SECOND_AT = 56;
  private static final double TICKS_PER_NANO = ticksPerNano();

  private final Recording recording = new Recording();
  private final long zero;

  RecordingMaker() {
    register();
    for (String off : new String[] {"LaunchSite", "GpuMemory", "LiveGpuAllocation"}) {
      recording.enable("rocjfr." + off);
    }
    recording.start();
    KernelDispatchEvent now = new KernelDispatchEvent();
    now.begin();
    zero = now.startTicks();
  }

  /** Has events recorded that are off by default. */
  void enable(Class<? extends Event> type) {
    recording.enable(type);
  }

  /** For how long the recording has been running, in nanoseconds. */
  long now() {
    KernelDispatchEvent now = new KernelDispatchEvent();
    now.begin();
    return Math.round((now.startTicks() - zero) / TICKS_PER_NANO);
  }

  /** As the agent does: JFR does not know the events by itself. */
  static void register() {
    Stream.of(
            GpuMemoryEvent.class,
            GpuTelemetryEvent.class,
            HipApiEvent.class,
            KernelDispatchEvent.class,
            LaunchSiteCountsEvent.class,
            LaunchSiteEvent.class,
            LiveGpuAllocationEvent.class,
            MemCopyEvent.class,
            OpenClApiEvent.class,
            RecordsLostEvent.class,
            RoctxMarkEvent.class,
            RoctxRangeEvent.class,
            SpanContextEvent.class,
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

  void joinedKernel(String name, long correlationId, long begin, long nanos) {
    KernelDispatchEvent event = new KernelDispatchEvent();
    event.kernel = name;
    event.symbol = "_Z" + name;
    event.api = "HIP";
    event.device = 0;
    event.agentId = 1;
    event.queue = 3;
    event.gridX = 16;
    event.gridY = 1;
    event.gridZ = 1;
    event.workgroupX = 64;
    event.workgroupY = 1;
    event.workgroupZ = 1;
    event.correlationId = correlationId;
    commit(acting(event), begin, nanos);
  }

  /** One of no length is of a queue without profiling. */
  void openClKernel(String name, long begin, long nanos) {
    openClKernel(name, 0, begin, nanos);
  }

  void openClKernel(String name, long queue, long begin, long nanos) {
    KernelDispatchEvent event = new KernelDispatchEvent();
    event.timed = nanos > 0;
    event.kernel = name;
    event.api = "OpenCL";
    event.deviceName = "pocl";
    event.queue = queue;
    commit(event, begin, nanos);
  }

  /** One of no length is of a queue without profiling. */
  void openClCopy(String direction, long bytes, long queue, long begin, long nanos) {
    MemCopyEvent event = new MemCopyEvent();
    event.timed = nanos > 0;
    event.direction = direction;
    event.bytes = bytes;
    event.api = "OpenCL";
    event.deviceName = "pocl";
    event.queue = queue;
    commit(event, begin, nanos);
  }

  /** A call with a device and a queue, neither of which it keeps busy. */
  void openClCall(String function, String result, int device, long queue, long begin, long nanos) {
    OpenClApiEvent event = new OpenClApiEvent();
    event.function = function;
    event.result = result;
    event.device = device;
    event.queue = queue;
    commit(acting(event), begin, nanos);
  }

  void joinedCall(String function, long correlationId, long begin, long nanos) {
    HipApiEvent event = new HipApiEvent();
    event.function = function;
    event.result = "";
    event.correlationId = correlationId;
    commit(acting(event), begin, nanos);
  }

  void joinedCopy(String direction, long bytes, long correlationId, long begin, long nanos) {
    MemCopyEvent event = new MemCopyEvent();
    event.direction = direction;
    event.bytes = bytes;
    event.device = 0;
    event.agentId = 1;
    event.queue = 3;
    event.correlationId = correlationId;
    commit(acting(event), begin, nanos);
  }

  private static <T extends ActivityEvent> T acting(T event) {
    event.threadName = "worker";
    event.javaThreadId = 20;
    event.osThreadId = 4711;
    return event;
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

  void callOfThread(String name, long osThread, long begin, long nanos) {
    HipApiEvent event = new HipApiEvent();
    event.function = "hipGetLastError";
    event.threadName = name;
    event.osThreadId = osThread;
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

  /** Looks like the JVM's own. */
  @Name("jdk.DataLoss")
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable") // JFR reads them
  static final class DataLossEvent extends Event {
    long amount;
    long total;
  }

  void lostByJfr(long amount, long total) {
    DataLossEvent event = new DataLossEvent();
    event.amount = amount;
    event.total = total;
    event.commit();
  }

  void status(String runtime, String version, int devices, String state) {
    status(runtime, version, devices, state, 0);
  }

  void status(String runtime, String version, int devices, String state, long inFlight) {
    TracerStatusEvent event = new TracerStatusEvent();
    event.look = ++looks;
    event.chunkEnd = true;
    event.runtime = runtime;
    event.version = version;
    event.hook = "activity callbacks";
    event.devices = devices;
    event.state = state;
    event.otherTools = "";
    event.inFlight = inFlight;
    event.commit();
  }

  /** A JVM that the agent could not read. */
  void notSeen(String what) {
    TracerStatusEvent event = new TracerStatusEvent();
    event.look = ++looks;
    event.runtime = "/lib/libamdhip64.so";
    event.state = "on";
    event.notSeen = what;
    event.commit();
  }

  /** Work that is pending: of busy streams, finished, and of streams that cannot be asked. */
  void pending(long busy, long finished, long unasked, long openCl, String byDevice) {
    TracerStatusEvent event = new TracerStatusEvent();
    event.look = ++looks;
    event.chunkEnd = true;
    event.runtime = "/lib/libamdhip64.so";
    event.version = "6.4";
    event.devices = 1;
    event.state = "on";
    event.inFlight = busy + finished + unasked + openCl;
    event.pendingBusy = busy;
    event.pendingFinished = finished;
    event.pendingUnasked = unasked;
    event.pendingByDevice = byDevice;
    event.submitted = 100;
    event.reported = 100 - busy - finished - unasked;
    event.commit();
  }

  /** A status that is not of the end of a chunk, as HIP was loaded. */
  void loaded() {
    TracerStatusEvent event = new TracerStatusEvent();
    event.look = ++looks;
    event.runtime = "/lib/libamdhip64.so";
    event.state = "on";
    event.commit();
  }

  /** A call that the last status was about. */
  void pendingCall(long correlationId, String state, boolean single) {
    PendingCallEvent event = new PendingCallEvent();
    event.look = looks;
    event.correlationId = correlationId;
    event.pieces = 1;
    event.state = state;
    event.single = single;
    event.commit();
  }

  /** Says what process this is. */
  void process(long key, String host, long pid, int devices) {
    TracerStatusEvent event = new TracerStatusEvent();
    event.look = ++looks;
    event.chunkEnd = true;
    event.runtime = "/opt/rocm/lib/libamdhip64.so";
    event.version = "6.4.3";
    event.devices = devices;
    event.state = "on";
    event.processKey = key;
    event.host = host;
    event.pid = pid;
    event.processStart = 1_790_000_000_000L;
    event.commit();
  }

  /** A call that was picked of {@code weight} calls; who commits it stands in its stack. */
  static LaunchSiteEvent site(String function, long correlationId, double weight) {
    LaunchSiteEvent event = new LaunchSiteEvent();
    event.function = function;
    event.correlationId = correlationId;
    event.weight = weight;
    return event;
  }

  /** Calls that were picked, but whose stacks could not be taken. */
  void refused(double weight) {
    LaunchSiteCountsEvent event = new LaunchSiteCountsEvent();
    event.event = "rocjfr.LaunchSite";
    event.refusedWeight = weight;
    event.commit();
  }

  void live(long snapshot, String function, long bytes, double weight, String stack) {
    LiveGpuAllocationEvent event = new LiveGpuAllocationEvent();
    event.snapshot = snapshot;
    event.function = function;
    event.bytes = bytes;
    event.count = 1;
    event.weight = weight;
    event.kind = "device";
    event.allocatedBy = stack;
    event.commit();
  }

  void memory(int device, String kind, long bytes) {
    memory(device, kind, bytes, bytes);
  }

  /** What this program has allocated on a device, and the most that it had. */
  void memory(int device, String kind, long bytes, long peakBytes) {
    GpuMemoryEvent event = new GpuMemoryEvent();
    event.device = device;
    event.kind = kind;
    event.bytes = bytes;
    event.peakBytes = peakBytes;
    event.commit();
  }

  void telemetry(int device, double busy, long memoryUsed, double power) {
    GpuTelemetryEvent event = new GpuTelemetryEvent();
    event.pciAddress = "0000:03:00.0";
    event.device = device;
    event.busy = (float) busy;
    event.memoryBusy = Float.NaN;
    event.memoryUsed = memoryUsed;
    event.memoryTotal = -1;
    event.power = (float) power;
    event.edgeTemperature = Float.NaN;
    event.junctionTemperature = Float.NaN;
    event.memoryTemperature = Float.NaN;
    event.graphicsClock = -1;
    event.memoryClock = -1;
    event.commit();
  }

  /**
   * Has JDK 17 forget the strings of earlier recordings. It tells chunks apart by one bit: after
   * two without a long string it believes that those of before are in the present one, and events
   * have no text. Where the agent runs each chunk has a status, and so a string.
   */
  void forgetStrings() {
    for (int i = 0; i < 2; i++) {
      status("/opt/rocm/lib/libamdhip64.so", "6.4.3", 2, "on");
      rotate();
    }
  }

  /** Leaves out the calls of HIP that are shorter, and says so. */
  void withThreshold(Duration threshold) {
    recording.enable("jdk.ActiveSetting");
    recording.enable("rocjfr.HipApi").withThreshold(threshold);
  }

  /** Records events of the JVM, too, of any length. */
  void enable(String... names) {
    for (String name : names) {
      recording.enable(name).withThreshold(Duration.ZERO);
    }
  }

  /** A call of the thread that calls this, within a span. */
  void callOfThisThread(
      String function, long correlationId, long externalId, long begin, long nanos) {
    HipApiEvent event = new HipApiEvent();
    event.function = function;
    event.result = "";
    event.correlationId = correlationId;
    event.externalId = externalId;
    event.threadName = Thread.currentThread().getName();
    event.javaThreadId = Thread.currentThread().getId();
    commit(event, begin, nanos);
  }

  /** A call of a thread of Java on one of the system; virtual ones may have no name. */
  void callOfVirtualThread(
      String name, long javaId, long systemId, long externalId, long begin, long nanos) {
    HipApiEvent event = new HipApiEvent();
    event.function = "hipStreamSynchronize";
    event.result = "";
    event.externalId = externalId;
    event.threadName = name;
    event.javaThreadId = javaId;
    event.osThreadId = systemId;
    commit(event, begin, nanos);
  }

  /** A range of the thread that calls this. */
  void rangeOfThisThread(String message, int depth, long begin, long nanos) {
    RoctxRangeEvent event = new RoctxRangeEvent();
    event.message = message;
    event.threadName = Thread.currentThread().getName();
    event.javaThreadId = Thread.currentThread().getId();
    event.depth = depth;
    commit(event, begin, nanos);
  }

  void spanContext(long spanId, long traceIdHigh, long traceIdLow) {
    SpanContextEvent event = new SpanContextEvent();
    event.externalId = spanId;
    event.spanId = spanId;
    event.traceIdHigh = traceIdHigh;
    event.traceIdLow = traceIdLow;
    event.commit();
  }

  /** Records what JVM it is, too. */
  void sayWhatJvm() {
    recording.enable("jdk.JVMInformation");
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

  /** At times that count from the recording's begin. */
  void commit(TimedEvent event, long begin, long nanos) {
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
