// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.lang.invoke.MethodHandle;

/**
 * The threads that JFR does not record: what is committed there vanishes without a word. They run
 * event streams.
 */
public final class ExcludedThreads {
  private static volatile MethodHandle known;

  /** {@code boolean isExcluded(Thread)}; null if there is no such method. */
  private final MethodHandle isExcluded;

  private ExcludedThreads(MethodHandle isExcluded) {
    this.isExcluded = isExcluded;
  }

  /**
   * Says how JFR is asked, before it is.
   *
   * @param isExcluded takes a thread, returns whether JFR excludes it
   */
  public static void askBy(MethodHandle isExcluded) {
    known = isExcluded;
  }

  static ExcludedThreads find() {
    return new ExcludedThreads(known);
  }

  /** Whether JFR records nothing of the calling thread. */
  boolean excludesCaller() throws Throwable {
    return isExcluded != null && (boolean) isExcluded.invokeExact(Thread.currentThread());
  }
}
