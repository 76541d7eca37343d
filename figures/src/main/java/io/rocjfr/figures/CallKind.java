// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * What a call of HIP or OpenCL does for a thread, as {@link FunctionCatalogue} and the function's
 * name say it. Where a thread, or several of them, are in calls of several kinds, the first of
 * these counts.
 */
public enum CallKind {
  /** Loads, compiles or looks up code, or starts the runtime. */
  LOADING,
  /** Allocates memory, or maps it. */
  ALLOCATING,
  /** Frees memory; HIP waits for the GPU to do so. */
  FREEING,
  /** Copies or fills, and returns when that is done; OpenCL's may return before. */
  COPYING,
  /** Copies, fills or prefetches, and returns before that is done. */
  SUBMITTING_COPY,
  /** Launches kernels. */
  LAUNCHING,
  /** Does anything else. */
  OTHER,
  /** Waits for the GPU, or asks it whether it is done. */
  WAITING;

  private static final Pattern POLLS = Pattern.compile("hip(Event|Stream)Query(_spt)?");

  /** In the order of a stream, of parts of memory, or of memory that is there. */
  private static final Pattern ALLOCATES =
      Pattern.compile(
          "hipMalloc\\w*Async|hipHostRegister|hipMem(Create|Map|AddressReserve|PoolCreate)\\w*");

  private static final Pattern FREES =
      Pattern.compile(
          "hipFreeAsync|hipHostUnregister|hipMem(Unmap|Release|AddressFree|PoolDestroy|PoolTrimTo)");

  private static final int KEPT = 10_000;

  /** Programs call few functions, and often. */
  private static final Map<String, CallKind> KNOWN = new ConcurrentHashMap<>();

  /** What calls of a function do. */
  public static CallKind of(String function) {
    CallKind known = KNOWN.get(function);
    if (known == null) {
      known = find(function);
      if (KNOWN.size() < KEPT) {
        KNOWN.put(function, known);
      }
    }
    return known;
  }

  private static CallKind find(String function) {
    if (FunctionCatalogue.waits(function) || POLLS.matcher(function).matches()) {
      return WAITING;
    }
    if (FunctionCatalogue.blocks(function) || FunctionCatalogue.mayBlock(function)) {
      return COPYING;
    }
    if (FunctionCatalogue.isAsynchronous(function)) {
      return SUBMITTING_COPY;
    }
    if (FunctionCatalogue.frees(function) || FREES.matcher(function).matches()) {
      return FREEING;
    }
    if (FunctionCatalogue.allocates(function) || ALLOCATES.matcher(function).matches()) {
      return ALLOCATING;
    }
    if (FunctionCatalogue.loads(function) || function.equals("hipInit")) {
      return LOADING;
    }
    return switch (FunctionCatalogue.categoryOf(function)) {
      case "launch" -> LAUNCHING;
      case "copy" -> SUBMITTING_COPY;
      case "module" -> function.startsWith("clSetKernelArg") ? LAUNCHING : LOADING;
      default -> OTHER;
    };
  }
}
