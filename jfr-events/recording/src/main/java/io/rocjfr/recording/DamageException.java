// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;

/** Something in a recording that cannot be: where, and what. */
final class DamageException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long offset;

  DamageException(long offset, String what) {
    super(what);
    this.offset = offset;
  }

  /** In the file. */
  long offset() {
    return offset;
  }

  /** As it stands in a message behind the file's name. */
  String shown() {
    return "is damaged at byte " + offset + ": " + getMessage();
  }
}
