// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.lang.ref.WeakReference;

/** A thread that made records, as captured when it first acted. */
public final class ThreadEntry {
  final int ref;
  final String name;
  final long javaThreadId;
  final long osThreadId;
  private final WeakReference<Thread> thread;

  /**
   * @param javaThreadId -1 where it was no Java thread
   * @param thread null where it was no Java thread or has ended
   */
  public ThreadEntry(int ref, String name, long javaThreadId, long osThreadId, Thread thread) {
    this.ref = ref;
    this.name = name;
    this.javaThreadId = javaThreadId;
    this.osThreadId = osThreadId;
    this.thread = thread == null ? null : new WeakReference<>(thread);
  }

  Thread thread() {
    return thread == null ? null : thread.get();
  }
}
