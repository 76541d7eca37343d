// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import java.util.regex.Pattern;

/** What functions of the HIP API do, as far as their names say it. */
public final class HipFunctions {
  /** The functions of {@link #isSynchronisation}, for filters of JMC. */
  public static final String SYNCHRONISATION = "hip(Ctx|Device|Event|Stream)Synchronize(_spt)?";

  private static final Pattern SYNCHRONISATION_NAMES = Pattern.compile(SYNCHRONISATION);
  private static final Pattern COPY = Pattern.compile("hip(Drv)?Mem(cpy|set)\\w*");
  private static final Pattern ALLOCATION =
      Pattern.compile("hip(Malloc|HostMalloc|HostAlloc|MemAlloc|ExtMalloc)\\w*");
  private static final Pattern FREE =
      Pattern.compile("hip(Free(Host|Array|MipmappedArray)?|HostFree)");
  private static final Pattern ERROR_TEXT = Pattern.compile("hip(Drv)?GetError(String|Name)");

  private HipFunctions() {}

  /**
   * Whether it returns only when work that was submitted before has ended, and does nothing else.
   */
  public static boolean isSynchronisation(String function) {
    return SYNCHRONISATION_NAMES.matcher(function).matches();
  }

  /** Whether it copies or fills, and returns only when that is done. */
  public static boolean isBlockingCopy(String function) {
    return COPY.matcher(function).matches() && !isAsynchronous(function);
  }

  /** Whether it says that it returns before the work is done. */
  public static boolean isAsynchronous(String function) {
    return function.contains("Async");
  }

  /** Whether it allocates at once; what allocates from a pool in stream order does not count. */
  public static boolean isAllocation(String function) {
    return ALLOCATION.matcher(function).matches() && !isAsynchronous(function);
  }

  /** Whether it frees at once, for which it waits for the GPU. */
  public static boolean isFree(String function) {
    return FREE.matcher(function).matches();
  }

  /** Whether it turns an error into text, which a program asks for when a call has failed. */
  public static boolean isErrorText(String function) {
    return ERROR_TEXT.matcher(function).matches();
  }
}
