// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.function.Supplier;

/** The user's exporter, which the SDK may shut down only when our last spans have gone. */
public final class SharedExporter implements SpanExporter {
  private final SpanExporter exporter;
  private final Supplier<CompletableResultCode> before;

  /**
   * Wraps an exporter.
   *
   * @param before ends our own use of it, in bounded time
   */
  public SharedExporter(SpanExporter exporter, Supplier<CompletableResultCode> before) {
    this.exporter = exporter;
    this.before = before;
  }

  /** The user's. */
  public SpanExporter exporter() {
    return exporter;
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    return exporter.export(spans);
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    CompletableResultCode result = new CompletableResultCode();
    before.get().whenComplete(() -> shutDown(result));
    return result;
  }

  private void shutDown(CompletableResultCode result) {
    CompletableResultCode own = exporter.shutdown();
    own.whenComplete(
        () -> {
          if (own.isSuccess()) {
            result.succeed();
          } else {
            result.fail();
          }
        });
  }

  @Override
  public String toString() {
    return exporter.toString();
  }
}
