// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.io.Serial;

/** What does not fit into memory could not be put into a temporary file; the message says why. */
public final class TemporaryFileException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  public TemporaryFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
