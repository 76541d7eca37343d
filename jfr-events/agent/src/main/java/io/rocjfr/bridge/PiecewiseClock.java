// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/**
 * Converts the times of one clock into those of another by a piecewise linear function that follows
 * their drift. All times are longs; only differences are computed with, so that any offset will do.
 *
 * <pre>
 *   target ^                    . tail: fitted slope, extrapolates
 *          |                 o'
 *          |            _o-'   knots: at samples, on the line fitted through the last ones
 *          |       _o-'
 *          +--------------------> source
 * </pre>
 *
 * <p>What has been converted stays converted: a new sample never changes the function up to the
 * latest time that was asked for, and the function only rises. So an earlier time never becomes
 * later than a later one, also when they are converted minutes apart. Where the tail was off, the
 * function returns to the fitted line over a short stretch instead of a step. Only a clock that
 * jumps back (a reset GPU) starts anew. If the source went on while the target stood (the machine
 * slept), there are two lines. Times soon after the last knot are on the line before it. Times soon
 * before the new sample are on the line behind it. There are none in between.
 *
 * <p>Not thread-safe.
 */
final class PiecewiseClock {
  private static final int MAX_KNOTS = 4096;
  private static final int FIT = 16;
  private static final int BOUND_SAMPLES = 32;

  /** A sample further off than this, in the target's units, means that a clock jumped. */
  private final double jump;

  /** Within this many source units the function returns to the fitted line. */
  private final double catchUp;

  /** How far the slope may be from the nominal one; weighs the first samples' slope. */
  private final double slopeDeviation;

  private final long[] x = new long[MAX_KNOTS];
  private final long[] y = new long[MAX_KNOTS];

  /** From knot i to the next one, or beyond the last one. */
  private final double[] slope = new double[MAX_KNOTS];

  private int knots;
  private int hint;

  /** The piece that the last time was of, and its end; of no length: none. */
  private long pieceStart;

  private long pieceLength;
  private long pieceTarget;
  private double pieceSlope;
  private long pieceLimit;

  /** The last knot lies ahead: where the function is back on the fitted line. */
  private boolean predicted;

  private long converted;
  private boolean anyConverted;

  private final long[] sampleX = new long[FIT];
  private final long[] sampleY = new long[FIT];
  private final double[] sampleError = new double[FIT];
  private int samples;
  private double fittedSlope;
  private double fittedOffset;
  private int nextSample;

  private final double[] errors = new double[BOUND_SAMPLES];
  private int errorCount;

  /**
   * @param nominalSlope target units per source unit, expected
   * @param slopeDeviation the relative deviation of the slope to expect, e.g. 3e-4
   * @param unitsPerSecond of the source
   */
  PiecewiseClock(double nominalSlope, double slopeDeviation, double unitsPerSecond) {
    this.fittedSlope = nominalSlope;
    this.slopeDeviation = slopeDeviation;
    this.jump = nominalSlope * unitsPerSecond * 1e-3;
    this.catchUp = unitsPerSecond * 0.05;
  }

  boolean calibrated() {
    return knots > 0;
  }

  /** Source units between the first and the last sample of the present fit. */
  long span() {
    return samples < 2 ? 0 : sampleX[last()] - sampleX[first()];
  }

  /** Target units per source unit at present. */
  double slope() {
    return fittedSlope;
  }

  /**
   * The largest error of a conversion, in target units. It is the largest distance between the
   * function before a sample and the sample, over the last samples, plus the sample's own error. -1
   * without samples.
   */
  double errorBound() {
    int n = Math.min(errorCount, BOUND_SAMPLES);
    double max = -1;
    for (int i = 0; i < n; i++) {
      max = Math.max(max, errors[i]);
    }
    return max;
  }

  /** What a time would be converted to, without promising it. */
  long peek(long time) {
    return knots == 0 ? time : value(time);
  }

  /** Converts a time; before the first sample returns it as it is. */
  long convert(long time) {
    promise(time);
    return peek(time);
  }

  /** What this time is converted to now it stays. */
  void promise(long time) {
    if ((!anyConverted || time - converted > 0) && knots != 0) {
      converted = time;
      anyConverted = true;
    }
  }

  private long value(long time) {
    long since = time - pieceStart;
    if (since >= 0 && since < pieceLength) { // nearly always the piece of the time before
      return Math.min(pieceTarget + (long) (since * pieceSlope), pieceLimit);
    }
    return search(time);
  }

  private long search(long time) {
    int i = hint;
    if ((i > 0 && time - x[i] < 0) || (i + 1 < knots && time - x[i + 1] >= 0)) {
      i = find(time);
      hint = i;
    }
    remember(i);
    long result = y[i] + (long) Math.floor((time - x[i]) * slope[i]);
    return i + 1 < knots ? Math.min(result, y[i + 1]) : result;
  }

  /** For the times to come. */
  private void remember(int i) {
    pieceStart = x[i];
    pieceTarget = y[i];
    pieceSlope = slope[i];
    pieceLength = i + 1 < knots ? x[i + 1] - x[i] : Long.MAX_VALUE;
    pieceLimit = i + 1 < knots ? y[i + 1] : Long.MAX_VALUE;
  }

