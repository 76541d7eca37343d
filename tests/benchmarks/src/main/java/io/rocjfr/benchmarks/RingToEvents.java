// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import com.sun.management.ThreadMXBean;
import io.rocjfr.bridge.Drain;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From a full ring of native memory to committed JFR events, on the drain thread, as time per
 * event. Goal: under 100 ns, which is 10 million a second. Each recording is read again: nothing is
 * lost.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 6)
@Measurement(iterations = 8)
@Fork(value = 1, jvmArgs = "-Xmx1g") // its own drain, not an agent's
public class RingToEvents {
  private static final int REFILLS = 256;
  private static final int EVENTS = REFILLS * SyntheticTracer.GROUPS;
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private SyntheticTracer tracer;
  private Drain drain;
  private Recording recording;

  private long drainThread;

  /** Of the last drain, by the drain thread alone: other processes do not disturb it. */
  private long cpuNanos;

  private long allocatedBytes;

  /** Starts a recording. */
  @Setup(Level.Iteration)
  public void record() {
    recording = new Recording();
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
    }
    drain.settingsChanged(true);
  }

  /** The drain of a full ring, again and again. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void drain() {
    long cpu = THREADS.getThreadCpuTime(drainThread);
    long allocated = THREADS.getThreadAllocatedBytes(drainThread);
    for (int i = 0; i < REFILLS; i++) {
      tracer.refill();
      drain.flush(Long.MAX_VALUE);
    }
    cpuNanos = THREADS.getThreadCpuTime(drainThread) - cpu;
    allocatedBytes = THREADS.getThreadAllocatedBytes(drainThread) - allocated;
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
      try (RecordingFile reader = new RecordingFile(file)) {
        while (reader.hasMoreEvents()) {
          String name = reader.readEvent().getEventType().getName();
          events += name.matches("rocjfr.(HipApi|KernelDispatch)") ? 1 : 0;
        }
      }
      if (events != EVENTS) {
        throw new IllegalStateException(EVENTS + " records, but " + events + " events");
      }
      System.out.printf(
          "[%d events, all there: %.1f ns CPU time, %.2f bytes allocated, %.1f bytes on disk each]"
              + " ",
          events,
          (double) cpuNanos / EVENTS,
          (double) allocatedBytes / EVENTS,
          (double) Files.size(file) / EVENTS);
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
