// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.Recording;

/**
 * What launch sites cost a call, beside each other in one run: {@code SitesCost [ROUNDS
 * [LAUNCHES]]}, of the launches so many in each round. Of hipGetDevice, whose own cost is small,
 * and of a launch; in nanoseconds and in readings of the clock (System.nanoTime, that is
 * clock_gettime), the median of the rounds, which alternate.
 */
public final class SitesCost {
  private static final int CALLS = 20_000;

  /** Before the GPU is waited for, which is not measured. */
  private static final int BATCH = 1_000;

  private final Counts counts = new Counts();
  private final Gpu gpu = new Gpu(counts, 1);

  private SitesCost() {}

  private enum Way {
    NOTHING("the agent, nothing recorded"),
    CALLS_ONLY("calls recorded, no launch sites"),
    NOT_SAMPLED("launch sites, hardly any sampled (rate 1)"),
    DEFAULT_RATE("launch sites, default rate"),
    ALL("launch sites, all");

    private final String text;

    Way(String text) {
      this.text = text;
    }
  }

  /** See the class. */
  public static void main(String[] arguments) {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 15;
    int launches = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10 * BATCH;
    new SitesCost().measure(rounds, launches);
    System.exit(0); // HIP's own threads need not keep the process
  }

  private void measure(int rounds, int perRound) {
    Way[] ways = Way.values();
    double[] clock = new double[rounds];
    Map<Way, double[]> calls = new EnumMap<>(Way.class);
    Map<Way, double[]> launches = new EnumMap<>(Way.class);
    for (Way way : ways) {
      calls.put(way, new double[rounds]);
      launches.put(way, new double[rounds]);
    }
    for (int round = -2; round < rounds; round++) { // the first two warm up
      double nanos = clockNanos();
      if (round >= 0) {
        clock[round] = nanos;
      }
      for (Way way : ways) {
        try (Recording recording = start(way)) {
          time(CALLS, n -> calls(n)); // until the rate is what it will be
          double call = time(CALLS, n -> calls(n));
          double launch = launches(perRound);
          if (round >= 0) {
            calls.get(way)[round] = call;
            launches.get(way)[round] = launch;
          }
          if (way != Way.NOTHING) {
            recording.stop();
          }
        }
        gpu.synchronizeDevice(counts);
      }
    }
    double reading = median(clock);
    System.out.printf(
        "clock reading: %.1f ns; medians of %d rounds; %d launches in each way%n",
        reading, rounds, rounds * (perRound / BATCH) * BATCH);
    System.out.printf(
        "%-45s %12s %8s %12s %8s%n", "", "hipGetDevice", "clocks", "launch", "clocks");
    double baseCall = median(calls.get(Way.CALLS_ONLY));
    double baseLaunch = median(launches.get(Way.CALLS_ONLY));
    for (Way way : ways) {
      double call = median(calls.get(way));
      double launch = median(launches.get(way));
      System.out.printf(
          "%-45s %9.0f ns %8.2f %9.0f ns %8.2f%n",
          way.text, call, call / reading, launch, launch / reading);
      if (way.compareTo(Way.CALLS_ONLY) > 0) {
        System.out.printf(
            "%-45s %+9.0f ns %+8.2f %+9.0f ns %+8.2f%n",
            "    added",
            call - baseCall,
            (call - baseCall) / reading,
            launch - baseLaunch,
            (launch - baseLaunch) / reading);
      }
    }
  }

  private static Recording start(Way way) {
    Recording recording = new Recording();
    if (way == Way.NOTHING) {
      return recording;
    }
    recording.enable("rocjfr.HipApi");
    recording.enable("rocjfr.KernelDispatch");
    if (way != Way.CALLS_ONLY) {
      String rate = way == Way.ALL ? "0" : way == Way.NOT_SAMPLED ? "1" : "1000";
      recording.enable("rocjfr.LaunchSite").with("rate", rate).with("operations", "*");
    }
    recording.start();
    return recording;
  }

  private static double time(int times, Consumer<Integer> what) {
    long begin = System.nanoTime();
    what.accept(times);
    return (System.nanoTime() - begin) / (double) times;
  }

  private void calls(int times) {
    for (int i = 0; i < times; i++) {
      gpu.getDevice(counts);
    }
  }

  /** Nanoseconds of one. */
  private double launches(int times) {
    int batches = times / BATCH;
    double nanos = 0;
    for (int i = 0; i < batches; i++) {
      nanos += time(BATCH, n -> launchBatch(n));
      gpu.synchronizeDevice(counts);
    }
    return nanos / batches;
  }

  private void launchBatch(int times) {
    for (int i = 0; i < times; i++) {
      gpu.launchEmpty(counts, 1, 0);
    }
  }

  private static double clockNanos() {
    long begin = System.nanoTime();
    long last = begin;
    for (int i = 0; i < 1_000_000; i++) {
      last = System.nanoTime();
    }
    return (last - begin) / 1e6;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
