// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/** Ends drains in tests of other packages. */
public final class Drains {
  private Drains() {}

  /** A drain for whose answer JFR's hooks wait only so long. */
  public static Drain withHooksThatWait(FakeTracer tracer, long nanos) {
    return new Drain(tracer, nanos);
  }

  public static void stop(Drain drain) {
    try {
      drain.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
