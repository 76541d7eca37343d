// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Starts platform threads and, where the JDK has them, virtual ones. */
public final class LoadThreads {
  private LoadThreads() {}

  public static Thread start(boolean virtual, String name, Runnable work) {
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

  /** An executor with a virtual thread per task. */
  static ExecutorService virtualExecutor() {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK has no virtual threads", e);
    }
  }

  /** Runs it in a StructuredTaskScope of Java 21 or 25, which has to be told to have such. */
  static void inStructuredScope(Callable<?> task) throws Exception {
    Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
    try (AutoCloseable scope = openScope(type)) {
      type.getMethod("fork", Callable.class).invoke(scope, task);
      type.getMethod("join").invoke(scope);
    }
  }

  private static AutoCloseable openScope(Class<?> type) throws ReflectiveOperationException {
    if (Runtime.version().feature() < 25) {
      return (AutoCloseable) type.getConstructor().newInstance();
    }
    return (AutoCloseable) type.getMethod("open").invoke(null);
  }

  public static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }
}
