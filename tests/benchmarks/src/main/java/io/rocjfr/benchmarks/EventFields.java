// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import com.sun.management.ThreadMXBean;
import io.rocjfr.benchmarks.BareEvents.Field;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * What the fields of our events cost JFR: the bare loop with and without them, in turn. Printed is
 * the processor time for an event, and what it is of that with all fields.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 8)
@Measurement(iterations = 15)
@Fork(value = 1, jvmArgs = "-Xmx1g")
public class EventFields {
  private static final int EVENTS = 8192;
  private static final int TURNS = 24;
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private final Map<String, BareEvents> shapes = new LinkedHashMap<>();
  private final Map<String, List<double[]>> figures = new LinkedHashMap<>();
  private Recording recording;

  /** Starts a recording. */
  @Setup
  public void record() {
    recording = new Recording();
    recording.setMaxSize(32 << 20);
    recording.start();
    shapes.put("all fields", new BareEvents(EnumSet.allOf(Field.class)));
    for (Field field : Field.values()) {
      shapes.put("without " + field.title, new BareEvents(EnumSet.complementOf(EnumSet.of(field))));
    }
    shapes.put("numbers only", new BareEvents(EnumSet.noneOf(Field.class)));
  }

  /** Calls and dispatches in turn, of each shape in turn. */
  @Benchmark
  public void commit() {
    long[] nanos = new long[shapes.size()];
    for (int turn = 0; turn < TURNS; turn++) {
      int shape = 0;
      for (BareEvents bare : shapes.values()) {
        long before = THREADS.getCurrentThreadCpuTime();
        bare.commit(EVENTS);
        nanos[shape++] += THREADS.getCurrentThreadCpuTime() - before;
      }
    }
    int shape = 0;
    for (String name : shapes.keySet()) {
      double each = (double) nanos[shape] / TURNS / EVENTS;
      figures
          .computeIfAbsent(name, title -> new ArrayList<>())
          .add(new double[] {each, (double) nanos[shape] / nanos[0]});
      shape++;
    }
  }

  /** Ends it; medians of all but the warm-up. */
  @TearDown(Level.Trial)
  public void print(BenchmarkParams params) {
    recording.close();
    System.out.println();
    figures.forEach(
        (name, all) -> {
          List<double[]> measured = all.subList(params.getWarmup().getCount(), all.size());
          double[] nanos = measured.stream().mapToDouble(each -> each[0]).sorted().toArray();
          double[] parts = measured.stream().mapToDouble(each -> each[1]).sorted().toArray();
          int middle = parts.length / 2;
          System.out.printf(
              "%-22s %4.0f ns, %.2f (%.2f to %.2f) of all%n",
              name, nanos[middle], parts[middle], parts[0], parts[parts.length - 1]);
        });
  }
}
