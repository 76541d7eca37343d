// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.rocjfr.ActivityListener.Registration;
import io.rocjfr.Rocjfr;
import io.rocjfr.otel.scope.Tracker;
import io.rocjfr.otel.scope.Unquoted;
import io.rocjfr.otel.span.DropReason;
import io.rocjfr.otel.span.SpanCounts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Exports GPU activity as spans while it happens. Our listener's thread makes the spans, and a
 * separate thread exports them. No thread of the application takes part or waits, and neither do
 * rocjfr's drain and its other listeners. If an exporter is too slow, spans are dropped here and
 * counted.
 */
public final class LiveExport {
  private static final Logger LOG = Logger.getLogger(LiveExport.class.getName());

  /** What the end needs: the loader of an application that was stopped loads no more classes. */
  static final List<Class<?>> NEEDED =
      List.of(
          CompletableResultCode.class,
          DropReason.class,
          Duration.class,
          Level.class,
          Math.class,
          Registration.class,
          Thread.class,
          TimeUnit.class);

  private final LiveOptions options;
  private final Tracker tracker;
  private final SpanCounts counts = new SpanCounts();
  private final SpanQueue queue;
  private final LiveSpans spans;
  private final ExportThread thread;
  private final Runnable end = this::end;
  private final Flusher flusher = new Flusher(this::flushNow);
  private Registration registration;

  /** Null before {@link #start}. */
  private Runnable leave;

  /** What {@link #shutdown} gives, and whether it was called. */
  private final CompletableResultCode stopped = new CompletableResultCode();

  private boolean isAsked;

  /**
   * Makes one that does nothing before {@link #start}.
   *
   * @param sampler says which traces appear that have no parent
   * @param tracker knows the traces of the spans that were current; null: it never starts
   */
  public LiveExport(
      SpanExporter exporter,
      Resource resource,
      LiveOptions options,
      Sampler sampler,
      Tracker tracker) {
    this.options = options;
    this.tracker = tracker;
    this.queue = new SpanQueue(options.queueSize(), options.batchSize(), counts);
    spans =
        new LiveSpans(resource, options.spans(), new SdkSampler(sampler), tracker, counts, queue);
    thread =
        new ExportThread(exporter, options, queue, counts, spans::endPausedBursts, this::shutdown);
  }

  /**
   * Begins; activity is traced from now on. Where others export what the same tracking sees, only
   * work of the spans is exported of which {@link #began} told.
   */
  public synchronized void start() {
    if (tracker == null || registration != null || isAsked) {
      return;
    }
    leave = tracker.enterExport();
    if (tracker.isShared()) {
      LOG.info(
          "rocjfr: several SDKs share the tracking of OpenTelemetry's scopes. Until the others"
              + " end, each exports only the GPU work of its own spans");
    }
    thread.start();
    registration = Rocjfr.addListener(spans);
  }

  /** {@link #began} will be called for all spans of the SDK. */
  public void willBeTold() {
    spans.willBeTold();
  }

  /** The SDK has begun a span. */
  public void began(Context parent, ReadWriteSpan span) {
    spans.began(span.getSpanContext());
    use().requestTimes().began(parent, span);
  }

  /** The SDK has ended a span. */
  public void ended(ReadableSpan span) {
    use().requestTimes().ended(span);
  }

  /** What became of all activity so far. */
  public SpanCounts counts() {
    return counts;
  }

  /** How many scopes could not be tracked. */
  long failedScopes() {
    return tracker == null ? 0 : tracker.failed();
  }

  /** What the GPU did. */
  DeviceUse use() {
    return spans.use();
  }

  /** Exports what has happened until now. */
  public CompletableResultCode flush() {
    return flusher.flush();
  }

  private boolean flushNow() {
    boolean told = flushRecords(options.exportTimeout());
    told &= spans.endAllBursts(options.exportTimeout());
    long until = System.nanoTime() + options.exportTimeout().toNanos();
    while (!queue.isIdle() && System.nanoTime() - until < 0) {
      queue.hurry();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    return told && queue.isIdle();
  }

  /**
   * Exports what there is and ends, within the time for shutdown; what is left then is dropped and
   * counted.
   *
   * @return completed at the end, successfully if nothing was left
   */
  public CompletableResultCode shutdown() {
    synchronized (this) {
      if (isAsked) {
        return stopped;
      }
      isAsked = true;
      if (registration == null) {
        return stopped.succeed();
      }
    }
    Thread stopper = new Thread(null, end, "rocjfr-otel-shutdown", 0, false);
    stopper.setDaemon(true);
    stopper.start();
    return stopped;
  }

  private void end() {
    boolean all = false;
    try {
      all = stop();
    } catch (Throwable e) { // as of a stopped application's loader
      LOG.log(Level.WARNING, "rocjfr: the export of GPU spans ended with an error", Unquoted.of(e));
    } finally { // whoever waits for the result goes on, whatever happens
      try {
        leave.run();
      } finally {
        Flusher.finish(stopped, all);
      }
    }
  }

  /** Whether all that was recorded has been told; an older agent's API cannot say so. */
  private static boolean flushRecords(Duration timeout) {
    try {
      return Rocjfr.flush(timeout);
    } catch (LinkageError e) {
      return true;
    }
  }

  private boolean stop() {
    long end = System.nanoTime() + options.shutdownTimeout().toNanos();
    try { // each step, whatever becomes of the others
      flushRecords(options.shutdownTimeout().dividedBy(2)); // closing waits for a second only
    } finally {
      try {
        registration.close(); // after it has told of what was recorded until now
      } finally {
        try {
          spans.endBy(end);
        } finally {
          thread.stopBy(end);
        }
      }
    }
    boolean ended = false;
    try {
      ended = thread.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    boolean all = queue.size() == 0 && ended;
    queue.drop(DropReason.SHUTDOWN);
    if (!all) {
      LOG.warning(
          "rocjfr: the JVM ended before all GPU spans were exported, and "
              + counts.dropped(DropReason.SHUTDOWN)
              + " were dropped. rocjfr.otel.shutdown.timeout gives the export more time");
    }
    return all;
  }
}
