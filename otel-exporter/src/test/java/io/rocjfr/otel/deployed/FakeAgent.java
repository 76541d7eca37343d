// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.deployed;

import io.rocjfr.ActivityKind;
import io.rocjfr.BatchLayout;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What applications see of the agent: functions of types of the JDK. One thread acts. */
final class FakeAgent {
  private static final int IDS = 63;

  final AtomicBoolean tracing = new AtomicBoolean(true);
  private final ByteBuffer stack =
      ByteBuffer.allocateDirect(8 * (1 + IDS)).order(ByteOrder.nativeOrder());
  private final List<Consumer<Object[]>> listeners = new CopyOnWriteArrayList<>();
  private final List<WeakReference<Predicate<long[]>>> sources = new CopyOnWriteArrayList<>();
  private long correlationId;

  int listeners() {
    return listeners.size();
  }

  Map<String, Object> functions() {
    Map<String, Object> functions = new HashMap<>();
    functions.put("protocol", 3);
    functions.put("tracing", tracing);
    Supplier<ByteBuffer> stacks = () -> stack;
    functions.put("externalStack", stacks);
    Function<Predicate<long[]>, Runnable> addSource =
        source -> {
          sources.add(new WeakReference<>(source));
          return () -> sources.removeIf(other -> other.get() == source);
        };
    functions.put("addSpanContexts", addSource);
    BiFunction<Consumer<Object[]>, Integer, Runnable> addListener =
        (listener, kinds) -> {
          listeners.add(listener);
          return () -> listeners.remove(listener);
        };
    functions.put("addListener", addListener);
    LongPredicate flush = nanos -> true;
    functions.put("flush", flush);
    Map<String, Object> values =
        Map.of(
            "state",
            "on",
            "runtime",
            "5.2.3",
            "version",
            "5.2.3",
            "hook",
            "on",
            "devices",
            1,
            "otherTools",
            "",
            "message",
            "",
            "gpuClockErrorNanos",
            0L,
            "processKey",
            42L);
    Supplier<Map<String, Object>> status = () -> values;
    functions.put("status", status);
    return functions;
  }

  /** The external id that a kernel would have that this thread launches now. */
  long current() {
    long depth = stack.getLong(0);
    return depth <= 0 || depth > IDS ? 0 : stack.getLong(8 * (int) depth);
  }

  /** Whether any source knows the trace of a span. */
  boolean knows(long id) {
    return sources.stream()
        .map(WeakReference::get)
        .anyMatch(source -> source != null && source.test(new long[] {id, -1, 0, 0, 0}));
  }

  /** A kernel of the current thread: all listeners are told of its call and of it. */
  void launch() {
    correlationId++;
    tell(ActivityKind.HIP_API, "hipLaunchKernel", 1);
    tell(ActivityKind.KERNEL_DISPATCH, "gemm", 1);
  }

  /** Batches of calls that nobody's span was current for. */
  void calls(int count) {
    tell(ActivityKind.HIP_API, "hipFree", count);
    correlationId += count;
  }

  private void tell(ActivityKind kind, String name, int count) {
    long[] words = new long[BatchLayout.WORDS * count];
    Object[] texts = new Object[BatchLayout.TEXTS * count];
    for (int i = 0; i < count; i++) {
      words[i * BatchLayout.WORDS + BatchLayout.KIND] = kind.code();
      words[i * BatchLayout.WORDS + BatchLayout.CORRELATION_ID] = correlationId + i;
      words[i * BatchLayout.WORDS + BatchLayout.EXTERNAL_ID] = current();
      texts[i * BatchLayout.TEXTS + BatchLayout.NAME] = name;
      texts[i * BatchLayout.TEXTS + BatchLayout.KERNEL] = "gemm";
    }
    for (Consumer<Object[]> listener : listeners) {
      try {
        listener.accept(new Object[] {words, texts, new int[] {count}});
      } catch (Throwable e) {
        // As of a stopped application's: the others are told.
      }
    }
  }
}
