// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/** A function of the roctracer API has failed. */
final class RoctracerFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  RoctracerFailure(int status, String text) {
    super(text);
    this.status = status;
  }

  int status() {
    return status;
  }
}
