// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.NativeTracer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** The calls of roctx that the API makes, by the types of the JDK that they have there. */
@SuppressWarnings("overloads") // nobody calls accept() with a lambda
final class RoctxCalls
    implements Consumer<String>,
        ToIntFunction<String>,
        IntSupplier,
        ToLongFunction<String>,
        LongConsumer {
  /** In the order of the methods below. */
  static final List<String> NAMES =
      List.of("roctxMark", "roctxPush", "roctxPop", "roctxStart", "roctxStop");

  private final NativeTracer tracer;

  RoctxCalls(NativeTracer tracer) {
    this.tracer = tracer;
  }

  @Override
  public void accept(String message) {
    tracer.roctxMark(message);
  }

  @Override
  public int applyAsInt(String message) {
    return tracer.roctxPush(message);
  }

  @Override
  public int getAsInt() {
    return tracer.roctxPop();
  }

  @Override
  public long applyAsLong(String message) {
    return tracer.roctxStart(message);
  }

  @Override
  public void accept(long range) {
    tracer.roctxStop(range);
  }
}
