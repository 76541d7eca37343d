// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.Serial;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** A pipe, a device or a socket: who opens it may wait for ever, and it may have no end. */
final class NotAFileException extends FileSystemException {
  @Serial private static final long serialVersionUID = 1L;

  NotAFileException(Path file) {
    super(file.toString(), null, "it is a pipe, a device or a socket, and not a file");
  }
}
