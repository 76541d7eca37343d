// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.rocjfr.otel.scope.ScopeTracking;
import io.rocjfr.otel.scope.Unquoted;
import io.rocjfr.otel.span.DropReason;
import io.rocjfr.otel.span.SpanCounts;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Hands the queue's spans to the exporter, on a thread of its own, one batch at a time. */
final class ExportThread {
  private static final Logger LOG = Logger.getLogger(LiveExport.class.getName());

  private final SpanExporter exporter;
  private final LiveOptions options;
  private final SpanQueue queue;
  private final SpanCounts counts;
  private final Runnable endPaused;
  private final Runnable shutdown;
  private final Thread thread;
  private volatile boolean stopping;
  private volatile long deadline;
  private boolean failing;
  private boolean undeployed;

  /** Spans of a batch that was taken and is not counted yet: whoever sets it to 0 counts them. */
  private final AtomicInteger uncounted = new AtomicInteger();

  /**
   * Makes one that does nothing before {@link #start}.
   *
   * @param endPaused queues the spans of bursts that have paused
   * @param shutdown ends the export, and does not wait for that: where the thread cannot go on, and
   *     where the application was undeployed
   */
  ExportThread(
      SpanExporter exporter,
      LiveOptions options,
      SpanQueue queue,
      SpanCounts counts,
      Runnable endPaused,
      Runnable shutdown) {
    this.exporter = exporter;
    this.options = options;
    this.queue = queue;
    this.counts = counts;
    this.endPaused = endPaused;
    this.shutdown = shutdown;
    thread = new Thread(null, this::run, "rocjfr-otel-export", 0, false);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Nothing more will be queued; what is left at this time is dropped. */
  void stopBy(long nanoTime) {
    deadline = nanoTime;
    stopping = true;
    queue.hurry();
  }

  /** Waits for the end until the time of {@link #stopBy}, and says whether it has come. */
  boolean await() throws InterruptedException {
    thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left())));
    if (thread.isAlive()) {
      thread.interrupt(); // it may wait for an exporter that was called before
      thread.join(100);
    }
    boolean ended = !thread.isAlive();
    int left = ended ? 0 : uncounted.getAndSet(0);
    if (left > 0) { // its export may go on: who asks now gets sums that are right
      counts.dropped(DropReason.SHUTDOWN, left);
    }
    return ended;
  }

  private void run() {
    try {
      exportAll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // shutdown counts what is left
    } catch (Throwable e) { // as of a stopped application's loader, which has no more classes
      endAlone(e);
    }
  }

  private void exportAll() throws InterruptedException {
    while (!stopping || queue.size() > 0) {
      endPaused.run();
      List<SpanData> batch = queue.take(stopping ? 0 : options.delay().toMillis());
      uncounted.set(batch.size());
      if (left() <= 0) {
        counts.dropped(DropReason.SHUTDOWN, uncounted.getAndSet(0));
        queue.done();
        return;
      }
      if (!batch.isEmpty()) {
        export(batch);
      } else if (!stopping && ScopeTracking.isUndeployed()) {
        endUndeployed();
      }
      queue.done();
    }
  }

  /** Or else it would export for ever, and keep others from what is nobody's. */
  private void endUndeployed() {
    if (!undeployed) {
      undeployed = true;
      shutdown.run();
      LOG.warning(
          "rocjfr: the application was undeployed, but did not shut down its SDK. The export of"
              + " its GPU spans ends");
    }
  }

  /** Nobody exports any more. */
  private void endAlone(Throwable cause) {
    try {
      shutdown.run();
    } finally {
      LOG.log(Level.WARNING, "rocjfr: the export of GPU spans ends", Unquoted.of(cause));
    }
  }

  /** The nanoseconds that shutdown leaves. */
  private long left() {
    return stopping ? deadline - System.nanoTime() : Long.MAX_VALUE;
  }

  private void export(List<SpanData> batch) {
    boolean success = false;
    Throwable thrown = null;
    try {
      CompletableResultCode result = exporter.export(batch);
      long patience = Math.min(options.exportTimeout().toNanos(), left());
      result.join(Math.max(1, patience), TimeUnit.NANOSECONDS);
      success = result.isSuccess();
    } catch (Throwable e) { // whatever an exporter throws: the next batch has its turn
      thrown = e;
    }
    int spans = uncounted.getAndSet(0);
    if (spans == 0) {
      return; // shutdown has not waited for it, and has counted it
    }
    if (success) {
      counts.exported(spans);
      failing = false;
    } else {
      counts.dropped(left() <= 0 ? DropReason.SHUTDOWN : DropReason.EXPORT_FAILED, spans);
      if (!failing) {
        failing = true;
        LOG.log(
            Level.WARNING,
            "rocjfr: GPU spans cannot be exported. rocjfr.spans.dropped counts the failed ones",
            Unquoted.of(thrown));
      }
    }
  }
}
