// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.NativeLibrary;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Faults of this process, by the preloaded tests/native/processfaults.c; and of Java's threads. */
final class ProcessFaults {
  private ProcessFaults() {}

  private static final class Preloaded {
    static final NativeLibrary LIBRARY = NativeLibrary.getProcess();
  }

  static Map<String, Object> handle(Request request) {
    return switch (request.text("fault")) {
      case "hold" -> hold(request.text("thread"));
      case "release" -> call("faults_release");
      case "storm" -> call("faults_storm", TimeUnit.MICROSECONDS.toNanos(micros(request)));
      case "calm" -> calm();
      case "clock" -> call("faults_set_clock", TimeUnit.SECONDS.toNanos(seconds(request)));
      case "end" -> end(request.text("thread"));
      default -> throw new IllegalArgumentException(request.text("fault"));
    };
  }

  private static long micros(Request request) {
    return request.number("micros", 200);
  }

  private static long seconds(Request request) {
    return request.number("seconds", 0);
  }

  private static Map<String, Object> call(String function, Object... arguments) {
    Preloaded.LIBRARY.getFunction(function).invokeVoid(arguments);
    return Map.of();
  }

  /** The thread stands still when this returns. */
  private static Map<String, Object> hold(String thread) {
    int result = Preloaded.LIBRARY.getFunction("faults_hold").invokeInt(new Object[] {thread});
    if (result != 0) {
      throw new IllegalStateException("there is no thread " + thread);
    }
    return Map.of();
  }

  private static Map<String, Object> calm() {
    long handled = Preloaded.LIBRARY.getFunction("faults_calm").invokeLong(new Object[0]);
    return Map.of("handled", handled);
  }

  /** An error out of nowhere in a thread: Java 17 has that still. */
  private static Map<String, Object> end(String name) {
    Thread found =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("there is no thread " + name));
    try {
      Thread.class.getMethod("stop").invoke(found);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("this JDK cannot do that", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK cannot do that", e);
    }
    return Map.of();
  }
}
