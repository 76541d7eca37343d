// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Rocjfr;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
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
 * An external id, push and pop, on a platform and on a virtual thread, in turn, and beside them
 * what a virtual one has to do at least: find what is its own, see that nobody else has written
 * into its entry, and write the id and the proof; of Java 21 or later. Goal: at most 1.2 times as
 * dear on a virtual one, nothing allocated ({@code -prof gc} shows what the threads are: divide by
 * 20,000). Printed are the medians of the ratios of turns that follow each other.
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
  private static final int TURNS = 1000;

  /** What runs in a turn, and what it took, also for what the platform thread's took. */
  private static final class Way {
    private final String name;
    private final boolean onPlatformThread;
    private final Runnable work;
    private final double[] took = new double[TURNS];
    private final double[] ratios = new double[TURNS];

    Way(String name, boolean onPlatformThread, Runnable work) {
      this.name = name;
      this.onPlatformThread = onPlatformThread;
      this.work = work;
    }

    void print() {
      Arrays.sort(took);
      Arrays.sort(ratios);
      int half = TURNS / 2;
      System.out.printf(
          "%n%s %.1f ns (best %.1f): %.2f times (quartiles %.2f and %.2f)",
          name, took[half], took[0], ratios[half], ratios[half / 2], ratios[half + half / 2]);
    }
  }

  private final List<Way> ways =
      List.of(
          new Way("platform", true, this::pairs),
          new Way("virtual", false, this::pairs),
          new Way("the least of a virtual one", false, this::least));
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
  @OperationsPerInvocation(3 * PAIRS)
  public void pushAndPop() throws Exception {
    double[] took = new double[ways.size()];
    for (int i = 0; i < took.length; i++) {
      int way = Math.floorMod(i + turn, took.length); // another one first each time
      took[way] = run(ways.get(way));
    }
    for (int way = 0; way < took.length && turn >= 0; way++) {
      ways.get(way).took[turn] = took[way];
      ways.get(way).ratios[turn] = took[way] / took[0];
    }
    turn++;
  }

  private double run(Way way) throws Exception {
    Thread started;
    if (way.onPlatformThread) {
      started = new Thread(way.work);
      started.start();
    } else {
      started =
          (Thread)
              Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, way.work);
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

  private void least() {
    Least.OF_THREAD.set(new Least(Thread.currentThread().hashCode()));
    long begin = System.nanoTime();
    for (int i = 0; i < PAIRS; i++) {
      Least.OF_THREAD.get().push(id++);
      Least.OF_THREAD.get().pop();
    }
    nanos = System.nanoTime() - begin;
  }

  /** An entry of the table of virtual threads, and the ids around the innermost one. */
  private static final class Least {
    static final ThreadLocal<Least> OF_THREAD = new ThreadLocal<>();
    private static final int ID = 8;
    private static final int PROOF = 16;

    private final ByteBuffer entry = ByteBuffer.allocateDirect(32).order(ByteOrder.nativeOrder());
    private final long[] ids = new long[4];
    private final long key;
    private int depth;
    private long proof;

    Least(long key) {
      this.key = key;
      write(0);
    }

    void push(long id) {
      check();
      ids[++depth] = id;
      write(id);
    }

    void pop() {
      check();
      write(ids[--depth]);
    }

    private void check() {
      if (entry.getLong(PROOF) != proof) {
        throw new IllegalStateException("nobody else writes here");
      }
    }

    private void write(long id) {
      proof = id ^ key;
      entry.putLong(ID, id);
      entry.putLong(PROOF, proof);
    }
  }

  /** What JMH cannot: pairs. */
  @TearDown(Level.Trial)
  public void print() {
    ways.forEach(Way::print);
    System.out.println();
  }
}
