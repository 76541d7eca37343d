// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.file.Path;

/**
 * HIP calls while this thread keeps the collector from moving an array: tests/native/jnicritical.c.
 */
final class Critical {
  private Critical() {}

  static void load(Path library) {
    System.load(library.toAbsolutePath().toString());
  }

  /** Copies an array to the GPU, {@code times} times, within one critical region. */
  static void copy(NativeLibrary runtime, Counts counts, long device, byte[] array, int times) {
    long function = Pointer.nativeValue(runtime.getFunction("hipMemcpy"));
    int result = copyWithin(function, device, array, times);
    counts.add("calls/hipMemcpy", times);
    counts.add("copies/HostToDevice", times);
    if (result != 0) {
      throw new IllegalStateException("hipMemcpy failed with hipError_t " + result);
    }
  }

  private static native int copyWithin(long hipMemcpy, long device, byte[] array, int times);
}
