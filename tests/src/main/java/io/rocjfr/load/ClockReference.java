// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Ties JFR's clock to CLOCK_MONOTONIC, so that a recording's times can be compared with others. */
@Name("load.ClockReference")
@Label("Clock Reference")
@Description("CLOCK_MONOTONIC was read while this event lasted")
@Category("Load")
@StackTrace(false)
final class ClockReference extends Event {
  @Label("Monotonic")
  long monotonic;

  /** Commits one reference. */
  static void mark() {
    ClockReference reference = new ClockReference();
    reference.begin();
    reference.monotonic = System.nanoTime();
    reference.end();
    reference.commit();
  }
}
