// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the standard streams are connected to. */
public final class Terminal {
  private Terminal() {}

  /** Whether somebody sees standard output as it is written. */
  public static boolean outputIsTerminal() {
    return isTerminal(1);
  }

  /** Whether somebody sees standard error as it is written. */
  public static boolean errorIsTerminal() {
    return isTerminal(2);
  }

  /** System.console() is about both streams together, and on Java 22 and later never null. */
  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException e) {
      return false;
    }
  }
}
