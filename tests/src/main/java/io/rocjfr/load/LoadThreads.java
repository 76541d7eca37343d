// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.lang.reflect.InvocationTargetException;

/** Starts platform threads and, where the JDK has them, virtual ones. */
final class LoadThreads {
  private LoadThreads() {}

  static Thread start(boolean virtual, String name, Runnable work) {
    if (!virtual) {
      Thread thread = new Thread(work, name);
      thread.start();
      return thread;
    }
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Class<?> type = Class.forName("java.lang.Thread$Builder");
      builder = type.getMethod("name", String.class).invoke(builder, name);
      return (Thread) type.getMethod("start", Runnable.class).invoke(builder, work);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK has no virtual threads", e);
    }
  }

  static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }
}
