// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/** The tracer cannot be used; the message says why, for the user. */
public final class TracerException extends Exception {
  private static final long serialVersionUID = 1L;

  public TracerException(String message) {
    super(message);
  }

  public TracerException(String message, Throwable cause) {
    super(message, cause);
  }
}
