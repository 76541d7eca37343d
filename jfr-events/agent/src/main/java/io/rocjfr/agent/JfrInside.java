// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;

/**
 * Finds facts that only JFR's internals have: the threads that it excludes, and, on Java 17, the
 * current chunk and the way to make it write its texts again.
 *
 * <p>Up to JDK 23 our internals are in an unnamed module, in whose name all of the class path may
 * act: JFR's package, and what JFR may see of the JDK with it, would be open to the application. So
 * it is opened to the unnamed module of a loader that loads this class alone, once more. What stays
 * are the handles of these methods and, where only we can reach it, that loader ({@link
 * KeptLoaders}).
 */
final class JfrInside implements Supplier<MethodHandle[]> {
  private static final String JVM = "jdk.jfr.internal.JVM";
  private static final String TEXTS = "jdk.jfr.internal.StringPool";

  /** Later ones see by themselves that another chunk is written. */
  private static final int LAST_WITH_OLD_TEXTS = 17;

  /** For the loader below alone. */
  JfrInside() {}

  /**
   * {@code boolean isExcluded(Thread)}, {@code long getChunkStartNanos()} and {@code void reset()}
   * of the texts, the last two null from Java 18 on, and where one of them is missing.
   *
   * @throws Exception if this JDK has no such methods, or does not open its package
   */
  static MethodHandle[] find(Instrumentation instrumentation) throws Exception {
    Once once = new Once();
    instrumentation.redefineModule(
        FlightRecorder.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("jdk.jfr.internal", Set.of(once.getUnnamedModule())),
        Set.of(),
        Map.of());
    KeptLoaders.keep(once);
    return once.finder().get();
  }

  @Override
  public MethodHandle[] get() {
    try {
      Class<?> jvm = Class.forName(JVM, false, null);
      return handles(
          MethodHandles.privateLookupIn(jvm, MethodHandles.lookup()), hasOldTexts() ? TEXTS : null);
    } catch (Throwable e) {
      throw new IllegalStateException(e.toString(), e);
    }
  }

  /** Whether this JDK takes texts for written that are not. */
  static boolean hasOldTexts() {
    return Runtime.version().feature() <= LAST_WITH_OLD_TEXTS;
  }

  /**
   * Of a JVM class, to whose members the lookup has access.
   *
   * @param texts the class of the texts; null where they take care of themselves
   */
  static MethodHandle[] handles(MethodHandles.Lookup lookup, String texts) throws Throwable {
    Class<?> jvm = lookup.lookupClass();
    MethodType type = MethodType.methodType(boolean.class, Thread.class);
    try {
      return new MethodHandle[] {lookup.findStatic(jvm, "isExcluded", type), null, null};
    } catch (NoSuchMethodException | IllegalAccessException e) { // up to JDK 21
      Object only = lookup.findStatic(jvm, "getJVM", MethodType.methodType(jvm)).invoke();
      MethodHandle isExcluded = lookup.findVirtual(jvm, "isExcluded", type).bindTo(only);
      MethodHandle chunk = null;
      MethodHandle forget = null;
      if (texts != null) {
        try {
          Class<?> pool = Class.forName(texts, false, jvm.getClassLoader());
          forget = lookup.in(pool).findStatic(pool, "reset", MethodType.methodType(void.class));
          MethodType tellsChunk = MethodType.methodType(long.class);
          chunk = lookup.findVirtual(jvm, "getChunkStartNanos", tellsChunk).bindTo(only);
        } catch (ReflectiveOperationException | LinkageError missing) {
          forget = null; // of no use alone; which threads are excluded is told without
        }
      }
      return new MethodHandle[] {isExcluded, chunk, forget};
    }
  }

  /** Has a copy of this class of its own, and nothing else. */
  private static final class Once extends ClassLoader {
    Once() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @SuppressWarnings("unchecked") // it is this class
    Supplier<MethodHandle[]> finder() throws IOException, ReflectiveOperationException {
      String name = JfrInside.class.getName();
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = JfrInside.class.getClassLoader().getResourceAsStream(file)) {
        byte[] bytes = in.readAllBytes();
        Class<?> copy = defineClass(name, bytes, 0, bytes.length);
        var constructor = copy.getDeclaredConstructor();
        constructor.setAccessible(true);
        return (Supplier<MethodHandle[]>) constructor.newInstance();
      }
    }
  }
}
