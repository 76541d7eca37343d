// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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

/** What the fields of our events cost JFR: the bare loop with and without them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 7, time = 1)
@Fork(value = 1, jvmArgs = "-Xmx1g")
public class EventFields {
  private static final int EVENTS = 4096;

  /** Which fields have a value; the others are null, or numbers. */
  @Param({"all", "noThread", "noTexts", "numbers"})
  public String fields;

  private Recording recording;
  private BareEvents bare;

  /** Starts a recording. */
  @Setup
  public void record() {
    recording = new Recording();
    recording.setMaxSize(64 << 20);
    recording.start();
    bare =
        new BareEvents(
            fields.equals("all") || fields.equals("noTexts"),
            fields.equals("all") || fields.equals("noThread"));
  }

  /** Ends it. */
  @TearDown
  public void close() {
    recording.close();
  }

  /** Calls and dispatches in turn. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void commit() {
    bare.commit(EVENTS);
  }
}
