// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/** Whether the calling thread is a virtual one, on JDKs that know them. */
final class CallingThread {
  private static final MethodHandle IS_VIRTUAL = find();

  private static volatile boolean known;

  private CallingThread() {}

  private static MethodHandle find() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException e) {
      return MethodHandles.dropArguments(
          MethodHandles.constant(boolean.class, false), 0, Thread.class);
    }
  }

  /** The calling one is virtual, and the tracer cannot tell which one it is. */
  static boolean currentIsUnknown() {
    return current() && !areKnown();
  }

  /** Whether the tracer can tell which virtual thread runs on a carrier. */
  private static boolean areKnown() {
    if (!known) {
      Supplier<ByteBuffer> table = Link.virtualTable;
      known = table != null && table.get() != null;
    }
    return known;
  }

  static boolean current() {
    try {
      return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
    } catch (Throwable t) {
      throw new AssertionError(t); // isVirtual throws nothing
    }
  }
}
