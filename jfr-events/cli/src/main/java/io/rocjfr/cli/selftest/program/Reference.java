// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest.program;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * Ties JFR's clock to the program's, so that the recording's times can be compared with its own.
 */
@Name(Reference.NAME)
@Label("Clock Reference of rocjfr selftest")
@Description("System.nanoTime was read while this event lasted")
@Category({"GPU", "Self-Test"})
@StackTrace(false)
public final class Reference extends Event {
  /** Not one of rocjfr's own. */
  public static final String NAME = "selftest.Reference";

  private static final int READINGS = 20;

  @Label("Monotonic")
  public long monotonic;

  /** Commits the best of some: a busy machine interrupts readings of clocks. */
  static void mark() {
    for (int i = 0; i < READINGS; i++) {
      Reference reference = new Reference();
      reference.begin();
      reference.monotonic = System.nanoTime();
      reference.end();
      reference.commit();
    }
  }
}
