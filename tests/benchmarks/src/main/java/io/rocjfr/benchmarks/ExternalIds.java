// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Rocjfr;
import io.rocjfr.Roctx;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What an application pays for ids and ranges while the agent runs and nothing is recorded. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ExternalIds {
  private long id = 1;

  /** The benchmark means nothing without the agent. */
  @Setup
  public void needsTheAgent() {
    if (!Rocjfr.isActive()) {
      throw new IllegalStateException("run it with: java -javaagent:dist/rocjfr.jar -jar ...");
    }
  }

  /** Goal: under 7 ns. */
  @Benchmark
  public void pushAndPop() {
    ExternalCorrelation.push(id++);
    ExternalCorrelation.pop();
  }

  /** The same by try-with-resources. */
  @Benchmark
  public void scope() {
    try (ExternalCorrelation.Scope scope = ExternalCorrelation.scope(id++)) {
      use(scope);
    }
  }

  /** A range that nobody records: two calls into native code. */
  @Benchmark
  public void unrecordedRange() {
    Roctx.push("range");
    Roctx.pop();
  }

  private static void use(Object scope) {
    if (scope == null) {
      throw new IllegalStateException("a scope is never null");
    }
  }
}
