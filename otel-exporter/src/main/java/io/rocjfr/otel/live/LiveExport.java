// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.rocjfr.ActivityBatch;
import io.rocjfr.ActivityListener;
import io.rocjfr.Rocjfr;
import io.rocjfr.SpanContextSource;
import io.rocjfr.TracerStatus;
import io.rocjfr.otel.scope.Tracker;
import io.rocjfr.otel.span.Activity;
import io.rocjfr.otel.span.DropReason;
import io.rocjfr.otel.span.SpanCounts;
import io.rocjfr.otel.span.SpanMaker;
import io.rocjfr.otel.span.SpanResources;
import io.rocjfr.otel.span.SpanTraces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Makes spans on rocjfr's drain thread and exports them on a thread of its own. No thread of the
 * application does anything for it, or waits for it.
 */
public final class LiveExport implements ActivityListener {
  private static final Logger LOG = Logger.getLogger(LiveExport.class.getName());
  private static final int TABLE_BITS = 16;

  private final SpanExporter exporter;
  private final Resource resource;
  private final LiveOptions options;
  private final SdkSampler sampler;
  private final Tracker tracker;
  private final SpanCounts counts = new SpanCounts();
  private final GpuUse use = new GpuUse();
  private final SpanQueue queue;
  private final Thread thread;
  private final SpanTraces traces = new SpanTraces(TABLE_BITS);
  private final Activity activity = new Activity();
  private final List<SpanData> made = new ArrayList<>();
  private Registration registration;

  /** Null before {@link #start}. */
  private Runnable leaveLine;

  /** Made with the first activity: before, the agent may not be there. */
  private SpanMaker maker;

  private volatile boolean stopping;
  private volatile boolean finished;
  private volatile long deadline;
  private boolean failing;

