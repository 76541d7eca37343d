// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;

/** A JVM that does nothing, until it is ended, but have a library loaded. */
final class SleepingProgram {
  private SleepingProgram() {}

  public static void main(String[] args) throws IOException {
    if (args.length > 0) {
      System.load(args[0]);
    }
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until who started it ends it, or ends.
    }
  }
}
