// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

import java.util.List;

/** Names of operations that do not depend on a runtime, by their numbers. */
final class Operations {
  private static final List<String> HSA_OPS = List.of("DISPATCH", "COPY", "BARRIER", "PCSAMPLE");
  private static final List<String> HIP_OPS = List.of("DISPATCH", "COPY", "BARRIER");
  private static final List<String> ROCTX =
      List.of("roctxMark", "roctxRangePush", "roctxRangePop", "roctxRangeStart", "roctxRangeStop");
  private static final List<String> HSA_EVT =
      List.of("ALLOCATE", "DEVICE", "MEMCOPY", "SUBMIT", "KSYMBOL", "CODEOBJ");

  private Operations() {}

  /** Empty where the native library has to be asked. */
  static List<String> of(Domain domain) {
    return switch (domain) {
      case HSA_OPS -> HSA_OPS;
      case HIP_OPS -> HIP_OPS;
      case ROCTX -> ROCTX;
      case HSA_EVT -> HSA_EVT;
      case HSA_API, HIP_API, KFD_API, EXT_API -> List.of();
    };
  }
}
