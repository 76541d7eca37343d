// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.MessageWriter;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.List;

/**
 * Makes the SDK's exporter send a request that it has not encoded, with its endpoint, headers, TLS,
 * compression and retries. The exporter's own request is empty. It calls our senders on the same
 * thread, and they send our request instead.
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
