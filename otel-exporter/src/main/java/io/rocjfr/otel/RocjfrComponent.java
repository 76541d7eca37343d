// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel;

import io.opentelemetry.api.incubator.config.DeclarativeConfigProperties;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.autoconfigure.spi.internal.ComponentProvider;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.rocjfr.otel.scope.ScopeTracking;
import java.util.concurrent.TimeUnit;

/**
 * The span processor {@code rocjfr} of a configuration file: it ties the live export to the life of
 * the SDK, and comes before those with exporters. Found as a service; nothing calls it by name.
 */
public final class RocjfrComponent implements ComponentProvider {
  /** For the service loader. */
  public RocjfrComponent() {}

  @Override
  public Class<SpanProcessor> getType() {
    return SpanProcessor.class;
  }

  @Override
  public String getName() {
    return "rocjfr";
  }

  @Override
  public SpanProcessor create(DeclarativeConfigProperties config) {
    return new Ending(RocjfrDeclarative.processor(), ScopeTracking.enter());
  }

  private record Ending(SdkJoin join, Runnable leave) implements SpanProcessor {
    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
      join.began(parent, span);
    }

    @Override
    public boolean isStartRequired() {
      return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {
      join.ended(span);
    }

    @Override
    public boolean isEndRequired() {
      return true;
    }

    @Override
    public CompletableResultCode forceFlush() {
      return join.flush();
    }

    /** Waits, as long as our shutdown takes at most: the next processor ends the exporter. */
    @Override
    public CompletableResultCode shutdown() {
      leave.run();
      return join.end().join(1, TimeUnit.MINUTES);
    }
  }
}
