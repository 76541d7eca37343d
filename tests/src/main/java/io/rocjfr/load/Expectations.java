// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLongArray;

/** What was done while which span was current. */
final class Expectations {
  static final int CALLS = 0;
  static final int KERNELS = 1;
  static final int COPIES = 2;
  static final int RANGES = 3;

  private final ConcurrentMap<String, AtomicLongArray> spans = new ConcurrentHashMap<>();

  /** The span that is current now is to have one more. */
  void expect(int what) {
    SpanContext span = Span.current().getSpanContext();
    spans
        .computeIfAbsent(span.getTraceId() + " " + span.getSpanId(), key -> new AtomicLongArray(4))
        .incrementAndGet(what);
  }

  /** Lines {@code trace span calls kernels copies ranges}; of no span, zeros. */
  void write(Path file) throws IOException {
    List<String> lines =
        spans.entrySet().stream()
            .map(
                entry ->
                    entry.getKey() + " " + entry.getValue().toString().replaceAll("[\\[\\],]", ""))
            .toList();
    Files.write(file, lines);
  }
}
