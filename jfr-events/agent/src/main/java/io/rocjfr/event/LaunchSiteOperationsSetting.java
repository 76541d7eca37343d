// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

/** The setting {@code rocjfr.LaunchSite#operations}: the functions whose callers are sampled. */
public final class LaunchSiteOperationsSetting extends GlobsSetting {
  /**
   * Launches, copies, fills, synchronisations and allocations, of HIP and of OpenCL. These are
   * globs and not what the catalogue makes, since people read and change them, and they hold for
   * functions of later releases. A test compares them with the catalogue.
   */
  public static final String DEFAULT =
      "hip*Launch*,hipMemcpy*,hipDrvMemcpy*,hipMemset*,hip*Synchronize*,hipMalloc*"
          + ",hipExtMalloc*,hip*HostAlloc,hipHostMalloc,hipMemAlloc*,hipMemCreate,hip*Array*Create"
          + ",clEnqueueNDRange*,clEnqueueTask,clEnqueueNative*,clEnqueueCommandBuffer*"
          + ",clEnqueueMigrate*,clEnqueueRead*,clEnqueueWrite*,clEnqueueCopy*,clEnqueueFill*"
          + ",clEnqueueMap*,clEnqueueUnmap*,clEnqueueSVM*,clFinish,clWaitForEvents"
          + ",clCreateBuffer*,clCreateImage*,clCreatePipe,clSVMAlloc";

  private static volatile String current = DEFAULT;

  public LaunchSiteOperationsSetting() {
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
