// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.MessageWriter;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.List;

/**
 * Has the SDK's exporter, with its endpoint, headers, TLS, compression and retries, send a request
 * that it has not encoded: our senders, which it calls on the same thread, put it in the place of
 * the exporter's own, which is empty.
 */
final class Outgoing {
  private static final ThreadLocal<MessageWriter> NEXT = new ThreadLocal<>();

  private Outgoing() {}

  /** Sends a request; null if the exporter has not called a sender of ours, and sent nothing. */
  static CompletableResultCode send(SpanExporter exporter, MessageWriter request) {
    NEXT.set(request);
    try {
      CompletableResultCode result = exporter.export(List.of());
      return NEXT.get() == null ? result : null;
    } finally {
      NEXT.remove();
    }
  }

  /** For a sender: what it sends in the place of this message. */
  static MessageWriter instead(MessageWriter message) {
    MessageWriter next = NEXT.get();
    if (next == null) {
      return message;
    }
    NEXT.remove();
    return next;
  }
}
