// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import io.rocjfr.figures.FunctionCatalogue;
import io.rocjfr.figures.GpuKey;
import io.rocjfr.recording.Fields;
import io.rocjfr.recording.FileReport;
import io.rocjfr.schema.Field;
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
          Field.THREAD.fieldName(),
          Field.THREAD_NAME.fieldName(),
          Field.JAVA_THREAD_ID.fieldName(),
          Field.OS_THREAD_ID.fieldName());

  /** How many calls are remembered whose work may come later. */
  private static final int CALLS = 100_000;

  private final Path to;
  private final Names names = new Names();
  private final Tracks tracks = new Tracks();
  private final EventSorter sorter;
  private final List<TracedProcess> processes = new ArrayList<>();
  private final TraceItem item = new TraceItem();
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
    item.clear();
    switch (Fields.kind(event)) {
      case HIP_API -> addCall(event, Category.HIP_API);
      case OPENCL_API -> addCall(event, Category.OPENCL_API);
      case KERNEL_DISPATCH -> addWork(event, Category.KERNEL, Fields.kernel(event));
      case MEM_COPY ->
          addWork(event, Category.COPY, Fields.text(event, Field.DIRECTION, "Unknown"));
      case BARRIER -> addWork(event, Category.BARRIER, "Barrier");
      case ROCTX_RANGE -> addRange(event);
      case ROCTX_MARK -> {
        item.kind = TraceItem.Kind.INSTANT;
        addOnThread(event, Category.MARK, Fields.text(event, Field.MESSAGE, "(no message)"));
      }
      case SPAN_SCOPE -> addOnThread(event, Category.SPAN, "Span");
      case GPU_TELEMETRY -> addTelemetry(event);
      case GPU_MEMORY -> addMemory(event);
      case TRACER_STATUS -> processes.get(processes.size() - 1).learn(event);
      default -> {
        // It has no place in time, or is of a later version.
      }
    }
  }

  private int process() {
    return processes.size() - 1;
  }

  private void addCall(RecordedEvent event, Category category) {
    long id = Fields.number(event, Field.CORRELATION_ID, 0);
    if (id != 0) {
      calls.put(id, Fields.begin(event));
    }
    item.flow = id;
    addOnThread(event, category, Fields.text(event, Field.FUNCTION, "(unknown)"));
  }

  private void addRange(RecordedEvent event) {
    String message = Fields.text(event, Field.MESSAGE, "(no message)");
    if (Fields.number(event, Field.RANGE_ID, 0) == 0) {
      addOnThread(event, Category.RANGE, message);
    } else {
      item.track = tracks.ranges(process());
      put(event, Category.RANGE, message);
    }
  }

  private void addOnThread(RecordedEvent event, Category category, String name) {
    item.track =
        tracks.thread(
            process(),
            Fields.number(event, Field.JAVA_THREAD_ID, -1),
            Fields.number(event, Field.OS_THREAD_ID, 0),
            Fields.text(event, Field.THREAD_NAME, ""));
    put(event, category, name);
  }

  private void addWork(RecordedEvent event, Category category, String name) {
    GpuKey gpu = Fields.gpu(event);
    int queue =
        tracks.queue(process(), gpu.label(), gpu.device(), Fields.number(event, Field.QUEUE, -1));
    item.flow = Fields.number(event, Field.CORRELATION_ID, 0);
    item.bytes = category == Category.COPY ? Fields.number(event, Field.BYTES, 0) : 0;
    item.track = queue;
    if (!Fields.isTimed(event)) {
      // How long it was queued and ran is not known: only when it was seen to have ended.
      item.kind = TraceItem.Kind.INSTANT;
      item.bytes = 0;
      put(event, category, name);
      return;
    }
    put(event, category, name);
    long submitted = Math.min(calls.getOrDefault(item.flow, Long.MAX_VALUE), Fields.begin(event));
    item.clear();
    item.kind = TraceItem.Kind.SUBMITTED;
    item.track = queue;
    sort(submitted, submitted);
  }

  private void put(RecordedEvent event, Category category, String name) {
    item.category = category;
    item.name = name;
    for (ValueDescriptor field : event.getEventType().getFields()) {
      if (LEFT_OUT.contains(field.getName()) || item.arguments.size() == 255) {
        continue;
      }
      Object written = written(Fields.known(event, field));
      if (written != null) {
        item.arguments.add(new TraceItem.Argument(names.of(field.getName()), written));
      }
    }
    if (Fields.kind(event).isCall() && !event.hasField(Field.CATEGORY.fieldName())) {
      String does = Fields.text(event, Field.CATEGORY, FunctionCatalogue.OTHER);
      item.arguments.add(
          new TraceItem.Argument(names.of(Field.CATEGORY.fieldName()), written(does)));
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
    long device = Fields.number(event, Field.DEVICE, -1);
    String place = Fields.text(event, Field.PCI_ADDRESS, "");
    String label = device >= 0 ? new GpuKey((int) device, -1).label() : "GPU at " + place;
    int gpu = tracks.gpu(process(), label, (int) device);
    value(event, gpu, "Busy", "%", Fields.measured(event, Field.BUSY) * 100);
    value(
        event, gpu, "Memory used by all processes", "B", Fields.measured(event, Field.MEMORY_USED));
    value(event, gpu, "Power", "W", Fields.measured(event, Field.POWER));
    value(event, gpu, "Edge temperature", "°C", Fields.measured(event, Field.EDGE_TEMPERATURE));
    value(
        event,
        gpu,
        "Junction temperature",
        "°C",
        Fields.measured(event, Field.JUNCTION_TEMPERATURE));
    value(event, gpu, "Memory temperature", "°C", Fields.measured(event, Field.MEMORY_TEMPERATURE));
    value(event, gpu, "Graphics clock", "Hz", Fields.measured(event, Field.GRAPHICS_CLOCK));
    value(event, gpu, "Memory clock", "Hz", Fields.measured(event, Field.MEMORY_CLOCK));
  }

  private void addMemory(RecordedEvent event) {
    long device = Fields.number(event, Field.DEVICE, -1);
    int gpu = tracks.gpu(process(), new GpuKey((int) device, -1).label(), (int) device);
    String kind = Fields.text(event, Field.KIND, "");
    value(event, gpu, "Allocated, " + kind, "B", Fields.measured(event, Field.ALLOCATED_BYTES));
  }

  private void value(RecordedEvent event, int parent, String name, String unit, double value) {
    if (!Double.isNaN(value)) {
      item.clear();
      item.kind = TraceItem.Kind.VALUE;
      item.track = tracks.counter(parent, name, unit);
      item.value = value;
      sort(Fields.begin(event), Fields.begin(event));
    }
  }

  private void sort(long begin, long end) {
    first = Math.min(first, begin);
    sorter.add(begin, end, item.write(names));
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
