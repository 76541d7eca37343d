// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

/**
 * The setting {@code rocjfr.HipApi#results}: the functions of which the runtime is asked what their
 * calls return.
 */
public final class ResultsSetting extends GlobsSetting {
  /**
   * Allocations, copies, modules, streams, events, graphs and the choice of devices: of these most
   * failures come, and the question is small beside what they do. Not launches.
   */
  public static final String DEFAULT =
      "hipMalloc*,hipExtMalloc*,hipFree*,hipHost*,hipMem*,hipDrvMem*,hipArray*,hipImport*"
          + ",hipExternalMemory*,hipIpc*,hipModuleLoad*,hipModuleUnload,hipModuleGet*,hipLibrary*"
          + ",hipStream*,hipExtStream*,hipEvent*,hipGraph*,hipSetDevice,hipDevice*";

  private static volatile String current = DEFAULT;

  public ResultsSetting() {
    super(DEFAULT);
  }

  /** The globs in force, comma-separated. A new string object after each change. */
  public static String current() {
    return current;
  }

  @Override
  void set(String globs) {
    current = globs;
  }
}
