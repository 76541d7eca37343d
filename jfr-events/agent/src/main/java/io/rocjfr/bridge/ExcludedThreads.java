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

  /** Found once, and constant from then on: what the JIT compiler knows is asked directly. */
  private static final class Known {
    /** {@code boolean isExcluded(Thread)}; null if there is no such method. */
    static final MethodHandle IS_EXCLUDED = known;
  }

  private ExcludedThreads() {}

  /**
   * Says how JFR is asked, before it is.
   *
   * @param isExcluded takes a thread, returns whether JFR excludes it
   */
  public static void askBy(MethodHandle isExcluded) {
    known = isExcluded;
  }

  /** Whether JFR records nothing of the calling thread. */
  static boolean excludeCaller() throws Throwable {
    return Known.IS_EXCLUDED != null
        && (boolean) Known.IS_EXCLUDED.invokeExact(Thread.currentThread());
  }
}
