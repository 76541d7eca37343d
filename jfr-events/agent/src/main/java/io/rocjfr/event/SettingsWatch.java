// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import java.util.concurrent.locks.LockSupport;

/**
 * Tells that JFR has applied settings of recordings to our events. JFR does so whenever a recording
 * gets other settings. JFR's listeners of recordings learn only of starts and stops.
 */
public final class SettingsWatch {
  private static volatile Thread watcher;
  private static volatile boolean changed;

  private SettingsWatch() {}

  /** On the thread that is told from now on: waits until settings have been applied again. */
  public static void await() {
    watcher = Thread.currentThread();
    while (!changed) {
      LockSupport.park(SettingsWatch.class);
    }
    changed = false;
  }

  /** JFR applies settings; it holds its locks. */
  static void tell() {
    changed = true;
    LockSupport.unpark(watcher);
  }
}
