// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.rocjfr.ActivityBatch;
import io.rocjfr.ActivityKind;
import io.rocjfr.ActivityListener;
import io.rocjfr.Rocjfr;
import io.rocjfr.SpanContextSource;
import io.rocjfr.TracerStatus;
import io.rocjfr.otel.scope.OwnSpans;
import io.rocjfr.otel.scope.ScopeTracking;
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
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Makes spans on the thread that rocjfr gives it as a listener, and exports them on a thread of its
 * own. No thread of the application does anything for it, or waits for it; nor do rocjfr's drain
 * and its other listeners: what an exporter is too slow for is dropped here, and counted.
 */
public final class LiveExport implements ActivityListener {
  private static final Logger LOG = Logger.getLogger(LiveExport.class.getName());
  private static final int TABLE_BITS = 16;

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
  private final OwnSpans own = new OwnSpans();

  /** Held while spans are made, for which the user's sampler is asked; and at the end. */
  private final ReentrantLock making = new ReentrantLock();

  private final Runnable end = this::end;
  private final Flusher flusher = new Flusher(this::flushNow);
  private Registration registration;

  /** Whether {@link #began} is called for the SDK's spans. */
  private volatile boolean isTold;

  /** Whether ids that are not found may be spans of others; once so, it stays so. */
  private boolean others;

  /** Null before {@link #start}. */
  private Runnable leave;

  /** Made with the first activity: before, the agent may not be there. */
  private SpanMaker maker;

  private volatile boolean stopping;
  private volatile boolean finished;
  private volatile long deadline;
  private boolean failing;
  private boolean warned;
  private boolean undeployed;

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
          "rocjfr: several SDKs share the tracking of OpenTelemetry's scopes: each exports the GPU"
              + " work of spans that it has begun itself while the others have not ended");
    }
    thread.start();
    registration = Rocjfr.addListener(this);
  }

  /** {@link #began} will be called for all spans of the SDK. */
  public void willBeTold() {
    isTold = true;
  }

  /** The SDK has begun a span. */
  public void began(SpanContext span) {
    if (tracker != null && tracker.isShared() && span.isValid()) {
      own.add(span);
    }
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
  GpuUse use() {
    return use;
  }

  @Override
  public void onActivities(ActivityBatch batch) {
    making.lock();
    try {
      make(batch);
    } finally {
      making.unlock();
    }
  }

  private void make(ActivityBatch batch) {
    if (finished) {
      counts.lost(DropReason.SHUTDOWN, activities(batch));
      return;
    }
    if (maker == null) {
      maker = newMaker();
    }
    others = others || ScopeTracking.othersTrack(); // what they pushed came before the batch
    while (batch.next()) {
      activity.read(batch);
      use.add(activity);
      maker.accept(activity);
    }
    if (finished) { // a sampler took longer than the end has waited
      counts.lost(DropReason.SHUTDOWN, made.size());
    } else {
      queue.addAll(made);
    }
    made.clear();
  }

  /** How many of them could become spans. */
  private static int activities(ActivityBatch batch) {
    int count = 0;
    while (batch.next()) {
      count += batch.kind() == ActivityKind.BARRIER ? 0 : 1;
    }
    return count;
  }

  private SpanMaker newMaker() {
    TracerStatus status = Rocjfr.status();
    return new SpanMaker(
        status.processKey(),
        options.spans(),
        new SpanMaker.Traces() {
          @Override
          public SpanTraces find(long externalId, long javaThreadId) {
            return trace(externalId, javaThreadId);
          }

          @Override
          public boolean mayBeOthers() {
            return others || tracker.isShared();
          }
        },
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
      if (tracker.isShared() && (context.traceFlags() & 1) != 0 && !own.has(id)) {
        if (!isTold) {
          warnOfStrangers();
        }
        return null;
      }
      traces.put(id, context.traceIdHigh(), context.traceIdLow(), context.traceFlags());
    }
    return traces;
  }

  private void warnOfStrangers() {
    if (!warned) {
      warned = true;
      LOG.warning(
          "rocjfr: GPU spans are dropped (rocjfr.spans.dropped, no_parent): another SDK shares the"
              + " tracking of OpenTelemetry's scopes, and whose a span is is not known. Add"
              + " RocjfrOpenTelemetry.processor() to the SDK, and shut down those that have ended.");
    }
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
      List<SpanData> batch = queue.take(stopping ? 0 : options.delay().toMillis());
      if (left() <= 0) {
        counts.dropped(DropReason.SHUTDOWN, batch.size());
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
      shutdown();
      LOG.warning(
          "rocjfr: the application was undeployed without shutting its SDK down: the export of its"
              + " GPU spans ends");
    }
  }

  /** Nobody exports any more. */
  private void endAlone(Throwable cause) {
    try {
      shutdown();
    } finally {
      LOG.log(Level.WARNING, "rocjfr: the export of GPU spans ends", cause);
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
    if (success) {
      counts.exported(batch.size());
      failing = false;
    } else {
      counts.dropped(left() <= 0 ? DropReason.SHUTDOWN : DropReason.EXPORT_FAILED, batch.size());
      if (!failing) {
        failing = true;
        LOG.log(
            Level.WARNING,
            "rocjfr: GPU spans cannot be exported; those that fail are counted in"
                + " rocjfr.spans.dropped",
            thrown);
      }
    }
  }

  /** Exports what has happened until now. */
  public CompletableResultCode flush() {
    return flusher.flush();
  }

  private boolean flushNow() {
    boolean told = flushRecords(options.exportTimeout());
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
      LOG.log(Level.WARNING, "rocjfr: the export of GPU spans did not end well", e);
    } finally { // whoever waits for the result goes on, whatever happens
      leave.run();
      Flusher.finish(stopped, all);
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

  /** Where the user's sampler holds up the making of spans, what it would make is lost. */
  private void endMaking() {
    boolean locked = false;
    try {
      locked = making.tryLock(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      finished = true;
      if (locked && maker != null) {
        maker.finish();
        queue.addAll(made);
        made.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      finished = true;
      if (locked) {
        making.unlock();
      }
      sampler.end();
      stopping = true;
      queue.hurry();
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
        deadline = end;
        endMaking();
      }
    }
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
    if (!all) {
      LOG.warning(
          "rocjfr: the end came before all GPU spans were exported: "
              + counts.dropped(DropReason.SHUTDOWN)
              + " were dropped; rocjfr.otel.shutdown.timeout gives it more time");
    }
    return all;
  }
}
