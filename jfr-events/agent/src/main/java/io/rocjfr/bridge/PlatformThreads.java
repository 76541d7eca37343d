// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Platform threads by their ids, for records that were made where the JVM told no name. */
final class PlatformThreads {
  private static final MethodHandle ID = threadId();

  private PlatformThreads() {}

  /** Thread.threadId, which no class of the application overrides; null before JDK 19. */
  private static MethodHandle threadId() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "threadId", MethodType.methodType(long.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** The live platform thread of this id; null if there is none, or this JDK does not tell. */
  static Thread find(long id) {
    if (ID == null) {
      return null;
    }
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] threads;
    int count;
    do {
      threads = new Thread[2 * root.activeCount() + 8];
      count = root.enumerate(threads);
    } while (count == threads.length);
    for (int i = 0; i < count; i++) {
      if (idOf(threads[i]) == id) {
        return threads[i];
      }
    }
    return null;
  }

  private static long idOf(Thread thread) {
    try {
      return (long) ID.invokeExact(thread);
    } catch (Throwable t) {
      throw new IllegalStateException(t); // it throws nothing
    }
  }
}
