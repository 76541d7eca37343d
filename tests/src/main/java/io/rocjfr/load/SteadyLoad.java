// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.rocjfr.Rocjfr;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * A thread that launches kernels of the stub runtime at a fixed rate, with and without a recording,
 * in turn. Prints what the recording adds to the processor time of the process, in percent of a
 * core: the difference of each two rounds that follow each other, their median and spread.
 */
public final class SteadyLoad {
  private static final int CLOCK_PROCESS_CPUTIME_ID = 2;
  private static final int WARM_UP = 2;
  private static final int WARM_UP_RATE = 50_000;

  static {
    Native.register(SteadyLoad.class, "c");
  }

  private SteadyLoad() {}

  /** Takes the settings' file, {@code rate=LAUNCHES_PER_SECOND seconds=N rounds=N}. */
  public static void main(String[] arguments) throws Exception {
    List<String> options = List.of(arguments).subList(1, arguments.length);
    Request request = Request.parse("steady " + String.join(" ", options));
    int rate = request.number("rate", 1000);
    int seconds = request.number("seconds", 3);
    int rounds = request.number("rounds", 11);
    Configuration settings = Configuration.create(Path.of(arguments[0]));
    StubLaunches stub = new StubLaunches();
    List<Double> added = new ArrayList<>();
    List<Double> without = new ArrayList<>();
    try (Recording recording = new Recording(settings)) {
      start(recording);
      percentOfACore(
          stub, WARM_UP_RATE, 2 * seconds); // compiled as in a service that runs for long
    }
    for (int i = -WARM_UP; i < rounds; i++) {
      double alone = percentOfACore(stub, rate, seconds);
      double recorded;
      try (Recording recording = new Recording(settings)) {
        start(recording);
        recorded = percentOfACore(stub, rate, seconds);
      }
      if (i >= 0) {
        without.add(alone);
        added.add(recorded - alone);
      }
    }
    without.sort(null);
    added.sort(null);
    System.out.printf(
        "steady: %d launches a second take %.2f %% of a core; recording them adds %.2f %% (median"
            + " of %d rounds of %d s; %.2f to %.2f, quartiles %.2f and %.2f)%n",
        rate,
        without.get(rounds / 2),
        added.get(rounds / 2),
        rounds,
        seconds,
        added.get(0),
        added.get(rounds - 1),
        added.get(rounds / 4),
        added.get(rounds - 1 - rounds / 4));
    System.out.printf("steady: added %.3f lost %s%n", added.get(rounds / 2), Rocjfr.lost());
  }

  private static void start(Recording recording) {
    recording.start();
    while (!Rocjfr.isTracing()) {
      Thread.onSpinWait();
    }
  }

  private static double percentOfACore(StubLaunches stub, int rate, int seconds) {
    long cpu = processorNanos();
    long begin = System.nanoTime();
    long nanosOfOne = TimeUnit.SECONDS.toNanos(1) / rate;
    for (long i = 0; i < (long) rate * seconds; i++) {
      for (long wait = begin + i * nanosOfOne - System.nanoTime();
          wait > 0;
          wait = begin + i * nanosOfOne - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      stub.launch();
    }
    long elapsed = System.nanoTime() - begin;
    return 100.0 * (processorNanos() - cpu) / elapsed;
  }

  /** The JVM's own figure has a hundredth of a second as its smallest step. */
  private static long processorNanos() {
    Memory time = new Memory(16);
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, time) != 0) {
      throw new IllegalStateException("clock_gettime");
    }
    return TimeUnit.SECONDS.toNanos(time.getLong(0)) + time.getLong(8);
  }

  private static native int clock_gettime(int clock, Pointer time);
}
