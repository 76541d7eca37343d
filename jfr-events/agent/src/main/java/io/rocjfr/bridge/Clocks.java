// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.TimedEvent;

/**
 * The clocks of one process. CLOCK_MONOTONIC (that is System.nanoTime()) is the middle one:
 *
 * <pre>
 *   GPU clock --> CLOCK_MONOTONIC --> JFR ticks
 *                                 --> epoch
 * </pre>
 *
 * Used by the drain thread.
 */
final class Clocks {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** How often to sample while records flow, and otherwise. */
  private static final long BUSY_PERIOD = 100_000_000L;

  private static final long IDLE_PERIOD = 4 * NANOS_PER_SECOND;

  /** A new clock is sampled on each drain until so many nanoseconds have been seen. */
  private static final long SETTLING = 200_000_000L;

  /** What was recorded later than now says that a clock jumped: the machine slept. */
  private static final long AHEAD = 1_000_000L;

  /** The least stretch of GPU time that gives a usable slope. */
  private static final long LEAST_SPAN = 8_000_000L;

  private final Tracer tracer;
  private final PiecewiseClock gpu = new PiecewiseClock(1.0, 3e-4, NANOS_PER_SECOND);
  private final SampleGate gpuGate = new SampleGate();
  private final long[] sample = new long[3];
  private long gpuSampledAt = System.nanoTime() - IDLE_PERIOD;
  private long gpuFirstAt;
  private boolean gpuKnown;

  /** A late reading of CLOCK_MONOTONIC. */
  private long seenNow = System.nanoTime();

  private long lookAgainAt = seenNow;
  private volatile long gpuErrorNanos = -1;

  private PiecewiseClock ticks;
  private TimedEvent tickReader;
  private final SampleGate tickGate = new SampleGate();
  private long tickAt;
  private long tickValue;
  private long tickWidth;
  private long ticksSampledAt;
  private long ticksFirstAt;

  private final EpochClock epoch = new EpochClock();
  private long epochSampledAt = System.nanoTime() - NANOS_PER_SECOND;

  Clocks(Tracer tracer) {
    this.tracer = tracer;
  }

  /**
   * Begins to follow JFR's ticks, which takes 2 ms the first time.
   *
   * @param enabled an event of an enabled type: only such an event tells the ticks
   */
  void readTicksOf(TimedEvent enabled) {
    tickReader = enabled;
    if (ticks != null) {
      return;
    }
    readTightly(50); // the first readings take long
    if (tickWidth == Long.MAX_VALUE) {
      return;
    }
    readTightly(10);
    long from = tickAt;
    long fromTicks = tickValue;
    while (System.nanoTime() - from < 2_000_000) {
      Thread.onSpinWait();
    }
    readTightly(10);
    double slope = (double) (tickValue - fromTicks) / (tickAt - from);
    if (slope > 0) {
      // The slope is only roughly known yet: the samples to come count for more.
      ticks = new PiecewiseClock(slope, 1e-2, NANOS_PER_SECOND);
      ticksFirstAt = tickAt;
      ticks.sample(tickAt, tickValue, tickWidth * slope / 2);
    }
  }

  /** Whether times can be converted to ticks. */
  boolean knowsTicks() {
    return ticks != null;
  }

  /** Takes samples where they are due. {@code flowing}: there are records to convert. */
  void calibrate(boolean flowing) {
    long now = System.nanoTime();
    long period = flowing ? BUSY_PERIOD : IDLE_PERIOD;
    if (ticks != null
        && (now - ticksSampledAt >= period || (flowing && now - ticksFirstAt < SETTLING))) {
      sampleTicks(now);
    }
    boolean gpuSettles = flowing && (!gpuKnown || now - gpuFirstAt < SETTLING);
    if (gpuSettles || now - gpuSampledAt >= period) {
      sampleGpu(now, false);
    }
    if (now - epochSampledAt >= NANOS_PER_SECOND) {
      epochSampledAt = now;
      epoch.sample();
    }
  }

  /** Nanoseconds to wait before the GPU's clock can be sampled for a first usable slope, or 0. */
  long gpuSettlesIn() {
    return gpuKnown && gpu.span() < LEAST_SPAN
        ? Math.max(0, gpuFirstAt + LEAST_SPAN + 1_000_000L - System.nanoTime())
        : 0;
  }

  long toTicks(long monotonic) {
    return ticks.convert(monotonic);
  }

  long toMonotonic(long gpuTime) {
    long time = gpu.peek(gpuTime);
    if (gpuKnown && time - seenNow > AHEAD) {
      return later(gpuTime);
    }
    gpu.promise(gpuTime);
    return time;
  }

  /** A time that seems to lie ahead. */
  private long later(long gpuTime) {
    seenNow = System.nanoTime();
    if (gpu.peek(gpuTime) - seenNow > AHEAD && seenNow - lookAgainAt >= 0) {
      sampleGpu(seenNow, true);
      lookAgainAt = seenNow + AHEAD; // such times are told apart, not asked about one by one
    }
    return gpu.convert(gpuTime);
  }

  long toEpoch(long monotonic) {
    return epoch.convert(monotonic);
  }

  /** Ticks as nanoseconds, for thresholds. */
  long ticksToNanos(long count) {
    return (long) (count / ticks.slope());
  }

  /** How far GPU times may be off, -1 while the GPU's clock is unknown. Any thread. */
  long gpuErrorNanos() {
    return gpuErrorNanos;
  }

  private void sampleTicks(long now) {
    readTightly(5);
    ticksSampledAt = now;
    if (tickWidth != Long.MAX_VALUE && tickGate.accept(tickWidth)) {
      ticks.sample(tickAt, tickValue, tickWidth * ticks.slope() / 2);
    }
  }

  /** The tightest of a few readings. */
  private void readTightly(int times) {
    tickWidth = Long.MAX_VALUE;
    for (int i = 0; i < times; i++) {
      long before = System.nanoTime();
      long read = readTicks();
      long width = System.nanoTime() - before;
      if (width < tickWidth && read != 0) {
        tickWidth = width;
        tickAt = before + width / 2;
        tickValue = read;
      }
    }
  }

  /** 0 where the event's type is not enabled any more. */
  private long readTicks() {
    tickReader.setTimes(0, 0);
    tickReader.begin();
    return tickReader.startTicks();
  }

  private void sampleGpu(long now, boolean jumped) {
    gpuSampledAt = now;
    if (!tracer.sampleGpuClock(sample) || (!gpuGate.accept(sample[2] - sample[0]) && !jumped)) {
      return;
    }
    if (!gpuKnown) {
      gpuKnown = true;
      gpuFirstAt = now;
    }
    double half = (sample[2] - sample[0]) / 2.0;
    gpu.sample(sample[1], sample[0] + (long) half, half);
    gpuErrorNanos = (long) Math.ceil(gpu.errorBound());
  }
}
