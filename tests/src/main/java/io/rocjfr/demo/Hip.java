// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.demo;

import com.sun.jna.Library;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;

/**
 * The functions of the HIP runtime that the demo calls. Each returns a hipError_t. All of them are
 * traced by all versions of the runtime; 5.2 leaves out hipGetDeviceCount and hipRuntimeGetVersion.
 */
interface Hip extends Library {
  int MEMCPY_HOST_TO_DEVICE = 1;
  int MEMCPY_DEVICE_TO_HOST = 2;

  /** Fills a hipDeviceProp_t of the layout before 6.0. */
  int hipGetDeviceProperties(Pointer properties, int device);

  /** Fills a hipDeviceProp_t of the layout since 6.0. */
  int hipGetDevicePropertiesR0600(Pointer properties, int device);

  int hipModuleLoadData(PointerByReference module, Pointer image);

  int hipModuleGetFunction(PointerByReference function, Pointer module, String name);

  int hipModuleLaunchKernel(
      Pointer function,
      int gridX,
      int gridY,
      int gridZ,
      int blockX,
      int blockY,
      int blockZ,
      int sharedBytes,
      Pointer stream,
      Pointer parameters,
      Pointer extra);

  int hipModuleUnload(Pointer module);

  int hipMalloc(PointerByReference address, NativeLong bytes);

  int hipMemcpy(Pointer to, Pointer from, NativeLong bytes, int kind);

  int hipFree(Pointer address);

  int hipDeviceSynchronize();
}
