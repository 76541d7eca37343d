// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.rocjfr.otel.scope.ScopeTracking;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Ties the live export to the life of the SDK: its flush and its shutdown are ours, too. */
public final class LiveProcessor implements SpanProcessor {
  private final LiveExport export;
  private final boolean waits;
  private final AtomicBoolean checked = new AtomicBoolean();
  private final Runnable leave = ScopeTracking.enter();

  /**
   * Makes one for an export, or for none, which only checks that scopes are tracked.
   *
   * @param waits whether a shutdown returns when ours has ended, which takes bounded time: where a
   *     later processor shuts the exporter down that both use
   */
  public LiveProcessor(LiveExport export, boolean waits) {
    this.export = export;
    this.waits = waits;
    if (export != null) {
      export.willBeTold();
    }
  }

  @Override
  public void onStart(Context parent, ReadWriteSpan span) {
    try {
      if (!checked.get() && checked.compareAndSet(false, true)) {
        ScopeTracking.check();
      }
      if (export != null) {
        export.began(parent, span);
      }
    } catch (Throwable e) { // as of the copy that tracks, in an application that was stopped
      fail(e);
    }
  }

  private static void fail(Throwable failure) {
    try {
      ScopeTracking.failed(failure);
    } catch (Throwable e) {
      // Our own loader was stopped, too: nobody is left to tell.
    }
  }

  @Override
  public boolean isStartRequired() {
    return true;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    try {
      if (export != null) {
        export.ended(span);
      }
    } catch (Throwable e) {
      fail(e);
    }
  }

  @Override
  public boolean isEndRequired() {
    return export != null;
  }

  @Override
  public CompletableResultCode forceFlush() {
    return export == null ? CompletableResultCode.ofSuccess() : export.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    leave.run();
    if (export == null) {
      return CompletableResultCode.ofSuccess();
    }
    CompletableResultCode result = export.shutdown();
    return waits ? result.join(1, TimeUnit.MINUTES) : result;
  }
}
