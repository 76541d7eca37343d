// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.NativeLibrary;

/** Loads OpenCL as a program does, to see what is found of it. */
public final class OpenClProbe {
  private OpenClProbe() {}

  /**
   * Has the loader load the platforms.
   *
   * @return how many there are; -1 if there is no loader
   */
  public static int load() {
    try {
      int[] count = {0};
      Object[] arguments = {0, null, count};
      NativeLibrary.getInstance("libOpenCL.so.1")
          .getFunction("clGetPlatformIDs")
          .invokeInt(arguments);
      return count[0];
    } catch (UnsatisfiedLinkError e) {
      return -1;
    }
  }
}
