// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The stacks that have allocated memory, as text: each kept once, a bounded number of them. What
 * comes beyond has no text.
 */
final class JavaStacks {
  /** With some 2 KiB each 32 MiB, if ever so many differ. */
  static final int MOST = 1 << 14;

  private static final int MOST_FRAMES = 64;

  private static final StackWalker WALKER = StackWalker.getInstance();

  private final ConcurrentHashMap<String, Integer> numbers = new ConcurrentHashMap<>();
  private final AtomicReferenceArray<String> texts = new AtomicReferenceArray<>(MOST + 1);
  private final AtomicInteger last = new AtomicInteger();

  /** The number of the caller's stack, without the frames of the way into native code; 0: none. */
  int current() {
    String text = WALKER.walk(frames -> text(frames.iterator()));
    if (text.isEmpty()) {
      return 0;
    }
    Integer number = numbers.get(text);
    if (number == null) {
      if (last.get() >= MOST) {
        return 0;
      }
      number = numbers.computeIfAbsent(text, this::add);
    }
    return number;
  }

  private Integer add(String text) {
    int number = last.incrementAndGet();
    if (number > MOST) {
      last.decrementAndGet();
      return 0;
    }
    texts.set(number, text);
    return number;
  }

  /** Null for 0. */
  String text(int number) {
    return number <= 0 || number > MOST ? null : texts.get(number);
  }

  private static String text(Iterator<StackWalker.StackFrame> frames) {
    StringBuilder text = new StringBuilder(512);
    int count = 0;
    while (frames.hasNext() && count < MOST_FRAMES) {
      StackWalker.StackFrame frame = frames.next();
      if (count == 0 && isOfTheWay(frame.getClassName())) {
        continue;
      }
      if (count++ > 0) {
        text.append('\n');
      }
      append(text, frame);
    }
    return text.toString();
  }

  private static void append(StringBuilder text, StackWalker.StackFrame frame) {
    text.append(frame.getClassName()).append('.').append(frame.getMethodName()).append('(');
    String file = frame.getFileName();
    int line = frame.getLineNumber();
    text.append(file == null ? "Unknown Source" : file);
    if (file != null && line >= 0) {
      text.append(':').append(line);
    }
    text.append(')');
  }

  /** A frame between the application and native code. */
  static boolean isOfTheWay(String type) {
    return type.startsWith("io.rocjfr.bridge.")
        || type.startsWith("com.sun.jna.")
        || type.startsWith("java.lang.invoke.")
        || type.startsWith("jdk.internal.foreign.")
        || type.startsWith("jdk.internal.reflect.")
        || type.startsWith("java.lang.reflect.")
        || simpleName(type).startsWith("$Proxy")
        || simpleName(type).startsWith("0x");
  }

  private static String simpleName(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}
