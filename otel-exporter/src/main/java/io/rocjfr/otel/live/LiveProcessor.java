// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.rocjfr.otel.scope.ScopeTracking;
import java.util.concurrent.atomic.AtomicBoolean;

/** Ties the live export to the life of the SDK: its flush and its shutdown are ours, too. */
public final class LiveProcessor implements SpanProcessor {
  private final LiveExport export;
  private final AtomicBoolean checked = new AtomicBoolean();

  /** Makes one for an export, or for none, which only checks that scopes are tracked. */
  public LiveProcessor(LiveExport export) {
    this.export = export;
  }

  @Override
  public void onStart(Context parent, ReadWriteSpan span) {
    if (!checked.get() && checked.compareAndSet(false, true)) {
      ScopeTracking.check();
    }
  }

  @Override
  public boolean isStartRequired() {
    return true;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    // Not required.
  }

  @Override
  public boolean isEndRequired() {
    return false;
  }

  @Override
  public CompletableResultCode forceFlush() {
    return export == null ? CompletableResultCode.ofSuccess() : export.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return export == null ? CompletableResultCode.ofSuccess() : export.shutdown();
  }
}
