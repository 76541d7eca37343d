// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Map;
import java.util.Set;

/**
 * Calls that ask whether there is something, and say by an error that there is not. Libraries make
 * them by design: rocBLAS asks for kernels that it may not have. They are no failures of a program.
 */
public final class LookUps {
  private static final Map<String, Set<String>> ANSWERS =
      Map.ofEntries(
          Map.entry("hipModuleGetFunction", Set.of("hipErrorNotFound")),
          Map.entry("hipModuleGetGlobal", Set.of("hipErrorNotFound")),
          Map.entry("hipModuleGetTexRef", Set.of("hipErrorNotFound")),
          Map.entry("hipLibraryGetKernel", Set.of("hipErrorNotFound")),
          Map.entry("hipGetProcAddress", Set.of("hipErrorNotFound", "hipErrorInvalidValue")),
          Map.entry("hipGetSymbolAddress", Set.of("hipErrorInvalidSymbol")),
          Map.entry("hipGetSymbolSize", Set.of("hipErrorInvalidSymbol")),
          Map.entry("hipEventQuery", Set.of("hipErrorNotReady")),
          Map.entry("hipStreamQuery", Set.of("hipErrorNotReady")),
          Map.entry("hipPointerGetAttributes", Set.of("hipErrorInvalidValue")),
          Map.entry("hipPointerGetAttribute", Set.of("hipErrorInvalidValue")),
          Map.entry("hipDeviceEnablePeerAccess", Set.of("hipErrorPeerAccessAlreadyEnabled")),
          Map.entry("hipDeviceDisablePeerAccess", Set.of("hipErrorPeerAccessNotEnabled")),
          Map.entry("hipGetDeviceCount", Set.of("hipErrorNoDevice")),
          Map.entry("clGetDeviceIDs", Set.of("CL_DEVICE_NOT_FOUND")),
          Map.entry("clGetPlatformIDs", Set.of("CL_PLATFORM_NOT_FOUND_KHR")),
          Map.entry("clGetEventProfilingInfo", Set.of("CL_PROFILING_INFO_NOT_AVAILABLE")));

  private LookUps() {}

  /** Whether a function's error is but an answer. */
  public static boolean isOne(String function, String error) {
    return ANSWERS.getOrDefault(function, Set.of()).contains(error);
  }
}
