// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * What the agent gives to this API. Only JDK types cross, since the agent lives in a loader of its
 * own and there may be several copies of this package:
 *
 * <ul>
 *   <li>The agent defines one in the bootstrap loader, which all parent-first loaders see.
 *   <li>A child-first or module loader has its own copy. This copy finds the bootstrap copy when
 *       this class is initialised.
 *   <li>A late agent finds and connects the copies that exist already. It then defines no bootstrap
 *       copy, which would mix with these. Instead it connects the system loader's copy too, and
 *       later copies find that one.
 * </ul>
 */
final class Link {
  /** Changes with the meaning of a function or of {@link BatchLayout}. */
  static final int PROTOCOL = 3;

  /** Null while there is no agent. The agent of another copy reads this field by its name. */
  private static volatile Map<String, Object> functions;

  static volatile Supplier<ByteBuffer> externalStack;
  static volatile Supplier<ByteBuffer> virtualTable;
  static volatile LongAdder skippedVirtual;
  static volatile LongAdder evictedVirtual;
  static volatile LongAdder tooDeep;
  static volatile Consumer<String> roctxMark;
  static volatile ToIntFunction<String> roctxPush;
  static volatile IntSupplier roctxPop;
  static volatile ToLongFunction<String> roctxStart;
  static volatile LongConsumer roctxStop;
  static volatile Supplier<Map<String, Object>> status;
  static volatile Supplier<Map<String, Long>> lost;
  static volatile Supplier<Map<String, Long>> pendingWork;
  static volatile Supplier<Map<Integer, Map<String, Long>>> pendingWorkByDevice;
  static volatile AtomicBoolean tracing;
  static volatile Function<Predicate<long[]>, Runnable> addSpanContexts;
  static volatile BiFunction<Consumer<Object[]>, Integer, Runnable> addListener;
  static volatile LongPredicate flush;

  static {
    if (!adopt(null)) {
      adopt(ClassLoader.getSystemClassLoader());
    }
  }

  private Link() {}

  /** Of {@link AgentFunctions}. */
  static Object find(String name) {
    Map<String, Object> found = functions;
    return found == null ? null : found.get(name);
  }

  /** Does what the agent did to the copy in another loader; false if there is no such copy. */
  private static boolean adopt(ClassLoader loader) {
    try {
      Class<?> copy = Class.forName(Link.class.getName(), true, loader);
      if (copy != Link.class) {
        Field field = copy.getDeclaredField("functions");
        field.setAccessible(true);
        @SuppressWarnings("unchecked")
        Map<String, Object> found = (Map<String, Object>) field.get(null);
        if (found != null) {
          connect(found);
        }
      }
      return true;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      // No agent, or one that this copy does not understand: everything stays a no-op.
      return false;
    }
  }

  /**
   * Called by the agent, by name. What a registration throws is thrown when all is connected: one
   * that fails keeps neither the others nor this copy from it.
   *
   * @return false if this copy speaks another protocol; it stays a no-op then
   */
  @SuppressWarnings("unchecked") // the protocol says what is behind a name
  static synchronized boolean connect(Map<String, Object> agent) {
    if (!Integer.valueOf(PROTOCOL).equals(agent.get("protocol"))) {
      return false;
    }
    if (functions != null) {
      return true;
    }
    skippedVirtual = (LongAdder) agent.get("skippedVirtual");
    evictedVirtual = (LongAdder) agent.get("evictedVirtual");
    tooDeep = (LongAdder) agent.get("tooDeep");
    virtualTable = (Supplier<ByteBuffer>) agent.get("virtualTable");
    roctxMark = (Consumer<String>) agent.get("roctxMark");
    roctxPush = (ToIntFunction<String>) agent.get("roctxPush");
    roctxPop = (IntSupplier) agent.get("roctxPop");
    roctxStart = (ToLongFunction<String>) agent.get("roctxStart");
    roctxStop = (LongConsumer) agent.get("roctxStop");
    lost = (Supplier<Map<String, Long>>) agent.get("lost");
    pendingWork = (Supplier<Map<String, Long>>) agent.get("pendingWork");
    pendingWorkByDevice =
        (Supplier<Map<Integer, Map<String, Long>>>) agent.get("pendingWorkByDevice");
    externalStack = (Supplier<ByteBuffer>) agent.get("externalStack");
    addListener = (BiFunction<Consumer<Object[]>, Integer, Runnable>) agent.get("addListener");
    addSpanContexts = (Function<Predicate<long[]>, Runnable>) agent.get("addSpanContexts");
    flush = (LongPredicate) agent.get("flush");
    tracing = (AtomicBoolean) agent.get("tracing");
    functions = agent;
    try {
      Listeners.connected();
    } finally {
      try {
        SpanContexts.connected();
      } finally {
        // Last, since it says that the agent is there: what is done from then on listeners hear.
        status = (Supplier<Map<String, Object>>) agent.get("status");
      }
    }
    return true;
  }
}
