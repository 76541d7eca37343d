// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.rocjfr.SpanContextSource;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Who tracks the scopes of the OpenTelemetry API that this application uses: this copy of us or,
 * where the API is shared, that of another application. Only types of the JDK cross.
 */
public final class Tracker implements SpanContextSource {
  private static final String SPANS = "spans";
  private static final String LINE = "line";

  private final Predicate<long[]> spans;
  private final Function<Runnable, Runnable> line;

  private Tracker(Predicate<long[]> spans, Function<Runnable, Runnable> line) {
    this.spans = spans;
    this.line = line;
  }

  /** What {@link #of} reads in another copy: {id, 0, 0, 0, 0} becomes {id, 0, high, low, flags}. */
  static Map<String, Object> functions(SpanTable table, ExportLine line) {
    Predicate<long[]> spans =
        words -> {
          Context found = table.find(words[0], words[1]);
          if (found != null) {
            words[2] = found.traceIdHigh();
            words[3] = found.traceIdLow();
            words[4] = found.traceFlags();
          }
          return found != null;
        };
    Function<Runnable, Runnable> enter = line::enter;
    return Map.of(SPANS, spans, LINE, enter);
  }

  /** Null if these are not the functions of a copy of us. */
  @SuppressWarnings("unchecked") // what is behind a name is the same in all versions
  static Tracker of(Map<?, ?> functions) {
    Predicate<long[]> spans = (Predicate<long[]>) functions.get(SPANS);
    Function<Runnable, Runnable> line = (Function<Runnable, Runnable>) functions.get(LINE);
    return spans == null || line == null ? null : new Tracker(spans, line);
  }

  @Override
  public Context find(long externalId, long javaThreadId) {
    long[] words = {externalId, javaThreadId, 0, 0, 0};
    return spans.test(words) ? new Context(words[2], words[3], (int) words[4]) : null;
  }

  /**
   * Waits, without a thread, until it is this application's turn to export.
   *
   * @param turn is run then, maybe at once
   * @return ends the turn, or the waiting
   */
  public Runnable enter(Runnable turn) {
    return line.apply(turn);
  }
}
