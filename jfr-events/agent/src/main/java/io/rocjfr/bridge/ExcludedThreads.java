// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The threads that JFR does not record: what is committed there vanishes without a word. They run
 * event streams.
 */
final class ExcludedThreads {
  private static final String JVM = "jdk.jfr.internal.JVM";

  /** {@code boolean isExcluded(Thread)}; null if there is no such method. */
  private final MethodHandle isExcluded;

  private ExcludedThreads(MethodHandle isExcluded) {
    this.isExcluded = isExcluded;
  }

  /** Asks the JDK, whose package {@code jdk.jfr.internal} is open to our module. */
  static ExcludedThreads find() {
    try {
      Class<?> jvm = Class.forName(JVM, false, null);
      MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(jvm, MethodHandles.lookup());
      MethodType type = MethodType.methodType(boolean.class, Thread.class);
      MethodHandle method;
      try {
        method = lookup.findStatic(jvm, "isExcluded", type);
      } catch (NoSuchMethodException | IllegalAccessException e) { // up to JDK 21
        Object only = lookup.findStatic(jvm, "getJVM", MethodType.methodType(jvm)).invoke();
        method = lookup.findVirtual(jvm, "isExcluded", type).bindTo(only);
      }
      return new ExcludedThreads(method);
    } catch (Throwable e) {
      Log.info("JFR does not tell which threads it excludes: " + e);
      return new ExcludedThreads(null);
    }
  }

  /** Whether JFR records nothing of the calling thread. */
  boolean excludesCaller() throws Throwable {
    return isExcluded != null && (boolean) isExcluded.invokeExact(Thread.currentThread());
  }
}
