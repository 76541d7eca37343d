// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.concurrent.TimeUnit;

/** A JVM that does nothing, until it is ended. */
final class SleepingProgram {
  private SleepingProgram() {}

  public static void main(String[] args) throws InterruptedException {
    System.out.println("ready");
    TimeUnit.MINUTES.sleep(1);
  }
}