  private int find(long time) {
    int low = 0;
    int high = knots - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (time - x[middle] >= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /**
   * Takes a sample: at {@code source} the other clock showed {@code target}, give or take {@code
   * error} target units. Samples come in the order of their source times.
   */
  void sample(long source, long target, double error) {
    change(source, target, error);
    pieceLength = 0;
  }

  private void change(long source, long target, double error) {
    if (knots == 0) {
      start(source, target, error);
      return;
    }
    double residual = Math.abs((double) (search(source) - target));
    if (residual > jump + error) {
      startFit();
      addToFit(source, target, error);
      restart(source, target, error);
      return;
    }
    noteError(residual + error);
    addToFit(source, target, error);
    freeze();
    extend(source);
  }

  private void start(long source, long target, double error) {
    knots = 0;
    hint = 0;
    anyConverted = false;
    startFit();
    addToFit(source, target, error);
    append(source, target, fittedSlope);
    noteError(error);
  }

  /** A clock jumped: bridge it where both went forward, otherwise begin anew. */
  private void restart(long source, long target, double error) {
    freeze();
    int base = knots - 1;
    if (source - x[base] > 0 && target - y[base] > 0) {
      double direct = (double) (target - y[base]) / (source - x[base]);
      if (direct < fittedSlope * (1 - 10 * slopeDeviation)) {
        sleep(source, target);
      } else {
        slope[base] = direct;
      }
      append(source, target, fittedSlope);
      noteError(error);
    } else {
      start(source, target, error);
    }
  }

  /**
   * From the last knot on the source slept at some time, for longer than all of it took the target.
   */
  private void sleep(long source, long target) {
    int base = knots - 1;
    long from = x[base];
    long fromTarget = y[base];
    long awake = Math.min((long) ((target - fromTarget) / fittedSlope), (source - from) / 2);
    slope[base] = fittedSlope;
    if (source - from - awake - awake > 0) {
      append(from + awake, target, 0);
    }
    append(source - awake, target - (long) (awake * fittedSlope), fittedSlope);
  }

  /** Fixes the function up to the latest converted time and forgets predictions beyond it. */
  private void freeze() {
    if (!anyConverted) {
      return;
    }
    // The knot before which the function returns to the fitted line is a prediction.
    if (predicted && x[knots - 1] - converted > 0) {
      knots--;
      hint = Math.min(hint, knots - 1);
    }
    predicted = false;
    if (converted - x[knots - 1] > 0) {
      append(converted, search(converted), slope[knots - 1]);
    }
  }

  /** From the last knot to the fitted line. */
  private void extend(long source) {
    if (predicted) { // nothing was converted since
      knots--;
      hint = Math.min(hint, knots - 1);
      predicted = false;
    }
    int base = knots - 1;
    double off = (double) (line(x[base]) - y[base]);
    if (source - x[base] > 0) {
      long target = line(source);
      double direct = (double) (target - y[base]) / (source - x[base]);
      if (Math.abs(direct / fittedSlope - 1) < 0.125) {
        slope[base] = direct;
        append(source, target, fittedSlope);
        return;
      }
    }
    long reach = (long) Math.max(catchUp, 8 * Math.abs(off) / fittedSlope);
    long target = line(x[base] + reach);
    slope[base] = (double) (target - y[base]) / reach;
    append(x[base] + reach, target, fittedSlope);
    predicted = true;
  }

  private void append(long source, long target, double slopeAfter) {
    if (knots == MAX_KNOTS) {
      int keep = MAX_KNOTS / 2;
      System.arraycopy(x, MAX_KNOTS - keep, x, 0, keep);
      System.arraycopy(y, MAX_KNOTS - keep, y, 0, keep);
      System.arraycopy(slope, MAX_KNOTS - keep, slope, 0, keep);
      knots = keep;
      hint = 0;
    }
    x[knots] = source;
    y[knots] = target;
    slope[knots] = slopeAfter;
    knots++;
  }

  private void startFit() {
    samples = 0;
    nextSample = 0;
  }

  private void addToFit(long source, long target, double error) {
    sampleX[nextSample] = source;
    sampleY[nextSample] = target;
    sampleError[nextSample] = error;
    nextSample = (nextSample + 1) % FIT;
    samples = Math.min(samples + 1, FIT);
    fit();
  }

  private int last() {
    return (nextSample + FIT - 1) % FIT;
  }

  private int first() {
    return (nextSample + FIT - samples) % FIT;
  }

  /**
   * Weighted least squares through the last samples. The previous slope takes part with a weight of
   * its own, so that two samples close to each other do not make a wild slope.
   */
  private void fit() {
    long x0 = sampleX[last()];
    long y0 = sampleY[last()];
    double weight = 0;
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < samples; i++) {
      double w = weight(i);
      weight += w;
      meanX += w * (sampleX[i] - x0);
      meanY += w * (sampleY[i] - y0);
    }
    meanX /= weight;
    meanY /= weight;
    double xx = 0;
    double xy = 0;
    for (int i = 0; i < samples; i++) {
      double dx = sampleX[i] - x0 - meanX;
      double dy = sampleY[i] - y0 - meanY;
      xx += weight(i) * dx * dx;
      xy += weight(i) * dx * dy;
    }
    double prior = 1 / (slopeDeviation * fittedSlope * slopeDeviation * fittedSlope);
    fittedSlope = (xy + prior * fittedSlope) / (xx + prior);
    fittedOffset = meanY - fittedSlope * meanX;
  }

  private double weight(int i) {
    double deviation = sampleError[i] + 20;
    return 1 / (deviation * deviation);
  }

  private long line(long source) {
    return sampleY[last()] + Math.round(fittedOffset + fittedSlope * (source - sampleX[last()]));
  }

  private void noteError(double error) {
    errors[errorCount++ % BOUND_SAMPLES] = error;
    if (errorCount == 2 * BOUND_SAMPLES) {
      errorCount = BOUND_SAMPLES;
    }
  }
}
