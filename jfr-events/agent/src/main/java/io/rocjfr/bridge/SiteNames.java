// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;

/**
 * Names of functions and kernels for threads of the application, which must not wait for each
 * other: each is asked for once or, where two threads meet, twice.
 */
final class SiteNames {
  /** Beside HIP's, as the tracer numbers them. */
  static final int OPENCL = 1 << 16;

  private static final int FUNCTIONS = 1024;
  private static final int KERNELS = 1 << 14;

  private final Tracer tracer;
  private final AtomicReferenceArray<String> hip = new AtomicReferenceArray<>(FUNCTIONS);
  private final AtomicReferenceArray<String> openCl = new AtomicReferenceArray<>(FUNCTIONS);
  private final AtomicReferenceArray<String> kernels = new AtomicReferenceArray<>(KERNELS);

  SiteNames(Tracer tracer) {
    this.tracer = tracer;
  }

  /** Never null. */
  String function(int function) {
    boolean isOpenCl = function >= OPENCL;
    int id = isOpenCl ? function - OPENCL : function;
    String name = isOpenCl ? get(openCl, id, tracer::openClApiName) : get(hip, id, tracer::apiName);
    return name != null ? name : (isOpenCl ? "clFunction" : "hipFunction") + id;
  }

  /** Null for 0 and where it is not known. */
  String kernel(int ref) {
    return ref <= 0 ? null : get(kernels, ref, this::demangled);
  }

  private String demangled(int ref) {
    String demangled = tracer.demangled(ref);
    return demangled != null ? demangled : tracer.symbol(ref);
  }

  private static String get(
      AtomicReferenceArray<String> known, int index, IntFunction<String> ask) {
    if (index < 0 || index >= known.length()) {
      return ask.apply(index);
    }
    String name = known.get(index);
    if (name == null) {
      name = ask.apply(index);
      if (name != null) {
        known.set(index, name);
      }
    }
    return name;
  }
}
