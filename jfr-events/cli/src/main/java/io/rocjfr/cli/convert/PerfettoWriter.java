// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import com.google.protobuf.CodedOutputStream;
import io.rocjfr.formats.perfetto.ClockSnapshot;
import io.rocjfr.formats.perfetto.CounterDescriptor;
import io.rocjfr.formats.perfetto.DebugAnnotation;
import io.rocjfr.formats.perfetto.GpuRenderStageEvent;
import io.rocjfr.formats.perfetto.InternedGpuRenderStageSpecification.RenderStageCategory;
import io.rocjfr.formats.perfetto.ProcessDescriptor;
import io.rocjfr.formats.perfetto.ThreadDescriptor;
import io.rocjfr.formats.perfetto.TracePacket;
import io.rocjfr.formats.perfetto.TrackDescriptor;
import io.rocjfr.formats.perfetto.TrackEvent;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Writes the packets of a trace, of pieces that come in the order of their begin. All are of one
 * sequence.
 */
final class PerfettoWriter implements EventSorter.Receiver, AutoCloseable {
  private static final int PACKET = 1;
  private static final int SEQUENCE = 1;
  private static final int CLEARED = 1;
  private static final int NEEDS = 2;
  private static final int REALTIME = 1;
  private static final int BOOTTIME = 6;
  private static final int KERNEL_STAGE = 1_000_001;
  private static final int COPY_STAGE = 1_000_002;
  private static final int BARRIER_STAGE = 1_000_003;

  /** What is running on a queue, and what follows from it for its counters. */
  private record Running(long end, int queue, long bytes) {}

  private final OutputStream file;
  private final CodedOutputStream out;
  private final Names names;
  private final GivenNames given;
  private final Tracks tracks;
  private final List<TracedProcess> processes;
  private final int[] pids;
  private final TraceItem item = new TraceItem();
  private final Map<Integer, Lanes> lanes = new HashMap<>();
  private final Set<Long> described = new HashSet<>();
  private final PriorityQueue<Running> running =
      new PriorityQueue<>(Comparator.comparingLong(Running::end));
  private final Map<Integer, long[]> inQueue = new HashMap<>();
  private final Map<Integer, long[]> inFlight = new HashMap<>();
  private long event;

  /** The thread of the present item, where its track has several; else null. */
  private String actor;

  PerfettoWriter(Path to, Names names, Tracks tracks, List<TracedProcess> processes, long first)
      throws IOException {
    this.names = names;
    given = new GivenNames(names);
    this.tracks = tracks;
    this.processes = processes;
    pids = pids(processes);
    file = new BufferedOutputStream(Files.newOutputStream(to), 1 << 16);
    out = CodedOutputStream.newInstance(file, 1 << 16);
    long zero = first == Long.MAX_VALUE ? 0 : first;
    // Times are of the epoch; the clock that tools expect is said to be the same.
    write(
        TracePacket.newBuilder()
            .setTrustedPacketSequenceId(SEQUENCE)
            .setSequenceFlags(CLEARED)
            .setClockSnapshot(
                ClockSnapshot.newBuilder()
                    .addClocks(clock(REALTIME, zero))
                    .addClocks(clock(BOOTTIME, zero)))
            .setTimestamp(zero));
  }

  private static ClockSnapshot.Clock clock(int id, long time) {
    return ClockSnapshot.Clock.newBuilder().setClockId(id).setTimestamp(time).build();
  }

  /** By recording. Several recordings of one process are one; others have numbers of their own. */
  private static int[] pids(List<TracedProcess> processes) {
    Map<Integer, Long> taken = new HashMap<>();
    int[] pids = new int[processes.size()];
    for (TracedProcess process : processes) {
      Long by = taken.putIfAbsent(process.pid(), process.key());
      boolean own = by == null || (by != 0 && by == process.key());
      pids[process.number()] = own ? process.pid() : process.madeUpPid();
    }
    return pids;
  }

  private void write(TracePacket.Builder packet) throws IOException {
    out.writeMessage(PACKET, packet.build());
  }

  private TracePacket.Builder packet(long time) {
    TracePacket.Builder packet =
        TracePacket.newBuilder()
            .setTimestamp(time)
            .setTrustedPacketSequenceId(SEQUENCE)
            .setSequenceFlags(NEEDS);
    given.addTo(packet);
    return packet;
  }

