// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** Loads OpenCL as a program does, to see what is found of it. */
public final class OpenClProbe {
  private static final long ALL_DEVICES = 0xFFFFFFFFL;

  private OpenClProbe() {}

  /**
   * Has the loader load the platforms.
   *
   * @return how many devices they have; -1 if there is no loader
   */
  public static int devices() {
    try {
      NativeLibrary loader = NativeLibrary.getInstance("libOpenCL.so.1");
      int[] count = {0};
      loader.getFunction("clGetPlatformIDs").invokeInt(new Object[] {0, null, count});
      if (count[0] <= 0) {
        return 0;
      }
      Pointer[] platforms = new Pointer[count[0]];
      loader
          .getFunction("clGetPlatformIDs")
          .invokeInt(new Object[] {platforms.length, platforms, null});
      int devices = 0;
      for (Pointer platform : platforms) {
        count[0] = 0; // stays so where the platform has none, which is an error
        loader
            .getFunction("clGetDeviceIDs")
            .invokeInt(new Object[] {platform, ALL_DEVICES, 0, null, count});
        devices += count[0];
      }
      return devices;
    } catch (UnsatisfiedLinkError e) {
      return -1;
    }
  }
}
