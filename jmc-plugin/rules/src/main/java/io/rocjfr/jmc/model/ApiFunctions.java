// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import java.util.regex.Pattern;

/**
 * What functions of HIP and OpenCL do, as far as their names say it. Whether an OpenCL function
 * that reads, writes or maps blocks is an argument, which is not recorded.
 */
public final class ApiFunctions {
  private static final Pattern SYNCHRONISATION =
      Pattern.compile("hip(Ctx|Device|Event|Stream)Synchronize(_spt)?|clFinish|clWaitForEvents");
  private static final Pattern COPY = Pattern.compile("hip(Drv)?Mem(cpy|set)\\w*");
  private static final Pattern MAY_BLOCK =
      Pattern.compile(
          "clEnqueue(Read|Write|Map)(Buffer|BufferRect|Image)|clEnqueueSVM(Memcpy|Map)");
  private static final Pattern ALLOCATION =
      Pattern.compile(
          "hip(Malloc|HostMalloc|HostAlloc|MemAlloc|ExtMalloc)\\w*"
              + "|clCreate(Buffer|Image|Pipe)\\w*|clSVMAlloc");
  private static final Pattern FREE =
      Pattern.compile(
          "hip(Free(Host|Array|MipmappedArray)?|HostFree)|clReleaseMemObject|clSVMFree");
  private static final Pattern REFERENCE =
      Pattern.compile("clRetainMemObject|clCreateSubBuffer|clCreateFrom\\w+");
  private static final Pattern ERROR_TEXT = Pattern.compile("hip(Drv)?GetError(String|Name)");

  private ApiFunctions() {}

  /**
   * Whether it returns only when work that was submitted before has ended, and does nothing else.
   */
  public static boolean isSynchronisation(String function) {
    return SYNCHRONISATION.matcher(function).matches();
  }

  /** Whether it is one of OpenCL's. */
  public static boolean isOpenCl(String function) {
    return function.startsWith("cl");
  }

  /** Whether it says that it copies or fills, and returns only when that is done. */
  public static boolean isBlockingCopy(String function) {
    return COPY.matcher(function).matches() && !isAsynchronous(function);
  }

  /** Whether it is one of OpenCL's that block if an argument says so. */
  public static boolean mayBlock(String function) {
    return MAY_BLOCK.matcher(function).matches();
  }

  /** Whether it says that it returns before the work is done. */
  public static boolean isAsynchronous(String function) {
    return function.contains("Async");
  }

  /** Whether it allocates at once; what allocates from a pool in stream order does not count. */
  public static boolean isAllocation(String function) {
    return ALLOCATION.matcher(function).matches() && !isAsynchronous(function);
  }

  /**
   * Whether it frees: HIP's at once, for which they wait for the GPU; OpenCL's if nobody else holds
   * the object, see {@link #isReference}.
   */
  public static boolean isFree(String function) {
    return FREE.matcher(function).matches();
  }

  /** Whether it allocates nothing, but is followed by a release, which then frees nothing. */
  public static boolean isReference(String function) {
    return REFERENCE.matcher(function).matches();
  }

  /** Whether it launches work that was put together before: a graph, a command buffer. */
  public static boolean isGraphLaunch(String function) {
    return function.startsWith("hipGraphLaunch") || function.startsWith("clEnqueueCommandBuffer");
  }

  /** Whether it turns an error into text, which a program asks for when a call has failed. */
  public static boolean isErrorText(String function) {
    return ERROR_TEXT.matcher(function).matches();
  }
}