  @Override
  public void accept(long begin, long end, byte[] bytes) throws IOException {
    item.read(new DataInputStream(new ByteArrayInputStream(bytes)), names);
    actor = tracks.actor(item.track);
    item.track = tracks.placeOf(item.track);
    endUntil(begin);
    switch (item.kind) {
      case SLICE -> slice(begin, end);
      case INSTANT -> {
        long track = describe(item.track, 0);
        TrackEvent.Builder mark = event(TrackEvent.Type.TYPE_INSTANT, track);
        addFlow(mark);
        write(packet(begin).setTrackEvent(mark));
      }
      case VALUE -> {
        long track = describe(item.track, 0);
        counter(begin, track, item.value);
      }
      case SUBMITTED -> change(begin, item.track, 1);
    }
  }

  private void slice(long begin, long end) throws IOException {
    Tracks.Kind kind = tracks.get(item.track).kind();
    boolean work = item.category.isWork();
    int lane =
        lanes
            .computeIfAbsent(item.track, track -> new Lanes(!work && kind != Tracks.Kind.GROUP))
            .lane(begin, end);
    long track = describe(item.track, lane);
    TrackEvent.Builder opening = event(TrackEvent.Type.TYPE_SLICE_BEGIN, track);
    addFlow(opening);
    write(packet(begin).setTrackEvent(opening));
    write(
        packet(end)
            .setTrackEvent(
                TrackEvent.newBuilder()
                    .setType(TrackEvent.Type.TYPE_SLICE_END)
                    .setTrackUuid(track)));
    if (work) {
      typed(begin, end);
      running.add(new Running(end, item.track, item.bytes));
      if (item.bytes > 0) {
        fly(begin, item.track, item.bytes);
      }
    }
  }

  private void addFlow(TrackEvent.Builder event) {
    if (item.flow != 0) {
      event.addFlowIds(flow(tracks.get(item.track).process(), item.flow));
    }
  }

  /** Ids are a process's own, but arrows go through the whole trace. */
  private long flow(int process, long id) {
    return id * 0x9E3779B97F4A7C15L + pids[process];
  }

  private TrackEvent.Builder event(TrackEvent.Type type, long track) {
    TrackEvent.Builder made = TrackEvent.newBuilder().setType(type).setTrackUuid(track);
    made.addCategoryIids(given.category(item.category));
    int name = names.of(item.name);
    if (name < 0) {
      made.setName(item.name);
    } else {
      made.setNameIid(given.name(name));
    }
    if (actor != null) {
      made.addDebugAnnotations(
          DebugAnnotation.newBuilder().setName("thread").setStringValue(actor));
    }
    for (TraceItem.Argument argument : item.arguments) {
      made.addDebugAnnotations(annotation(argument));
    }
    return made;
  }

  private DebugAnnotation annotation(TraceItem.Argument argument) {
    DebugAnnotation.Builder made =
        DebugAnnotation.newBuilder().setNameIid(given.field(argument.name()));
    if (argument.value() instanceof Long number) {
      made.setIntValue(number);
    } else if (argument.value() instanceof Double number) {
      made.setDoubleValue(number);
    } else if (argument.value() instanceof Boolean yes) {
      made.setBoolValue(yes);
    } else {
      int text = names.of(argument.value().toString());
      if (text < 0) {
        made.setStringValue(argument.value().toString());
      } else {
        made.setStringValueIid(given.text(text));
      }
    }
    return made.build();
  }

  /** The same as an event of a GPU, which newer versions of Perfetto show by themselves. */
  private void typed(long begin, long end) throws IOException {
    Tracks.Track track = tracks.get(item.track);
    int stage =
        switch (item.category) {
          case KERNEL -> KERNEL_STAGE;
          case COPY -> COPY_STAGE;
          default -> BARRIER_STAGE;
        };
    boolean kernel = item.category == Category.KERNEL;
    given.specification(
        stage,
        kernel ? "Kernel" : item.category == Category.COPY ? "Copy" : "Barrier",
        kernel ? RenderStageCategory.COMPUTE : RenderStageCategory.OTHER);
    given.specification(item.track + 1, track.name(), RenderStageCategory.OTHER);
    long context =
        given.context(track.process(), pids[track.process()], "OpenCL".equals(argument("api")));
    GpuRenderStageEvent.Builder made =
        GpuRenderStageEvent.newBuilder()
            .setEventId(++event)
            .setDuration(end - begin)
            .setContext(context)
            .setHwQueueIid(item.track + 1)
            .setStageIid(stage)
            .setGpuId((int) Math.max(0, track.id()))
            .setName(item.name);
    if (kernel && argument("gridX") instanceof Long x && x > 0) {
      made.setLaunch(
          GpuRenderStageEvent.ComputeKernelLaunch.newBuilder()
              .setGridSize(dim("grid"))
              .setWorkgroupSize(dim("workgroup")));
    }
    write(packet(begin).setGpuRenderStageEvent(made));
  }

