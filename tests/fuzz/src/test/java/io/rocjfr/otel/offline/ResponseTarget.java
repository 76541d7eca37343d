// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

/** Any bytes as the answer of a receiver: it is understood, or not. */
public final class ResponseTarget {
  private ResponseTarget() {}

  /** Called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] input) {
    long before = Responses.rejected();
    Responses.accepted(input);
    if (Responses.rejected() < before) {
      throw new AssertionError("fewer were rejected than before");
    }
  }
}
