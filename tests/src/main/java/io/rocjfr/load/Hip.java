// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The HIP functions that the load calls, mapped directly; addresses and sizes are longs. */
final class Hip {
  static final int HOST_TO_DEVICE = 1;
  static final int DEVICE_TO_HOST = 2;
  static final int DEVICE_TO_DEVICE = 3;

  /** The newest first. */
  private static final List<String> NAMES =
      IntStream.rangeClosed(0, 15)
          .mapToObj(older -> "libamdhip64.so." + (20 - older))
          .collect(Collectors.toList());

  private Hip() {}

  /** Loads the runtime; the first one that the loader finds. */
  static NativeLibrary load() {
    UnsatisfiedLinkError first = null;
    for (String name : NAMES) {
      try {
        NativeLibrary library = NativeLibrary.getInstance(name);
        Native.register(Hip.class, library);
        return library;
      } catch (UnsatisfiedLinkError e) {
        first = first == null ? e : first;
      }
    }
    throw first;
  }

  static native int hipGetDevice(Pointer device);

  static native int hipMalloc(Pointer address, long bytes);

  static native int hipFree(long address);

  static native int hipStreamCreate(Pointer stream);

  static native int hipStreamSynchronize(long stream);

  static native int hipDeviceSynchronize();

  static native int hipMemcpy(long to, long from, long bytes, int kind);

  static native int hipMemcpyAsync(long to, long from, long bytes, int kind, long stream);

  static native int hipMemsetAsync(long to, int value, long bytes, long stream);

  static native int hipModuleLoadData(Pointer module, Pointer image);

  static native int hipModuleUnload(long module);

  static native int hipModuleGetFunction(Pointer function, long module, String name);

  static native int hipModuleLaunchKernel(
      long function,
      int gridX,
      int gridY,
      int gridZ,
      int blockX,
      int blockY,
      int blockZ,
      int sharedBytes,
      long stream,
      Pointer parameters,
      Pointer extra);
}
