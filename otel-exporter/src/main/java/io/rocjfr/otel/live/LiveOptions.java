// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.rocjfr.otel.span.SpanOptions;
import java.time.Duration;
import java.util.Objects;

/**
 * How spans are exported while the process runs.
 *
 * @param spans which activities become spans
 * @param queueSize how many spans may wait
 * @param batchSize how many are given to the exporter at once, at most
 * @param delay how long a span waits for others, at most
 * @param exportTimeout how long the exporter may take for a batch; after that it counts as failed
 * @param shutdownTimeout how long shutdown takes, at most
 */
public record LiveOptions(
    SpanOptions spans,
    int queueSize,
    int batchSize,
    Duration delay,
    Duration exportTimeout,
    Duration shutdownTimeout) {

  /** What counts where nothing else is said. */
  public static final LiveOptions DEFAULT =
      new LiveOptions(
          SpanOptions.ALL,
          65_536,
          2048,
          Duration.ofMillis(500),
          Duration.ofSeconds(30),
          Duration.ofSeconds(5));

  public LiveOptions {
    Objects.requireNonNull(spans, "spans");
    if (queueSize < 1 || batchSize < 1) {
      throw new IllegalArgumentException("the queue and a batch must hold at least one span");
    }
    positive(delay, "the delay");
    positive(exportTimeout, "the time for an export");
    positive(shutdownTimeout, "the time for shutdown");
  }

  private static void positive(Duration time, String name) {
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException(name + " must be more than 0, not " + time);
    }
  }
}
