// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * What a call of HIP or OpenCL does for a thread, as far as the function's name says it. Where a
 * thread, or several of them, are in calls of several kinds, the first of these counts.
 */
public enum CallKind {
  /** Loads, compiles or looks up code, or starts the runtime. */
  LOADING(
      "hip(Module|Library)(Load|Unload|Get|Enumerate)\\w*|hipGetFuncBySymbol|hipKernelGet\\w+"
          + "|hipLink\\w+|hiprtc\\w+|hipInit"
          + "|cl(Create|Build|Compile|Link|Unload)(Program|Platform)\\w*|clCreateKernel\\w*"),
  /** Allocates memory, or maps it. */
  ALLOCATING(
      "hip(Host)?Malloc\\w*|hipExtMalloc\\w*|hipHostAlloc|hipHostRegister|hipArray3?D?Create"
          + "|hipMem(Alloc|Create|Map|AddressReserve|SetAccess)\\w*|hipMemPoolCreate"
          + "|clCreate(Buffer|Image|Pipe)\\w*|clSVMAlloc"),
  /** Frees memory; HIP waits for the GPU to do so. */
  FREEING(
      "hip(Host)?Free\\w*|hipHostUnregister|hipArrayDestroy|hipMem(Unmap|Release|AddressFree)"
          + "|hipMemPool(Destroy|TrimTo)|clReleaseMemObject|clSVMFree"),
  /** Copies or fills, and returns when that is done; OpenCL's may return before. */
  COPYING(
      "hip(Drv)?Mem(cpy|set)\\w*|cl(Enqueue|SVM)(Read|Write|Map|Unmap|Copy|Fill|Migrate)\\w*"
          + "|clEnqueueSVM\\w+"),
  /** Copies, fills or prefetches, and returns before that is done. */
  SUBMITTING_COPY("hip(Drv)?Mem(cpy|set|Prefetch)\\w*Async(_spt)?"),
  /** Launches kernels. */
  LAUNCHING(
      "\\w*hip\\w*Launch\\w*|hipConfigureCall|hipSetupArgument|\\w*hipP(ush|op)CallConfiguration"
          + "|clEnqueue(NDRange|Task|Native|CommandBuffer)\\w*|clSetKernelArg\\w*"),
  /** Does anything else. */
  OTHER(""),
  /** Waits for the GPU, or asks it whether it is done. */
  WAITING(
      "hip(Ctx|Device|Event|Stream)Synchronize(_spt)?|hip(Event|Stream)Query(_spt)?|clFinish"
          + "|clWaitForEvents");

  private static final int KEPT = 10_000;

  /** Programs call few functions, and often. */
  private static final Map<String, CallKind> KNOWN = new ConcurrentHashMap<>();

  private final Pattern functions;

  CallKind(String functions) {
    this.functions = Pattern.compile(functions);
  }

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
    if (SUBMITTING_COPY.functions.matcher(function).matches()) {
      return SUBMITTING_COPY;
    }
    for (CallKind kind : values()) {
      if (kind.functions.matcher(function).matches()) {
        return kind;
      }
    }
    return OTHER;
  }
}
