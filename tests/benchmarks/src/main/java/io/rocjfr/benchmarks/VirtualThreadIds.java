// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Rocjfr;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
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
 * An external id, push and pop, on a platform and on a virtual thread, in turn; of Java 21 or
 * later. Goal: at most 1.2 times as dear on a virtual one, nothing allocated ({@code -prof gc}
 * shows what the threads are: divide by 20,000). Printed is the median of the ratios of turns that
 * follow each other.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 400)
@Measurement(iterations = 1000)
@Fork(1)
public class VirtualThreadIds {
  private static final int PAIRS = 20_000;
  private static final int WARM_UP = 400;

  private final double[] platform = new double[1000];
  private final double[] virtual = new double[1000];
  private final double[] ratios = new double[1000];
  private int turn = -WARM_UP;
  private long id = 1;
  private volatile long nanos;

  /** The benchmark means nothing without the agent. */
  @Setup
  public void needsTheAgent() {
    if (!Rocjfr.isActive()) {
      throw new IllegalStateException("run it with: java -javaagent:dist/rocjfr.jar -jar ...");
    }
  }

  /** Each on a new thread, whose making is not counted; now this one first, now that one. */
  @Benchmark
  @OperationsPerInvocation(2 * PAIRS)
  public void pushAndPop() throws Exception {
    boolean platformFirst = turn % 2 == 0;
    double first = run(platformFirst);
    double second = run(!platformFirst);
    if (turn >= 0) {
      platform[turn] = platformFirst ? first : second;
      virtual[turn] = platformFirst ? second : first;
      ratios[turn] = virtual[turn] / platform[turn];
    }
    turn++;
  }

  private double run(boolean onPlatformThread) throws Exception {
    Thread started;
    if (onPlatformThread) {
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
    return (double) nanos / PAIRS;
  }

  private void pairs() {
    long begin = System.nanoTime();
    for (int i = 0; i < PAIRS; i++) {
      ExternalCorrelation.push(id++);
      ExternalCorrelation.pop();
    }
    nanos = System.nanoTime() - begin;
  }

  /** What JMH cannot: pairs. */
  @TearDown(Level.Trial)
  public void print() {
    for (double[] all : new double[][] {platform, virtual, ratios}) {
      Arrays.sort(all);
    }
    int half = ratios.length / 2;
    System.out.printf(
        "%nplatform %.1f ns (best %.1f), virtual %.1f ns (best %.1f): %.2f times (quartiles %.2f"
            + " and %.2f)%n",
        platform[half],
        platform[0],
        virtual[half],
        virtual[0],
        ratios[half],
        ratios[half / 2],
        ratios[half + half / 2]);
  }
}
