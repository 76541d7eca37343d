// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

/** A call failed and changed nothing. The message holds the status's name and AMD's error text. */
public final class RoctracerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Status status;

  RoctracerException(Status status, String text) {
    super(status + ": " + text);
    this.status = status;
  }

  /** What went wrong. */
  public Status status() {
    return status;
  }
}
