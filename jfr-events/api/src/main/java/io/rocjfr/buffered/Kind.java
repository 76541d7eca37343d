// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.buffered;

import java.util.List;

/** What is recorded; the names are the rocprofiler-SDK's. */
public enum Kind {
  /** Calls of HIP's functions. */
  HIP_RUNTIME_API(5),
  /** Calls that the HIP compiler puts into programs, where the runtime reports them. */
  HIP_COMPILER_API(6),
  /** Marks and ranges of roctx, each call. */
  MARKER_CORE_API(7),
  /** Requests to pause and resume. */
  MARKER_CONTROL_API(8),
  /** Names that the program gives to threads, devices and streams. */
  MARKER_NAME_API(9),
  /** Copies on a GPU; fills are dispatches. */
  MEMORY_COPY(10),
  /** Kernels that a GPU has executed. */
  KERNEL_DISPATCH(11),
  /** Correlation ids of which no more records come. It has no operations. */
  CORRELATION_ID_RETIREMENT(13),
  /** Marks, and ranges of roctx from their begin to their end. */
  MARKER_CORE_RANGE_API(32);

  private static final Kind[] BY_CODE = new Kind[33];

  static {
    for (Kind kind : values()) {
      BY_CODE[kind.code] = kind;
    }
  }

  private final int code;

  Kind(int code) {
    this.code = code;
  }

  /** rocprofiler_buffer_tracing_kind_t. */
  int code() {
    return code;
  }

  static Kind of(int code) {
    return BY_CODE[code];
  }

  /**
   * The names of its operations, by their numbers.
   *
   * @return unmodifiable; empty for {@link #CORRELATION_ID_RETIREMENT}
   */
  public List<String> operations() {
    return List.of((String[]) BufferedLink.call("operations", code));
  }
}
