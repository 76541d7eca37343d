// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Roctx;

/** A platform thread and a virtual one that make a mark each, under an external id. */
public final class MarkingThreads {
  private MarkingThreads() {}

  /** Takes nothing. */
  public static void main(String[] arguments) throws Exception {
    Roctx.push("range"); // before anything else that says who acts
    Roctx.pop();
    mark("platform", 7);
    Runnable marking = () -> mark("virtual", 8);
    ((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, marking))
        .join();
    System.out.println("skipped " + ExternalCorrelation.skippedOnVirtualThreads());
  }

  private static void mark(String text, long id) {
    ExternalCorrelation.push(id);
    try {
      Roctx.mark(text);
    } finally {
      ExternalCorrelation.pop();
    }
  }
}
