// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.buffered;

/** A call that the buffered services refused. */
public final class BufferedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String status;

  BufferedException(String status, String text) {
    super(status + ": " + text);
    this.status = status;
  }

  /**
   * The rocprofiler-SDK's status without its prefix, e.g. {@code ERROR_BUFFER_BUSY} for {@code
   * ROCPROFILER_STATUS_ERROR_BUFFER_BUSY}.
   */
  public String status() {
    return status;
  }
}
