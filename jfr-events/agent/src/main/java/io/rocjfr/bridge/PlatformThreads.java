// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/** Platform threads by their ids, for records that were made where the JVM told no name. */
final class PlatformThreads {
  private PlatformThreads() {}

  /** The live platform thread of this id; null if there is none, or we may not look. */
  static Thread find(long id) {
    try {
      return findIn(root(), id);
    } catch (SecurityException e) { // the application's manager
      return null;
    }
  }

  private static ThreadGroup root() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  private static Thread findIn(ThreadGroup group, long id) {
    Thread[] threads;
    int count;
    do { // until all had room
      threads = new Thread[2 * group.activeCount() + 8];
      count = group.enumerate(threads);
    } while (count == threads.length);
    for (int i = 0; i < count; i++) {
      if (NativeFunctions.threadId(threads[i]) == id) {
        return threads[i];
      }
    }
    return null;
  }
}
