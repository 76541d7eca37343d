// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.io.Serial;

/** What a recording's events are written to failed, so that no more of them are wanted. */
public final class OutputException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final IOException failure;

  /** Thrown by a consumer of events, it ends the reading. */
  public OutputException(IOException failure) {
    super(failure.getMessage(), failure);
    this.failure = failure;
  }

  /** Why. */
  public IOException failure() {
    return failure;
  }
}
