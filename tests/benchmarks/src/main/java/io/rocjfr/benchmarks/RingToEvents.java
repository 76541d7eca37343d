// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import com.sun.management.ThreadMXBean;
import io.rocjfr.bridge.Drain;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * From a ring of native memory to committed JFR events, by the drain thread, beside JFR's own
 * floor: the same events committed in a bare loop, in turn with it; and beside the least that a
 * reader of rings does: the same loop with the numbers that stand in the ring. Printed is the
 * processor time for an event, and each floor's part of the drain's. Goal: 0.9 from filled rings.
 * Each recording is read again: nothing is lost, or JFR says that it has thrown some of its own
 * buffers away, as it does where the disk is slower than two threads that do nothing but commit.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 6)
@Measurement(iterations = 9)
@Fork(value = 1, jvmArgs = "-Xmx1g") // its own drain, not an agent's
public class RingToEvents {
  private static final int REFILLS = 128;
  private static final int EVENTS = REFILLS * SyntheticTracer.GROUPS;
  private static final String DATA_LOSS = "jdk.DataLoss";
  private static final long NO_THREAD = -1;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  /** filled: rings are full when the drain begins; producer: a thread writes beside it. */
  @Param({"filled", "producer"})
  public String ring;

  private SyntheticTracer tracer;
  private Drain drain;
  private long drainThread;
  private BareEvents bare;
  private Recording recording;
  private final List<Double> ratios = new ArrayList<>();
  private final List<Double> leastRatios = new ArrayList<>();
  private final Map<Long, Long> lostBefore = new HashMap<>();

  /** Of the last iteration, of the drain thread and of the bare loop. */
  private long drainNanos;

  private long bareNanos;
  private long leastNanos;
  private long allocatedBytes;

  /** Starts a recording. */
  @Setup(Level.Iteration)
  public void record() {
    recording = new Recording();
    recording.enable(DATA_LOSS);
    recording.start();
    if (drain == null) {
      tracer = new SyntheticTracer();
      drain = new Drain(tracer);
      drain.start();
      drain.jfrReady();
      drainThread =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().equals("rocjfr-drain"))
              .findFirst()
              .orElseThrow()
              .getId();
      bare = new BareEvents(EnumSet.allOf(BareEvents.Field.class));
    }
    drain.settingsChanged(() -> true, true);
    tracer.fill(); // a tracer's records are no older than its clocks' first samples
    drainNanos = 0;
    bareNanos = 0;
    leastNanos = 0;
    allocatedBytes = 0;
  }

  /** A full ring through the drain, as many events in each of the loops, and so on. */
  @Benchmark
  @OperationsPerInvocation(3 * EVENTS)
  public void drainAndCommit() {
    for (int i = 0; i < REFILLS; i++) {
      long cpu = THREADS.getThreadCpuTime(drainThread);
      long allocated = THREADS.getThreadAllocatedBytes(drainThread);
      if (ring.equals("filled")) {
        tracer.refill();
      } else {
        tracer.produce(SyntheticTracer.GROUPS);
      }
      if (!drain.flush(PATIENCE_NANOS)) {
        throw new IllegalStateException("not drained");
      }
      drainNanos += THREADS.getThreadCpuTime(drainThread) - cpu;
      allocatedBytes += THREADS.getThreadAllocatedBytes(drainThread) - allocated;
      long own = THREADS.getCurrentThreadCpuTime();
      bare.commit(SyntheticTracer.GROUPS);
      long between = THREADS.getCurrentThreadCpuTime();
      bareNanos += between - own;
      bare.commit(tracer.slots(), SyntheticTracer.GROUPS);
      leastNanos += THREADS.getCurrentThreadCpuTime() - between;
    }
  }

  /** Counts what the recording holds. */
  @TearDown(Level.Iteration)
  public void count() throws IOException {
    Path file = Files.createTempFile("rocjfr", ".jfr");
    try {
      recording.stop();
      recording.dump(file);
      recording.close();
      long events = 0;
      Map<Long, Long> lost = new HashMap<>(); // by thread, since it began
      try (RecordingFile reader = new RecordingFile(file)) {
        while (reader.hasMoreEvents()) {
          RecordedEvent event = reader.readEvent();
          String name = event.getEventType().getName();
          if (name.equals(DATA_LOSS)) {
            RecordedThread thread = event.getThread(); // null where it has ended
            lost.merge(
                thread == null ? NO_THREAD : thread.getId(), event.getLong("total"), Math::max);
          } else if (name.equals("rocjfr.HipApi") || name.equals("rocjfr.KernelDispatch")) {
            events++;
          }
        }
      }
      long lostBytes = 0;
      for (Map.Entry<Long, Long> thread : lost.entrySet()) {
        Long before = lostBefore.put(thread.getKey(), thread.getValue());
        lostBytes += thread.getValue() - (before == null ? 0 : before);
      }
      long missing = 3 * EVENTS - events;
      if (missing < 0 || (missing > 0) != (lostBytes > 0)) {
        throw new IllegalStateException(
            3 * EVENTS + " records, " + events + " events, and JFR lost " + lostBytes + " bytes");
      }
      String verdict =
          missing == 0
              ? "all there"
              : missing + " events missing, as JFR itself lost " + lostBytes + " bytes";
      ratios.add((double) bareNanos / drainNanos);
      leastRatios.add((double) leastNanos / drainNanos);
      System.out.printf(
          "[%s: drained %.1f, bare %.1f, bare from the ring %.1f ns CPU time an event, ratios %.2f"
              + " and %.2f; %.2f bytes allocated, %.1f on disk] ",
          verdict,
          (double) drainNanos / EVENTS,
          (double) bareNanos / EVENTS,
          (double) leastNanos / EVENTS,
          (double) bareNanos / drainNanos,
          (double) leastNanos / drainNanos,
          (double) allocatedBytes / EVENTS,
          (double) Files.size(file) / (3 * EVENTS));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** The ratios' medians of all but the warm-up's iterations. */
  @TearDown(Level.Trial)
  public void medians(BenchmarkParams params) {
    int warmUp = params.getWarmup().getCount();
    System.out.printf("%n%s: bare to drained: %s%n", ring, median(ratios, warmUp));
    System.out.printf("%s: bare from the ring to drained: %s%n", ring, median(leastRatios, warmUp));
  }

  private static String median(List<Double> all, int warmUp) {
    List<Double> measured = new ArrayList<>(all.subList(warmUp, all.size()));
    measured.sort(null);
    return String.format(
        "median %.2f, %.2f to %.2f",
        measured.get(measured.size() / 2), measured.get(0), measured.get(measured.size() - 1));
  }
}
