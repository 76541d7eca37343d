// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Rocjfr;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

  /** What runs in a turn, in another order each time. */
  private enum Way {
    PLATFORM,
    VIRTUAL,
    LEAST
  }

  private final double[][] nanosOf = new double[Way.values().length][TURNS];
  private final double[][] ratios = new double[Way.values().length][TURNS];
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
    Way[] ways = Way.values();
    double[] took = new double[ways.length];
    for (int i = 0; i < ways.length; i++) {
      Way way = ways[Math.floorMod(i + turn, ways.length)];
      took[way.ordinal()] = run(way == Way.PLATFORM, way == Way.LEAST ? this::least : this::pairs);
    }
    if (turn >= 0) {
      for (int i = 0; i < ways.length; i++) {
        nanosOf[i][turn] = took[i];
        ratios[i][turn] = took[i] / took[Way.PLATFORM.ordinal()];
      }
    }
    turn++;
  }

  private double run(boolean onPlatformThread, Runnable work) throws Exception {
    Thread started;
    if (onPlatformThread) {
      started = new Thread(work);
      started.start();
    } else {
      started =
          (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
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
    int half = TURNS / 2;
    for (Way way : Way.values()) {
      double[] all = nanosOf[way.ordinal()];
      double[] ratio = ratios[way.ordinal()];
      Arrays.sort(all);
      Arrays.sort(ratio);
      System.out.printf(
          "%n%s: %.1f ns (best %.1f): %.2f times (quartiles %.2f and %.2f)",
          way, all[half], all[0], ratio[half], ratio[half / 2], ratio[half + half / 2]);
    }
    System.out.println();
  }
}
