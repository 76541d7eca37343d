// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.ExitCodes;

/**
 * Ends a command with {@link ExitCodes#BAD_INPUT}. Its message is all that the user sees: what is
 * wrong, where, and what to do.
 */
final class UserError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UserError(String message) {
    super(message);
  }
}
