// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * What we keep for each thread. A server's threads outlive an application, and their objects would
 * keep its loader. So if that loader may go, a platform thread has only a weak reference, and a map
 * here has the object. A virtual thread has the object itself, because it ends with its task.
 */
final class ThreadLocals {
  private static final MethodHandle IS_VIRTUAL = isVirtual();

  private static final ThreadLocal<Object> VALUES = new ThreadLocal<>();
  private static final boolean WEAK = ScopeTracking.isRedeployable();

  /** By thread: an entry goes with its thread. */
  private static final Map<Thread, ThreadSpans> HELD = new WeakHashMap<>();

  /** Whether any thread has ever had one. What a thread itself has set it sees. */
  private static boolean used;

  private ThreadLocals() {}

  /** Whether the calling thread has open scopes of ours. Costs nothing before there was one. */
  static boolean areInScope() {
    if (!used) {
      return false;
    }
    ThreadSpans spans = get();
    return spans != null && spans.depth() > 0;
  }

  /** The calling thread's; null if there is none. */
  static ThreadSpans get() {
    Object value = VALUES.get();
    if (value instanceof ThreadSpans spans) {
      return spans;
    }
    return value instanceof WeakReference<?> reference ? (ThreadSpans) reference.get() : null;
  }

  /** Sets the calling thread's. */
  static void set(ThreadSpans spans) {
    used = true;
    if (!WEAK || onVirtualThread()) {
      VALUES.set(spans);
      return;
    }
    synchronized (HELD) {
      HELD.put(Thread.currentThread(), spans);
    }
    VALUES.set(new WeakReference<>(spans));
  }

  private static boolean onVirtualThread() {
    try {
      return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
    } catch (Throwable e) {
      throw new IllegalStateException("Thread.isVirtual throws nothing", e);
    }
  }

  private static MethodHandle isVirtual() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException e) { // a JDK before 21
      return MethodHandles.dropArguments(
          MethodHandles.constant(boolean.class, false), 0, Thread.class);
    }
  }
}
