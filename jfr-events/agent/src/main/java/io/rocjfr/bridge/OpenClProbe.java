// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** Loads OpenCL as a program does, to see what is found of it. */
public final class OpenClProbe {
  private static final long ALL_DEVICES = 0xFFFFFFFFL;

  /** CL_DEVICE_TYPE_GPU and CL_DEVICE_TYPE_ACCELERATOR. */
  private static final long NO_CPUS = 1 << 2 | 1 << 3;

  /**
   * Which devices there are.
   *
   * @param all how many; -1 if there is no loader
   * @param gpus how many of them are GPUs or accelerators, and no CPUs
   */
  public record Devices(int all, int gpus) {}

  private OpenClProbe() {}

  /** Has the loader load the platforms, and asks them for their devices. */
  public static Devices devices() {
    try {
      NativeLibrary loader = NativeLibrary.getInstance("libOpenCL.so.1");
      int[] count = {0};
      loader.getFunction("clGetPlatformIDs").invokeInt(new Object[] {0, null, count});
      if (count[0] <= 0) {
        return new Devices(0, 0);
      }
      Pointer[] platforms = new Pointer[count[0]];
      loader
          .getFunction("clGetPlatformIDs")
          .invokeInt(new Object[] {platforms.length, platforms, null});
      int all = 0;
      int gpus = 0;
      for (Pointer platform : platforms) {
        all += devices(loader, platform, ALL_DEVICES);
        gpus += devices(loader, platform, NO_CPUS);
      }
      return new Devices(all, gpus);
    } catch (UnsatisfiedLinkError e) {
      return new Devices(-1, 0);
    }
  }

  private static int devices(NativeLibrary loader, Pointer platform, long types) {
    int[] count = {0}; // stays so where the platform has none, which is an error
    loader.getFunction("clGetDeviceIDs").invokeInt(new Object[] {platform, types, 0, null, count});
    return count[0];
  }
}
