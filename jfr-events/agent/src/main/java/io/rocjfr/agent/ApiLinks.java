// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Drain;
import io.rocjfr.bridge.Log;
import io.rocjfr.bridge.NativeTracer;
import io.rocjfr.bridge.ProcessKey;
import io.rocjfr.bridge.RuntimeFacts;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Connects every copy of the public API in this JVM; see {@code io.rocjfr.Link}. */
final class ApiLinks {
  private static final String PACKAGE = "io.rocjfr";
  private static final String PREFIX = PACKAGE + ".";
  private static final String LINK = PACKAGE + ".Link";
  private static final int PROTOCOL = 2;

  private ApiLinks() {}

  static Map<String, Object> functions(
      NativeTracer tracer, Drain drain, BiFunction<String, Object[], Object[]> roctracer) {
    Map<String, Object> functions = new HashMap<>();
    functions.put("protocol", PROTOCOL);
    functions.put("skippedVirtual", new LongAdder());
    functions.put("evictedVirtual", new LongAdder());
    functions.put("virtualTable", (Supplier<ByteBuffer>) tracer::virtualThreads);
    functions.put("externalStack", (Supplier<ByteBuffer>) tracer::externalStack);
    functions.put("roctxMark", (Consumer<String>) tracer::roctxMark);
    functions.put("roctxPush", (ToIntFunction<String>) tracer::roctxPush);
    functions.put("roctxPop", (IntSupplier) tracer::roctxPop);
    functions.put("roctxStart", (ToLongFunction<String>) tracer::roctxStart);
    functions.put("roctxStop", (LongConsumer) tracer::roctxStop);
    functions.put("status", (Supplier<Map<String, Object>>) () -> status(tracer, drain));
    functions.put("lost", (Supplier<Map<String, Long>>) drain::lost);
    functions.put("tracing", drain.tracing());
    functions.put(
        "addSpanContexts", (Function<Predicate<long[]>, Runnable>) drain::addSpanContexts);
    functions.put(
        "addListener", (BiFunction<Consumer<Object[]>, Integer, Runnable>) drain::addListener);
    functions.put("flush", (LongPredicate) drain::flush);
    functions.put("roctracer", roctracer);
    return functions;
  }

  private static Map<String, Object> status(NativeTracer tracer, Drain drain) {
    RuntimeFacts facts = tracer.runtime();
    return Map.of(
        "state", facts.state(),
        "runtime", facts.path(),
        "version", facts.versionText(),
        "hook", facts.hook(),
        "devices", facts.devices(),
        "otherTools", facts.otherTools(),
        "message", facts.message(),
        "gpuClockErrorNanos", drain.gpuErrorNanos(),
        "processKey", ProcessKey.VALUE);
  }

  /**
   * Connects the copy that later ones ask, and then those that are there already. Later ones ask
   * the bootstrap loader's or, where the application's own copies kept the agent from publishing
   * that, the system loader's: rocjfr.jar is on its class path, so that it has one.
   *
   * @param instrumentation null in tests: then there is the copy of this loader only
   */
  static void connect(Map<String, Object> functions, Instrumentation instrumentation) {
    Class<?> ours = find(ApiLinks.class.getClassLoader());
    if (ours == null) {
      throw new IllegalStateException("the jar lacks the API");
    }
    connect(ours, functions);
    if (instrumentation == null) {
      return;
    }
    if (ours.getClassLoader() != null) {
      connectIn(ClassLoader.getSystemClassLoader(), functions);
    }
    // An application may have used a part of the API that needs no link; it may need one later.
    Set<ClassLoader> loaders = new HashSet<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getName().startsWith(PREFIX)
          && loaded.getPackageName().equals(PACKAGE)
          && loaders.add(loaded.getClassLoader())) {
        connectIn(loaded.getClassLoader(), functions);
      }
    }
  }

  private static void connectIn(ClassLoader loader, Map<String, Object> functions) {
    Class<?> link = find(loader);
    if (link != null) {
      connect(link, functions);
    }
  }

  /** Null if the loader has none, or cannot load it. */
  private static Class<?> find(ClassLoader loader) {
    try {
      return Class.forName(LINK, true, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  private static void connect(Class<?> link, Map<String, Object> functions) {
    try {
      Method connect = link.getDeclaredMethod("connect", Map.class);
      connect.setAccessible(true);
      if (!(Boolean) connect.invoke(null, functions)) {
        Log.warn(
            "the rocjfr API in "
                + link.getClassLoader()
                + " is of another version; calls of it do nothing");
      }
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      Log.warn("the rocjfr API in " + link.getClassLoader() + " cannot be connected", e);
    }
  }
}
