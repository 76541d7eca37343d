// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.rocjfr.SpanContextSource;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Who tracks the scopes of the OpenTelemetry API that this application uses: this copy of us or,
 * where the API is shared, that of another application. Only types of the JDK cross.
 */
public final class Tracker implements SpanContextSource {
  private static final String SPANS = "spans";
  private static final String EXPORTS = "exports";
  private static final String SHARED = "shared";
  private static final String SDKS = "sdks";
  private static final String FAILED = "failed";

  /** What went wrong in this copy of us. */
  private static final LongSupplier HERE = Failures::count;

  private final Predicate<long[]> spans;
  private final Supplier<Runnable> exports;
  private final BooleanSupplier shared;
  private final Supplier<Runnable> sdks;
  private final LongSupplier failed;

  private Tracker(
      Predicate<long[]> spans,
      Supplier<Runnable> exports,
      BooleanSupplier shared,
      Supplier<Runnable> sdks,
      LongSupplier failed) {
    this.spans = spans;
    this.exports = exports;
    this.shared = shared;
    this.sdks = sdks;
    this.failed = failed;
  }

  /** What {@link #of} reads in another copy: {id, 0, 0, 0, 0} becomes {id, 0, high, low, flags}. */
  static Map<String, Object> functions(SpanTable table, Exports exports, Supplier<Runnable> sdks) {
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
    Supplier<Runnable> enter = exports::enter;
    BooleanSupplier shared = exports::areShared;
    return Map.of(SPANS, spans, EXPORTS, enter, SHARED, shared, SDKS, sdks, FAILED, HERE);
  }

  /** Null if these are not the functions of a copy of us. */
  @SuppressWarnings("unchecked") // what is behind a name is the same in all versions
  static Tracker of(Map<?, ?> functions) {
    Predicate<long[]> spans = (Predicate<long[]>) functions.get(SPANS);
    Supplier<Runnable> exports = (Supplier<Runnable>) functions.get(EXPORTS);
    BooleanSupplier shared = (BooleanSupplier) functions.get(SHARED);
    Supplier<Runnable> sdks = (Supplier<Runnable>) functions.get(SDKS);
    LongSupplier failed = (LongSupplier) functions.get(FAILED);
    return spans == null || exports == null || shared == null || sdks == null || failed == null
        ? null
        : new Tracker(spans, exports, shared, sdks, failed);
  }

  @Override
  public Context find(long externalId, long javaThreadId) {
    long[] words = {externalId, javaThreadId, 0, 0, 0};
    return spans.test(words) ? new Context(words[2], words[3], (int) words[4]) : null;
  }

  /**
   * An SDK uses it.
   *
   * @return to be called when that ends; more than once does nothing
   */
  Runnable enterSdk() {
    return sdks.get();
  }

  /**
   * An SDK exports what is tracked.
   *
   * @return to be called when that ends; more than once does nothing
   */
  public Runnable enterExport() {
    return exports.get();
  }

  /**
   * How many scopes were not tracked, and begins of spans not followed, since something threw: in
   * the copy that tracks, and here. It went no further.
   */
  public long failed() {
    return failed.getAsLong() + (failed == HERE ? 0 : HERE.getAsLong());
  }

  /** Whether several SDKs export: then whose a span is is to be asked. */
  public boolean isShared() {
    return shared.getAsBoolean();
  }
}
