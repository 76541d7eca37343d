// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Roctx;
import java.nio.file.Path;

/**
 * One native thread that is attached to the JVM as A, B and C, one after the other. A and C leave
 * an external id and a range behind: tests/native/attach.c.
 */
public final class Attachments {
  private Attachments() {}

  /** Takes the library. */
  public static void main(String[] arguments) {
    System.load(Path.of(arguments[0]).toAbsolutePath().toString());
    System.out.println("attachments: " + run());
  }

  private static native boolean run();

  /** Called by the native thread while it is attached. */
  @SuppressWarnings("deprecation") // threadId() is not in Java 17
  private static void attached() {
    Thread thread = Thread.currentThread();
    System.out.println("attached: " + thread.getName() + " " + thread.getId());
    Roctx.mark("as " + thread.getName());
    if (!thread.getName().equals("B")) {
      ExternalCorrelation.push(thread.getName().charAt(0));
      Roctx.push("left by " + thread.getName());
      Roctx.mark("within " + thread.getName());
    }
  }
}
