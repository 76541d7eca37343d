// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Rocjfr;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * An external id, push and pop, on a platform and on a virtual thread of the same JVM; of Java 21
 * or later. Goal: at most 1.2 times as dear on a virtual one, nothing allocated ({@code -prof gc}
 * shows what the thread of each invocation is: divide by 100,000).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(1)
public class VirtualThreadIds {
  private static final int PAIRS = 100_000;

  @Param({"platform", "virtual"})
  public String thread;

  private long id = 1;

  /** The benchmark means nothing without the agent. */
  @Setup
  public void needsTheAgent() {
    if (!Rocjfr.isActive()) {
      throw new IllegalStateException("run it with: java -javaagent:dist/rocjfr.jar -jar ...");
    }
  }

  /** Both on a new thread, whose making is spread over the pairs. */
  @Benchmark
  @OperationsPerInvocation(PAIRS)
  public void pushAndPop() throws InterruptedException, ReflectiveOperationException {
    Thread started;
    if (thread.equals("platform")) {
      started = new Thread(this::pairs);
      started.start();
    } else {
      started =
          (Thread)
              Thread.class
                  .getMethod("startVirtualThread", Runnable.class)
                  .invoke(null, (Runnable) this::pairs);
    }
    started.join();
  }

  private void pairs() {
    for (int i = 0; i < PAIRS; i++) {
      ExternalCorrelation.push(id++);
      ExternalCorrelation.pop();
    }
  }
}