  private GpuRenderStageEvent.Dim3 dim(String of) {
    return GpuRenderStageEvent.Dim3.newBuilder()
        .setX(size(of + "X"))
        .setY(size(of + "Y"))
        .setZ(size(of + "Z"))
        .build();
  }

  private int size(String field) {
    return argument(field) instanceof Long size ? size.intValue() : 0;
  }

  private Object argument(String field) {
    int name = names.of(field);
    for (TraceItem.Argument argument : item.arguments) {
      if (argument.name() == name) {
        return argument.value();
      }
    }
    return null;
  }

  /** Work that has ended until then leaves its queue. */
  private void endUntil(long time) throws IOException {
    while (!running.isEmpty() && running.peek().end <= time) {
      Running ended = running.poll();
      change(ended.end, ended.queue, -1);
      if (ended.bytes > 0) {
        fly(ended.end, ended.queue, -ended.bytes);
      }
    }
  }

  private void change(long time, int queue, int by) throws IOException {
    long[] depth = inQueue.computeIfAbsent(queue, key -> new long[1]);
    depth[0] += by;
    int counter = tracks.counter(queue, tracks.get(queue).name() + ": submitted, not done", "");
    counter(time, describe(counter, 0), (double) depth[0]);
  }

  private void fly(long time, int queue, long by) throws IOException {
    int gpu = tracks.get(queue).parent();
    long[] bytes = inFlight.computeIfAbsent(gpu, key -> new long[1]);
    bytes[0] += by;
    int counter = tracks.counter(gpu, "Bytes being copied", "B");
    counter(time, describe(counter, 0), (double) bytes[0]);
  }

  private void counter(long time, long track, double value) throws IOException {
    TrackEvent.Builder made =
        TrackEvent.newBuilder().setType(TrackEvent.Type.TYPE_COUNTER).setTrackUuid(track);
    if (value == Math.rint(value)) {
      made.setCounterValue((long) value);
    } else {
      made.setDoubleCounterValue(value);
    }
    write(packet(time).setTrackEvent(made));
  }

  /** What stands for a track in the trace; it is described before its first use. */
  private long describe(int number, int lane) throws IOException {
    long uuid = uuid(number, lane);
    if (!described.add(uuid)) {
      return uuid;
    }
    Tracks.Track track = tracks.get(number);
    TrackDescriptor.Builder made = TrackDescriptor.newBuilder().setUuid(uuid);
    int pid = pids[track.process()];
    if (track.parent() >= 0) {
      long parent = describe(track.parent(), 0);
      if (track.kind() != Tracks.Kind.THREAD || lane > 0) {
        made.setParentUuid(parent);
      }
    }
    switch (track.kind()) {
      case PROCESS ->
          made.setProcess(
              ProcessDescriptor.newBuilder()
                  .setPid(pid)
                  .setProcessName(processes.get(track.process()).name()));
      case THREAD -> {
        if (lane == 0) {
          made.setThread(
              ThreadDescriptor.newBuilder()
                  .setPid(pid)
                  .setTid(track.id())
                  .setThreadName(track.name()));
        } else {
          made.setName(track.name());
        }
      }
      case COUNTER -> made.setName(track.name()).setCounter(unit(track.unit()));
      case LANES, GROUP -> made.setName(track.name());
    }
    write(
        TracePacket.newBuilder()
            .setTrustedPacketSequenceId(SEQUENCE)
            .setSequenceFlags(NEEDS)
            .setTrackDescriptor(made));
    return uuid;
  }

  private static CounterDescriptor unit(String unit) {
    CounterDescriptor.Builder made = CounterDescriptor.newBuilder();
    return switch (unit) {
      case "" -> made.setUnit(CounterDescriptor.Unit.UNIT_COUNT).build();
      case "B" -> made.setUnit(CounterDescriptor.Unit.UNIT_SIZE_BYTES).build();
      default -> made.setUnitName(unit).build();
    };
  }

  private long uuid(int number, int lane) {
    Tracks.Track track = tracks.get(number);
    // Recordings of one process share its track.
    long of = track.kind() == Tracks.Kind.PROCESS ? -1L - pids[track.process()] : number;
    return ((of << 20 | lane) + 1) * 0x9E3779B97F4A7C15L;
  }

  /** All pieces have come. */
  void finish() throws IOException {
    endUntil(Long.MAX_VALUE);
    out.flush();
    file.flush();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
