// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
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
import io.rocjfr.otel.span.SpanOptions;
import io.rocjfr.otel.span.SpanResources;
import io.rocjfr.otel.span.SpanTraces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Logger;

/** Makes spans of what it hears as a listener, on the thread of that, and queues them. */
final class LiveSpans implements ActivityListener {
  private static final Logger LOG = Logger.getLogger(LiveExport.class.getName());
  private static final int TABLE_BITS = 16;

  private final Resource resource;
  private final SpanOptions options;
  private final SdkSampler sampler;
  private final Tracker tracker;
  private final SpanCounts counts;
  private final SpanQueue queue;
  private final DeviceUse use = new DeviceUse();
  private final SpanTraces traces = new SpanTraces(TABLE_BITS);
  private final Activity activity = new Activity();
  private final List<SpanData> made = new ArrayList<>();
  private final OwnSpans own = new OwnSpans();

  /** Held while spans are made, for which the user's sampler is asked; and at the end. */
  private final ReentrantLock making = new ReentrantLock();

  /** Made with the first activity: before, the agent may not be there. */
  private SpanMaker maker;

  /** Whether {@link #began} is called for the SDK's spans. */
  private volatile boolean isTold;

  private volatile boolean finished;

  /** Whether ids that are not found may be spans of others; once so, it stays so. */
  private boolean others;

  private boolean warned;

  /**
   * @param tracker knows the traces of the spans that were current; null: nothing will be heard
   */
  LiveSpans(
      Resource resource,
      SpanOptions options,
      SdkSampler sampler,
      Tracker tracker,
      SpanCounts counts,
      SpanQueue queue) {
    this.resource = resource;
    this.options = options;
    this.sampler = sampler;
    this.tracker = tracker;
    this.counts = counts;
    this.queue = queue;
  }

  /** {@link #began} will be called for all spans of the SDK. */
  void willBeTold() {
    isTold = true;
  }

  /** The SDK has begun a span. */
  void began(SpanContext span) {
    if (tracker != null && tracker.isShared() && span.isValid()) {
      own.add(span);
    }
  }

  /** What the GPU did. */
  DeviceUse use() {
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
    maker.at(System.nanoTime());
    while (batch.next()) {
      activity.read(batch);
      use.add(activity);
      maker.accept(activity);
    }
    if (finished) { // a sampler took longer than the end has waited
      maker.finish();
      counts.dropped(DropReason.SHUTDOWN, made.size());
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
        options,
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
          "rocjfr: GPU spans are dropped (rocjfr.spans.dropped, no_parent). Another SDK shares"
              + " the tracking of OpenTelemetry's scopes, so the SDK of a span is unknown. Add"
              + " RocjfrOpenTelemetry.processor() to the SDK, and shut down unused SDKs.");
    }
  }

  /** Queues the spans of bursts that have paused, unless spans are being made just now. */
  void endPausedBursts() {
    if (making.tryLock()) {
      try {
        endBursts(false);
      } finally {
        making.unlock();
      }
    }
  }

  /** Queues the spans of all bursts; false if spans were being made all that time. */
  boolean endAllBursts(Duration patience) {
    try {
      if (!making.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    try {
      endBursts(true);
      return true;
    } finally {
      making.unlock();
    }
  }

  private void endBursts(boolean all) {
    if (maker == null || finished) {
      return;
    }
    maker.at(System.nanoTime());
    if (all) {
      maker.endBursts();
    }
    queue.addAll(made);
    made.clear();
  }

  /** Where the user's sampler holds it up until this time, what is being made is lost. */
  void endBy(long nanoTime) {
    boolean locked = false;
    try {
      locked = making.tryLock(Math.max(0, nanoTime - System.nanoTime()), TimeUnit.NANOSECONDS);
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
    }
  }
}
