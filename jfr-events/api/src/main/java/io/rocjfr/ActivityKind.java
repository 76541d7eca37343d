// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

/** What an activity is. */
public enum ActivityKind {
  /** A call of the HIP API, on the host. */
  HIP_API(0),
  /** The execution of a kernel on the GPU. */
  KERNEL_DISPATCH(1),
  /** A copy or fill of memory by the GPU. */
  MEM_COPY(2),
  /** A barrier or marker in a queue of the GPU. */
  BARRIER(3),
  /** A roctx range, from push to pop or from start to stop. */
  ROCTX_RANGE(4),
  /** A roctx mark. */
  ROCTX_MARK(5),
  /**
   * A call of the OpenCL API, on the host. A listener without this kind gets no kernels and copies
   * of OpenCL, either.
   */
  OPENCL_API(6);

  private static final ActivityKind[] VALUES = values();

  private final int code;

  ActivityKind(int code) {
    this.code = code;
  }

  /** The number of this kind between the agent and this API. */
  public int code() {
    return code;
  }

  static ActivityKind of(int code) {
    return VALUES[code];
  }
}
