// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

/** The setting {@code rocjfr.LaunchSite#operations}: the functions whose callers are sampled. */
public final class LaunchSiteOperationsSetting extends GlobsSetting {
  /** Launches, copies, fills, synchronisations and allocations, of HIP and of OpenCL. */
  public static final String DEFAULT =
      "hip*Launch*,hipMemcpy*,hipDrvMemcpy*,hipMemset*,hip*Synchronize,hipMalloc*"
          + ",hipExtMalloc*,hipHostMalloc,hipHostAlloc,hipMemAlloc*,hipMemCreate,hipArray*Create"
          + ",clEnqueueNDRange*,clEnqueueTask,clEnqueueNative*,clEnqueueCommandBuffer*"
          + ",clEnqueueMigrate*,clEnqueueRead*,clEnqueueWrite*,clEnqueueCopy*,clEnqueueFill*"
          + ",clEnqueueMap*,clEnqueueUnmap*,clEnqueueSVM*,clFinish,clWaitForEvents"
          + ",clCreateBuffer*,clCreateImage*,clSVMAlloc";

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
