// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/** A status of the rocprofiler-SDK's that is not SUCCESS. */
final class BufferedFailure extends Exception {
  private static final long serialVersionUID = 1;
  private static final String PREFIX = "ROCPROFILER_STATUS_";

  private final String status;

  BufferedFailure(String status, String text) {
    super(text);
    this.status = status;
  }

  /** Without its prefix. */
  String status() {
    return status;
  }

  static void check(int status) throws BufferedFailure {
    if (status == 0) {
      return;
    }
    String name = BufferedFunctions.getStatusName(status);
    String text = BufferedFunctions.getStatusString(status);
    throw new BufferedFailure(
        name == null ? "ERROR" : name.substring(PREFIX.length()),
        text == null ? "status " + status : text);
  }
}
