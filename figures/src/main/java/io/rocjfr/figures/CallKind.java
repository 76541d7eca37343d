// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a call of HIP or OpenCL does for a thread, as {@link FunctionCatalogue} says it; of
 * functions that it lacks, as the category says that their events have. Where a thread, or several
 * of them, are in calls of several kinds, the first of these counts.
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

  /** Of functions that the catalogue has. */
  private static final Map<String, CallKind> KNOWN = new ConcurrentHashMap<>();

  /**
   * What a call does.
   *
   * @param category that of its event, which another version of rocjfr may have written
   */
  public static CallKind of(String function, String category) {
    if (!FunctionCatalogue.knows(function)) {
      return ofCategory(category);
    }
    CallKind known = KNOWN.get(function);
    if (known == null) {
      known = find(function);
      KNOWN.put(function, known);
    }
    return known;
  }

  private static CallKind find(String function) {
    if (FunctionCatalogue.waits(function) || FunctionCatalogue.polls(function)) {
      return WAITING;
    }
    if (FunctionCatalogue.blocks(function) || FunctionCatalogue.mayBlock(function)) {
      return COPYING;
    }
    if (FunctionCatalogue.isAsynchronous(function)) {
      return SUBMITTING_COPY;
    }
    if (FunctionCatalogue.frees(function) || FunctionCatalogue.unmaps(function)) {
      return FREEING;
    }
    if (FunctionCatalogue.allocates(function) || FunctionCatalogue.maps(function)) {
      return ALLOCATING;
    }
    if (FunctionCatalogue.loads(function)) {
      return LOADING;
    }
    return FunctionCatalogue.preparesLaunch(function)
        ? LAUNCHING
        : ofCategory(FunctionCatalogue.categoryOf(function));
  }

  private static CallKind ofCategory(String category) {
    return switch (category) {
      case "launch" -> LAUNCHING;
      case "copy" -> SUBMITTING_COPY;
      case "module" -> LOADING;
      case "wait" -> WAITING;
      default -> OTHER;
    };
  }
}
