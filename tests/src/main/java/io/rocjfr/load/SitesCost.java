// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import jdk.jfr.Recording;

/**
 * What launch sites cost, beside each other in one run: {@code SitesCost LIBRARY [ROUNDS
 * [LAUNCHES]]}, of the launches so many in each round. LIBRARY is that of tests/native/sites.c. Of
 * a launch, as programs make it, and of a call that costs little itself ({@link SampledCost}); in
 * nanoseconds of the calling thread's processor time and in readings of the clock (System.nanoTime,
 * that is clock_gettime): the median of the rounds, which alternate, and in brackets the quartiles.
 */
public final class SitesCost {
  /** Before the GPU is waited for, which is not measured. */
  private static final int BATCH = 1_000;

  private final Counts counts = new Counts();
  private final Gpu gpu = new Gpu(counts, 1);
  private final Map<Way, Spread> launches = new EnumMap<>(Way.class);
  private final Spread clock = new Spread();

  private SitesCost() {
    for (Way way : Way.values()) {
      launches.put(way, new Spread());
    }
  }

  private enum Way {
    NOTHING("the agent, nothing recorded"),
    CALLS_ONLY("calls and kernels recorded, no launch sites"),
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
    System.load(Path.of(arguments[0]).toAbsolutePath().toString());
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
    int launches = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 100 * BATCH;
    new SitesCost().measure(rounds, launches);
    System.exit(0); // HIP's own threads need not keep the process
  }

  private void measure(int rounds, int perRound) {
    SampledCost sampled = new SampledCost(gpu);
    sampled.check();
    for (int round = -1; round < rounds; round++) { // the first one warms up
      boolean counts = round >= 0;
      double nanos = clockNanos();
      if (counts) {
        clock.add(nanos);
      }
      for (Way way : Way.values()) {
        double launch = launchNanos(way, counts ? perRound : BATCH * 10);
        if (counts) {
          launches.get(way).add(launch);
        }
      }
      sampled.measure(counts);
    }
    int all = rounds * (perRound / BATCH) * BATCH;
    System.out.printf(
        "%d rounds%n%-45s %s%n", rounds, "a reading of the clock", clock.inClocks(clock));
    System.out.printf("%nA launch from Java: %,d in each way%n", all);
    Spread base = launches.get(Way.CALLS_ONLY);
    launches.forEach(
        (way, spread) -> {
          System.out.printf("%-45s %s%n", way.text, spread.inClocks(clock));
          if (way.compareTo(Way.CALLS_ONLY) > 0) {
            System.out.printf("%-45s %s%n", "    added", spread.less(base).inClocks(clock));
          }
        });
    sampled.print(clock);
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

  /** Of one. */
  private double launchNanos(Way way, int times) {
    try (Recording recording = start(way)) {
      launchBatch(); // until the rate is what it will be
      launchBatch();
      gpu.synchronizeDevice(counts);
      long nanos = 0;
      int batches = times / BATCH;
      for (int i = 0; i < batches; i++) {
        long begin = Spread.nanosNow();
        launchBatch();
        nanos += Spread.nanosNow() - begin;
        gpu.synchronizeDevice(counts);
      }
      if (way != Way.NOTHING) {
        recording.stop();
      }
      return nanos / (double) (batches * BATCH);
    }
  }

  private void launchBatch() {
    for (int i = 0; i < BATCH; i++) {
      gpu.launchEmpty(counts, 1, 0);
    }
  }

  private static double clockNanos() {
    long begin = Spread.nanosNow();
    long last = 0;
    for (int i = 0; i < 1_000_000; i++) {
      last |= System.nanoTime();
    }
    long end = Spread.nanosNow();
    return last == 0 ? 0 : (end - begin) / 1e6;
  }
}
