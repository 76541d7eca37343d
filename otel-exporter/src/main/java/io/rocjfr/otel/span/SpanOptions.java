// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Which activities become spans.
 *
 * @param orphans what happens to activity that no span was current for
 * @param apiSpans whether API calls become spans
 * @param minNanos activities that took less become no spans
 * @param operations comma-separated globs of functions, kernels, directions of copies and messages;
 *     {@code *} for all
 * @param burst from so many activities under one span on they share one span; 0: never
 * @param burstPauseNanos while the process runs, a burst ends when nothing has come of its span for
 *     so long; spans that may become part of one wait for so long
 * @param limits of a span's attributes
 */
public record SpanOptions(
    Orphans orphans,
    boolean apiSpans,
    long minNanos,
    String operations,
    int burst,
    long burstPauseNanos,
    AttributeLimits limits) {
  /** From so many activities on they share one span, where nothing else is said. */
  public static final int BURST = 50;

  /** How long spans wait whether there will be many, where nothing else is said. */
  public static final Duration BURST_PAUSE = Duration.ofSeconds(2);

  /** What happens to activity without a parent. */
  public enum Orphans {
    /**
     * A call and its work are a trace of their own, if the sampler takes it; where there is none,
     * always.
     */
    SAMPLE,
    /** A call and its work are a trace of their own. */
    TRACE,
    /** It is dropped, and counted. */
    DROP;

    /** The one that this text names. */
    public static Orphans parse(String text) {
      try {
        return valueOf(text.trim().toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("orphans must be sample, trace or drop, not " + text, e);
      }
    }
  }

  /** All activities become spans, but what has no parent only where the sampler takes it. */
  public static final SpanOptions ALL = new SpanOptions(Orphans.SAMPLE, true, 0, "*");

  public SpanOptions {
    Objects.requireNonNull(orphans, "orphans");
    Objects.requireNonNull(operations, "operations");
    Objects.requireNonNull(limits, "limits");
    if (burst < 0) {
      throw new IllegalArgumentException("a burst must have at least 0 activities, not " + burst);
    }
    if (minNanos < 0 || burstPauseNanos < 0) {
      throw new IllegalArgumentException(
          "a duration must be at least 0, not " + Math.min(minNanos, burstPauseNanos) + " ns");
    }
  }

  /** With the usual bursts. */
  public SpanOptions(Orphans orphans, boolean apiSpans, long minNanos, String operations) {
    this(
        orphans,
        apiSpans,
        minNanos,
        operations,
        BURST,
        BURST_PAUSE.toNanos(),
        AttributeLimits.USUAL);
  }

  /** The same with bursts from another number on; 0: without. */
  public SpanOptions withBurst(int from) {
    return new SpanOptions(orphans, apiSpans, minNanos, operations, from, burstPauseNanos, limits);
  }

  /** The same with other limits. */
  public SpanOptions withLimits(AttributeLimits other) {
    return new SpanOptions(orphans, apiSpans, minNanos, operations, burst, burstPauseNanos, other);
  }

  boolean filters() {
    return minNanos > 0 || pattern() != null;
  }

  /** Null if every operation passes. */
  Pattern pattern() {
    if (operations.isBlank() || operations.trim().equals("*")) {
      return null;
    }
    StringBuilder regex = new StringBuilder();
    for (String glob : operations.split(",", -1)) {
      if (!glob.isBlank()) {
        regex.append(regex.length() == 0 ? "" : "|");
        for (char c : glob.trim().toCharArray()) {
          regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }
}
