// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.BusyTime;
import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.Units;
import io.rocjfr.recording.Fields;
import io.rocjfr.recording.OwnEvents;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;

/** What a JVM's recording says while it runs, from what JFR writes about once a second. */
final class LiveFigures implements AutoCloseable {
  private final EventStream stream;
  private Map<GpuKey, BusyTime> busy = new TreeMap<>();
  private long calls;
  private long kernels;
  private long lost;
  private long begin = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;
  private String latest = "";

  private LiveFigures(EventStream stream) {
    this.stream = stream;
    stream.setReuse(true);
    stream.setOrdered(false);
    stream.onEvent(EventKind.HIP_API.eventName(), OwnEvents.only(event -> calls++));
    stream.onEvent(EventKind.KERNEL_DISPATCH.eventName(), OwnEvents.only(this::addKernel));
    stream.onEvent(EventKind.MEM_COPY.eventName(), OwnEvents.only(this::addWork));
    stream.onEvent(
        EventKind.RECORDS_LOST.eventName(),
        OwnEvents.only(event -> lost += Fields.number(event, Field.COUNT, 0)));
    stream.onFlush(this::flush);
    stream.startAsync();
  }

  /** Of the repository of a JVM; null if it cannot be read from here. */
  static LiveFigures of(String repository) {
    if (repository == null) {
      return null;
    }
    try {
      return new LiveFigures(EventStream.openRepository(Path.of(repository)));
    } catch (IOException | RuntimeException e) {
      return null; // It is another file system's, as in a container: the recording does without.
    }
  }

  private void addKernel(RecordedEvent event) {
    kernels++;
    addWork(event);
  }

  private void addWork(RecordedEvent event) {
    if (!Fields.isTimed(event)) {
      return; // That it was done is all that is known.
    }
    long from = Fields.begin(event);
    long to = Fields.end(event);
    busy.computeIfAbsent(Fields.gpu(event), key -> new BusyTime()).add(from, to);
    begin = Math.min(begin, from);
    end = Math.max(end, to);
  }

  /** Called by the stream's thread, as all that adds. */
  private synchronized void flush() {
    StringBuilder line = new StringBuilder();
    long nanos = Math.max(end - begin, 1_000_000_000L);
    busy.forEach(
        (gpu, time) ->
            line.append(gpu.label())
                .append(" busy ")
                .append(Units.share(Units.share(time.nanos(), nanos)))
                .append(", "));
    line.append(Units.count(perSecond(calls, nanos)))
        .append(" calls/s, ")
        .append(Units.count(perSecond(kernels, nanos)))
        .append(" kernels/s");
    if (lost > 0) {
      line.append(", LOST ").append(Units.count(lost, "record", "records"));
    }
    latest = line.toString();
    busy = new TreeMap<>();
    calls = 0;
    kernels = 0;
    begin = Long.MAX_VALUE;
    end = Long.MIN_VALUE;
  }

  private static long perSecond(long count, long nanos) {
    return Math.round(count * 1e9 / nanos);
  }

  /** What was last said. */
  synchronized String latest() {
    return latest;
  }

  @Override
  public void close() {
    stream.close();
  }
}
