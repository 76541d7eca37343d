// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.rocjfr.Rocjfr;
import java.util.concurrent.TimeUnit;
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
 * What is measured on a platform and on a virtual thread of the same JVM, of Java 21 or later. Each
 * invocation is on a new thread, whose making is spread over what it does.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(1)
public abstract class EitherThread {
  @Param({"platform", "virtual"})
  public String thread;

  /** The benchmark means nothing without the agent. */
  @Setup
  public void needsTheAgent() {
    if (!Rocjfr.isActive()) {
      throw new IllegalStateException("run it with: java -javaagent:dist/rocjfr.jar -jar ...");
    }
  }

  /** Runs it to its end. */
  final void run(Runnable work) throws InterruptedException, ReflectiveOperationException {
    Thread started;
    if (thread.equals("platform")) {
      started = new Thread(work);
      started.start();
    } else {
      started =
          (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    }
    started.join();
  }
}
