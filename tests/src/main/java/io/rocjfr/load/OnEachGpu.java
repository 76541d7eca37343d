// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * A program that uses each GPU that HIP shows, the first one once, the next one twice and so on:
 * each time a kernel and a copy. It prints {@code device ORDINAL TIMES PLACE}, the place on the
 * bus.
 */
public final class OnEachGpu {
  private static final int BYTES = 4096;

  private OnEachGpu() {}

  /** No arguments. */
  public static void main(String[] arguments) {
    NativeLibrary hip = Hip.load();
    Counts counts = new Counts();
    try (Memory out = new Memory(64);
        Memory host = new Memory(BYTES)) {
      call(hip, "hipGetDeviceCount", out);
      int devices = out.getInt(0);
      for (int device = 0; device < devices; device++) {
        call(hip, "hipSetDevice", device);
        Gpu gpu = new Gpu(counts, 1);
        long memory = gpu.malloc(counts, BYTES);
        for (int i = 0; i <= device; i++) {
          gpu.launchEmpty(counts, 1, 0);
          call(
              hip,
              "hipMemcpy",
              memory,
              Pointer.nativeValue(host),
              (long) BYTES,
              Hip.HOST_TO_DEVICE);
        }
        gpu.synchronizeDevice(counts);
        call(hip, "hipDeviceGetPCIBusId", out, (int) out.size(), device);
        System.out.println("device " + device + " " + (device + 1) + " " + out.getString(0));
      }
    }
    System.out.println("end");
  }

  private static void call(NativeLibrary hip, String function, Object... arguments) {
    int result = hip.getFunction(function).invokeInt(arguments);
    if (result != 0) {
      throw new IllegalStateException(function + " failed with hipError_t " + result);
    }
  }
}
