// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.rocjfr.otel.offline.ExportMain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The command {@code export} over a recording, into nothing; it prints how many spans it made in
 * what time. Goal: 1 million a second. {@code -p recording=FILE.jfr} names the recording.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
@Fork(1)
public class OtelOffline {
  /** A recording, the larger the better. */
  @Param("")
  public String recording;

  /** The benchmark means nothing without one. */
  @Setup
  public void needsARecording() {
    if (!Files.isReadable(Path.of(recording))) {
      throw new IllegalStateException("name a recording: -p recording=FILE.jfr");
    }
  }

  /** All of it. */
  @Benchmark
  public void export() {
    if (ExportMain.run("--discard", recording) != 0) {
      throw new IllegalStateException("the export failed");
    }
  }
}
