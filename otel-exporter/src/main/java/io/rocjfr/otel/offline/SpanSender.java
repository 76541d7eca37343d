// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.rocjfr.otel.span.DropReason;
import io.rocjfr.otel.span.GpuSpan;
import io.rocjfr.otel.span.SpanCounts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Sends spans in batches, a few of which are under way at a time: whoever makes them waits for the
 * receiver, so that memory is bounded. For one thread.
 */
final class SpanSender {
  /** With more, the SDK's exporter loses batches. */
  private static final int UNDER_WAY = 3;

  /** Longer than the exporter takes for all its attempts. */
  private static final long PATIENCE_SECONDS = 120;

  private static final int FAILURES_TO_GIVE_UP = 3;

  private record Batch(CompletableResultCode result, int size) {}

  private final Target target;
  private final int batchSize;
  private final SpanCounts counts;
  private final ArrayDeque<Batch> underWay = new ArrayDeque<>();
  private List<GpuSpan> batch = new ArrayList<>();
  private int failures;

  SpanSender(Target target, int batchSize, SpanCounts counts) {
    this.target = target;
    this.batchSize = batchSize;
    this.counts = counts;
  }

  void add(GpuSpan span) {
    batch.add(span);
    if (batch.size() >= batchSize) {
      send();
    }
  }

  /** Nobody receives: what comes is counted, but not sent any more. */
  boolean gaveUp() {
    return failures >= FAILURES_TO_GIVE_UP;
  }

  private void send() {
    if (batch.isEmpty()) {
      return;
    }
    if (gaveUp()) {
      counts.dropped(DropReason.EXPORT_FAILED, batch.size());
    } else {
      underWay.add(new Batch(target.export(batch), batch.size()));
    }
    batch = new ArrayList<>(batchSize);
    while (underWay.size() >= UNDER_WAY) {
      await();
    }
  }

  private void await() {
    Batch oldest = underWay.remove();
    oldest.result().join(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (oldest.result().isSuccess()) {
      counts.exported(oldest.size());
      failures = 0;
    } else {
      counts.dropped(DropReason.EXPORT_FAILED, oldest.size());
      failures++;
    }
  }

  /** Sends the rest and waits for all. */
  void finish() {
    send();
    while (!underWay.isEmpty()) {
      await();
    }
    // No more than it was sent, whatever it says.
    long rejected = Math.min(Responses.rejected(), counts.exported());
    counts.exported(-rejected);
    counts.dropped(DropReason.REJECTED, rejected);
    target.exporter().shutdown().join(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
