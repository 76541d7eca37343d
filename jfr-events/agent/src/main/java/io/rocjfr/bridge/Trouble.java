// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/**
 * What may go wrong inside us, and what is then said. It is a constant: Java allocates a text in a
 * handler's code when that first runs. Without memory, the handler would throw, and its thread end.
 */
public final class Trouble {
  private final String message;

  public Trouble(String message) {
    this.message = message;
  }

  /** Says it, unless there is no memory for that. Throws nothing. */
  public void warn(Throwable cause) {
    try {
      Log.warn(message, cause);
    } catch (Throwable t) { // out of memory
      // Whoever says it goes on.
    }
  }
}
