// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

/** What can be traced: the runtime calls of an API, or the work of a device. */
public enum Domain {
  /** Calls of the HSA API. Can be traced in C only. */
  HSA_API(0),
  /** HSA's work on the device. Can be traced in C only; HIP's work is in HIP_OPS. */
  HSA_OPS(1),
  /** HIP's work on the device: records only. Operations DISPATCH, COPY and BARRIER. */
  HIP_OPS(2),
  /** Calls of the HIP API: callbacks and records. Operations are its functions' names. */
  HIP_API(3),
  /** Of the kernel driver; nothing can be traced. */
  KFD_API(4),
  /** The domain of records that hold an external correlation id; nothing to enable. */
  EXT_API(5),
  /**
   * Calls of roctx: callbacks only. Operations roctxMark, roctxRangePush, roctxRangePop,
   * roctxRangeStart and roctxRangeStop.
   */
  ROCTX(6),
  /** HSA's events. Can be traced in C only. */
  HSA_EVT(7);

  private static final Domain[] ALL = values();

  private final int code;

  Domain(int code) {
    this.code = code;
  }

  /** The number that AMD's headers give it. */
  public int code() {
    return code;
  }

  static Domain of(int code) {
    return ALL[code];
  }
}
