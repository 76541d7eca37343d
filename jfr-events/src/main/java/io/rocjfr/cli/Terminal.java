// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Help.Ansi;

/** What the standard streams are connected to. */
public final class Terminal {
  private Terminal() {}

  /**
   * Colours for standard output: where it is a terminal and the environment has nothing against.
   */
  static Ansi ansi() {
    return isTerminal(1) && Ansi.AUTO.enabled() ? Ansi.ON : Ansi.OFF;
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