  /** Null before {@link #shutdown}. */
  private CompletableResultCode stopped;

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
    this.exporter = exporter;
    this.resource = resource;
    this.options = options;
    this.sampler = new SdkSampler(sampler);
    this.tracker = tracker;
    this.queue = new SpanQueue(options.queueSize(), options.batchSize(), counts);
    thread = new Thread(null, this::run, "rocjfr-otel-export", 0, false);
    thread.setDaemon(true);
  }

  /**
   * Begins; activity is traced from now on or, where another application exports what the same
   * tracking sees, from that one's end on.
   */
  public void start() {
    if (tracker != null) {
      Runnable leave = tracker.enter(this::begin);
      synchronized (this) {
        leaveLine = leave;
      }
    }
  }

  private synchronized void begin() {
    if (registration == null && stopped == null) {
      thread.start();
      registration = Rocjfr.addListener(this);
    }
  }

  /** What became of all activity so far. */
  public SpanCounts counts() {
    return counts;
  }

  /** What the GPU did. */
  GpuUse use() {
    return use;
  }

  @Override
  public synchronized void onActivities(ActivityBatch batch) {
    if (finished) {
      return;
    }
    if (maker == null) {
      maker = newMaker();
    }
    while (batch.next()) {
      activity.read(batch);
      use.add(activity);
      maker.accept(activity);
    }
    queue.addAll(made);
    made.clear();
  }

  private SpanMaker newMaker() {
    TracerStatus status = Rocjfr.status();
    return new SpanMaker(
        status.processKey(),
        options.spans(),
        this::trace,
        sampler,
        new SpanResources(resource, status.version()),
        counts,
        made::add);
  }

  /** That an id is no span's is not remembered: it may be one's that was not found yet. */
  private SpanTraces trace(long id, long javaThreadId) {
    if (!traces.find(id)) {
      SpanContextSource.Context context = tracker.find(id, javaThreadId);
      if (context == null) {
        return null;
      }
      traces.put(id, context.traceIdHigh(), context.traceIdLow(), context.traceFlags());
    }
    return traces;
  }

  private void run() {
    try {
      while (!stopping || queue.size() > 0) {
        List<SpanData> batch = queue.take(stopping ? 0 : options.delay().toMillis());
        if (left() <= 0) {
          counts.dropped(DropReason.SHUTDOWN, batch.size());
          return;
        }
        if (!batch.isEmpty()) {
          export(batch);
        }
        queue.done();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // shutdown counts what is left
    }
  }

  /** The nanoseconds that shutdown leaves. */
  private long left() {
    return stopping ? deadline - System.nanoTime() : Long.MAX_VALUE;
  }

  private void export(List<SpanData> batch) {
    boolean success = false;
    try {
      CompletableResultCode result = exporter.export(batch);
      long patience = Math.min(options.exportTimeout().toNanos(), left());
      result.join(Math.max(1, patience), TimeUnit.NANOSECONDS);
      success = result.isSuccess();
    } catch (RuntimeException | LinkageError e) { // an exporter must not end the thread
      LOG.log(Level.FINE, "rocjfr: the span exporter threw", e);
    }
    if (success) {
      counts.exported(batch.size());
      failing = false;
    } else {
      counts.dropped(left() <= 0 ? DropReason.SHUTDOWN : DropReason.EXPORT_FAILED, batch.size());
      if (!failing) {
        failing = true;
        LOG.warning(
            "rocjfr: GPU spans cannot be exported; those that fail are counted in"
                + " rocjfr.spans.dropped");
      }
    }
  }

  /** Exports what has happened until now. */
  public CompletableResultCode flush() {
    CompletableResultCode result = new CompletableResultCode();
    Thread flusher =
        new Thread(
            null,
            () -> {
              boolean told = flushRecords(options.exportTimeout());
              long end = System.nanoTime() + options.exportTimeout().toNanos();
              while (!queue.isIdle() && System.nanoTime() - end < 0) {
                queue.hurry();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
              }
              boolean done = told && queue.isIdle();
              finish(result, done);
            },
            "rocjfr-otel-flush",
            0,
            false);
    flusher.setDaemon(true);
    flusher.start();
    return result;
  }

  private static void finish(CompletableResultCode result, boolean success) {
    if (success) {
      result.succeed();
    } else {
      result.fail();
    }
  }

  /**
   * Exports what there is and ends, within the time for shutdown; what is left then is dropped and
   * counted.
   *
   * @return completed at the end, successfully if nothing was left
   */
  public CompletableResultCode shutdown() {
    CompletableResultCode result;
    Runnable leave;
    boolean began;
    synchronized (this) {
      if (stopped != null) {
        return stopped;
      }
      began = registration != null;
      stopped = began ? new CompletableResultCode() : CompletableResultCode.ofSuccess();
      result = stopped;
      leave = leaveLine;
    }
    if (!began) {
      leave(leave);
      return result;
    }
    Thread stopper =
        new Thread(
            null,
            () -> {
              boolean all = false;
              try {
                all = stop();
              } finally { // whoever waits for the result goes on, whatever happens
                leave(leave);
                finish(result, all);
              }
            },
            "rocjfr-otel-shutdown",
            0,
            false);
    stopper.setDaemon(true);
    stopper.start();
    return result;
  }

  /** Whether all that was recorded has been told; an older agent's API cannot say so. */
  private static boolean flushRecords(Duration timeout) {
    try {
      return Rocjfr.flush(timeout);
    } catch (LinkageError e) {
      return true;
    }
  }

  private static void leave(Runnable leave) {
    if (leave != null) {
      leave.run();
    }
  }

  private boolean stop() {
    long end = System.nanoTime() + options.shutdownTimeout().toNanos();
    flushRecords(options.shutdownTimeout().dividedBy(2)); // closing waits for a second only
    registration.close(); // after it has told of what was recorded until now
    synchronized (this) {
      finished = true;
      if (maker != null) {
        maker.finish();
        queue.addAll(made);
        made.clear();
      }
      sampler.end();
    }
    deadline = end;
    stopping = true;
    queue.hurry();
    try {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
      if (thread.isAlive()) {
        thread.interrupt(); // it may wait for an exporter that was called before
        thread.join(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    boolean all = queue.size() == 0 && !thread.isAlive();
    queue.drop(DropReason.SHUTDOWN);
    return all;
  }
}
