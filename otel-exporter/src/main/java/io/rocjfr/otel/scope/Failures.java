// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What goes wrong on an application's threads: counted, and told once; they go on. */
final class Failures {
  private static final Logger LOG = Logger.getLogger(Failures.class.getName());
  private static final LongAdder COUNT = new LongAdder();
  private static final AtomicBoolean TOLD = new AtomicBoolean();

  private Failures() {}

  /** Throws nothing. */
  static void add(Throwable failure) {
    try {
      COUNT.increment();
      if (TOLD.compareAndSet(false, true)) {
        LOG.log(
            Level.WARNING,
            "rocjfr: a span or its scope was not tracked. Further failures are only counted, in"
                + " rocjfr.scopes.failed",
            Unquoted.of(failure));
      }
    } catch (Throwable e) {
      // No memory, or what a handler of the application's throws: nobody is left to tell.
    }
  }

  static long count() {
    return COUNT.sum();
  }
}
