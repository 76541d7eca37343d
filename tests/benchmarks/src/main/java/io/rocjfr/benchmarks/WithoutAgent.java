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

/** What the calls that an application leaves in its code cost where there is no agent. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-Xshare:auto") // and not the -javaagent of this JVM
public class WithoutAgent {
  private long id = 1;

  @Setup
  public void needsNoAgent() {
    if (Rocjfr.isActive()) {
      throw new IllegalStateException("the agent runs in this JVM");
    }
  }

  @Benchmark
  public void externalId() {
    ExternalCorrelation.push(id++);
    ExternalCorrelation.pop();
  }

  @Benchmark
  public int range() {
    return Roctx.push("range") + Roctx.pop();
  }
}
