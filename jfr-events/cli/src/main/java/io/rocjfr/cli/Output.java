// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.nio.file.Path;

/** What a command makes: a file or a folder. */
interface Output {
  /** Writes what it holds. */
  interface Content {
    /** Whether it is to be kept. */
    boolean writeTo(Path part) throws IOException;
  }

  /** Has it made. Ends the command if that fails; nothing half made stays. */
  void make(Content content);
}
