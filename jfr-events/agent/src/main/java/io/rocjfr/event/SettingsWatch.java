// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import java.util.concurrent.locks.LockSupport;

/**
 * Tells that JFR has applied settings of recordings to our events, as it does whenever any of them
 * gets other settings: it tells the listeners of recordings of their starts and stops only.
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
