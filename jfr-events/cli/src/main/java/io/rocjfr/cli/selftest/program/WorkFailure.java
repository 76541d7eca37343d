// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest.program;

/** A scenario cannot go on: a call was refused, or a result is wrong. */
final class WorkFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  WorkFailure(String message) {
    super(message);
  }
}
