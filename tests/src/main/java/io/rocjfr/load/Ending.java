// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import jdk.jfr.Recording;

/** A JVM that has begun to end, and does so when a line comes. */
public final class Ending {
  private Ending() {}

  /** {@code jfr=true}: JFR was in use before. */
  public static void main(String[] arguments) {
    if (arguments[0].equals("jfr=true")) {
      try (Recording recording = new Recording()) {
        recording.start();
      }
    }
    Runtime.getRuntime().addShutdownHook(new Thread(Ending::await));
    System.exit(0);
  }

  private static void await() {
    System.out.println("ending");
    try {
      System.in.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
