// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.recording.Fields;
import io.rocjfr.recording.FileReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Makes a trace of Perfetto. Events come in no order, but slices have to be written in that of
 * their begin: so all of them go through an {@link EventSorter}.
 */
public final class PerfettoFile implements Conversion {
  /** Of the track, or of no use outside of JFR. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "startTime",
          "duration",
          "eventThread",
          "stackTrace",
          "thread",
          "threadName",
          "javaThreadId",
          "osThreadId");

  /** How many calls are remembered whose work may come later. */
  private static final int CALLS = 100_000;

  private final Path to;
  private final Names names = new Names();
  private final Tracks tracks = new Tracks();
  private final EventSorter sorter;
  private final List<TracedProcess> processes = new ArrayList<>();
  private final Piece piece = new Piece();
  private long first = Long.MAX_VALUE;

  /** When calls began, by correlation id: of the latest of this recording. */
  private final Map<Long, Long> calls =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
          return size() > CALLS;
        }
      };

  /** To be written there. */
  public PerfettoFile(Path to) {
    this(to, new EventSorter());
  }

  PerfettoFile(Path to, EventSorter sorter) {
    this.to = to;
    this.sorter = sorter;
  }

  @Override
  public void beginFile(Path shown, Path file) {
    processes.add(new TracedProcess(processes.size(), shown));
    calls.clear();
  }

  @Override
  public void endFile(FileReport report) {
    // What the file says of its process is known now.
  }

  @Override
  public void addOther(RecordedEvent event) {
    processes.get(processes.size() - 1).learn(event);
  }

  @Override
  public void add(RecordedEvent event) {
    String type = event.getEventType().getName().substring(Fields.PREFIX.length());
    piece.clear();
    switch (type) {
      case "HipApi" -> addCall(event, Category.HIP_API);
      case "OpenClApi" -> addCall(event, Category.OPENCL_API);
      case "KernelDispatch" ->
          addWork(
              event,
              Category.KERNEL,
              Fields.text(event, "kernel", Fields.text(event, "symbol", "(unknown)")));
      case "MemCopy" -> addWork(event, Category.COPY, Fields.text(event, "direction", "Unknown"));
      case "Barrier" -> addWork(event, Category.BARRIER, "Barrier");
      case "RoctxRange" -> addRange(event);
      case "RoctxMark" -> {
        piece.kind = Piece.Kind.INSTANT;
        addOnThread(event, Category.MARK, Fields.text(event, "message", "(no message)"));
      }
      case "SpanScope" -> addOnThread(event, Category.SPAN, "Span");
      case "GpuTelemetry" -> addTelemetry(event);
      case "GpuMemory" -> addMemory(event);
      case "TracerStatus" -> processes.get(processes.size() - 1).learn(event);
      default -> {
        // It has no place in time, or is of a later version.
      }
    }
  }

  private int process() {
    return processes.size() - 1;
  }

  private void addCall(RecordedEvent event, Category category) {
    long id = Fields.number(event, "correlationId", 0);
    if (id != 0) {
      calls.put(id, Fields.begin(event));
    }
    piece.flow = id;
    addOnThread(event, category, Fields.text(event, "function", "(unknown)"));
  }

  private void addRange(RecordedEvent event) {
    String message = Fields.text(event, "message", "(no message)");
    if (Fields.number(event, "rangeId", 0) == 0) {
      addOnThread(event, Category.RANGE, message);
    } else {
      piece.track = tracks.ranges(process());
      put(event, Category.RANGE, message);
    }
  }

  private void addOnThread(RecordedEvent event, Category category, String name) {
    piece.track =
        tracks.thread(
            process(),
            Fields.number(event, "javaThreadId", -1),
            Fields.number(event, "osThreadId", 0),
            Fields.text(event, "threadName", ""));
    put(event, category, name);
  }

  private void addWork(RecordedEvent event, Category category, String name) {
    int device = (int) Fields.number(event, "device", -1);
    String gpu =
        new GpuKey(
                device,
                (int) Fields.number(event, "agentId", -1),
                Fields.text(event, "deviceName", ""))
            .label();
    int queue = tracks.queue(process(), gpu, device, Fields.number(event, "queue", -1));
    piece.flow = Fields.number(event, "correlationId", 0);
    piece.bytes = category == Category.COPY ? Fields.number(event, "bytes", 0) : 0;
    piece.track = queue;
    if (!Fields.isTimed(event)) {
      // How long it was queued and ran is not known: only when it was seen to have ended.
      piece.kind = Piece.Kind.INSTANT;
      piece.bytes = 0;
      put(event, category, name);
      return;
    }
    put(event, category, name);
    long submitted = Math.min(calls.getOrDefault(piece.flow, Long.MAX_VALUE), Fields.begin(event));
    piece.clear();
    piece.kind = Piece.Kind.SUBMITTED;
    piece.track = queue;
    sort(submitted, submitted);
  }

  private void put(RecordedEvent event, Category category, String name) {
    piece.category = category;
    piece.name = name;
    for (ValueDescriptor field : event.getEventType().getFields()) {
      if (LEFT_OUT.contains(field.getName()) || piece.arguments.size() == 255) {
        continue;
      }
      Object written =
          Fields.isNoTimespan(event, field) ? null : written(event.getValue(field.getName()));
      if (written != null) {
        piece.arguments.add(new Piece.Argument(names.of(field.getName()), written));
      }
    }
    sort(Fields.begin(event), Math.max(Fields.begin(event), Fields.end(event)));
  }

  /** As an argument; null where there is nothing to say. */
  private static Object written(Object value) {
    if (value instanceof Float || value instanceof Double) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number) ? number : null;
    }
    if (value instanceof Number number) {
      return number.longValue();
    }
    return value instanceof Boolean || (value instanceof String text && !text.isEmpty())
        ? value
        : null;
  }

  private void addTelemetry(RecordedEvent event) {
    long device = Fields.number(event, "device", -1);
    String place = Fields.text(event, "pciAddress", "");
    String label = device >= 0 ? new GpuKey((int) device, -1).label() : "GPU at " + place;
    int gpu = tracks.gpu(process(), label, (int) device);
    value(event, gpu, "Busy", "%", decimal(event, "busy") * 100);
    value(event, gpu, "Memory used by all processes", "B", decimal(event, "memoryUsed"));
    value(event, gpu, "Power", "W", decimal(event, "power"));
    value(event, gpu, "Edge temperature", "°C", decimal(event, "edgeTemperature"));
    value(event, gpu, "Junction temperature", "°C", decimal(event, "junctionTemperature"));
    value(event, gpu, "Memory temperature", "°C", decimal(event, "memoryTemperature"));
    value(event, gpu, "Graphics clock", "Hz", decimal(event, "graphicsClock"));
    value(event, gpu, "Memory clock", "Hz", decimal(event, "memoryClock"));
  }

  private void addMemory(RecordedEvent event) {
    long device = Fields.number(event, "device", -1);
    int gpu = tracks.gpu(process(), new GpuKey((int) device, -1).label(), (int) device);
    String kind = Fields.text(event, "kind", "");
    value(event, gpu, "Allocated, " + kind, "B", decimal(event, "bytes"));
  }

  /** NaN where it is not known. */
  private static double decimal(RecordedEvent event, String field) {
    double number = Fields.decimal(event, field, Double.NaN);
    return number < 0 ? Double.NaN : number;
  }

  private void value(RecordedEvent event, int parent, String name, String unit, double value) {
    if (!Double.isNaN(value)) {
      piece.clear();
      piece.kind = Piece.Kind.VALUE;
      piece.track = tracks.counter(parent, name, unit);
      piece.value = value;
      sort(Fields.begin(event), Fields.begin(event));
    }
  }

  private void sort(long begin, long end) {
    first = Math.min(first, begin);
    sorter.add(begin, end, piece.write(names));
  }

  @Override
  public void finish() throws IOException {
    tracks.settle();
    try (PerfettoWriter writer = new PerfettoWriter(to, names, tracks, processes, first)) {
      sorter.forEach(writer);
      writer.finish();
    }
  }

  @Override
  public void close() {
    sorter.close();
  }
}
