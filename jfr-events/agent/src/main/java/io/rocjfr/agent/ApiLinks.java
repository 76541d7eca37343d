// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Drain;
import io.rocjfr.bridge.Log;
import io.rocjfr.bridge.NativeTracer;
import io.rocjfr.bridge.ProcessKey;
import io.rocjfr.bridge.RuntimeFacts;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Connects every copy of the public API in this JVM; see {@code io.rocjfr.Link}. */
final class ApiLinks {
  private static final String PACKAGE = "io.rocjfr";
  private static final String PREFIX = PACKAGE + ".";
  private static final String LINK = PACKAGE + ".Link";
  private static final int PROTOCOL = 3;

  private ApiLinks() {}

  static Map<String, Object> functions(
      NativeTracer tracer, Drain drain, BiFunction<String, Object[], Object[]> roctracer) {
    Map<String, Object> functions = new HashMap<>();
    functions.put("protocol", PROTOCOL);
    functions.put("skippedVirtual", new LongAdder());
    functions.put("evictedVirtual", new LongAdder());
    functions.put("tooDeep", new LongAdder());
    RoctxCalls roctx = new RoctxCalls(tracer);
    for (String name : RoctxCalls.NAMES) {
      functions.put(name, roctx);
    }
    functions.put("tracing", drain.tracing());
    // No lambdas: the first one of each shape takes milliseconds of the JVM's start.
    functions.put(
        "virtualTable",
        new Supplier<ByteBuffer>() {
          @Override
          public ByteBuffer get() {
            return tracer.virtualThreads();
          }
        });
    functions.put(
        "externalStack",
        new Supplier<ByteBuffer>() {
          @Override
          public ByteBuffer get() {
            return tracer.externalStack();
          }
        });
    functions.put(
        "status",
        new Supplier<Map<String, Object>>() {
          @Override
          public Map<String, Object> get() {
            return status(tracer, drain);
          }
        });
    functions.put(
        "lost",
        new Supplier<Map<String, Long>>() {
          @Override
          public Map<String, Long> get() {
            return drain.lost();
          }
        });
    functions.put(
        "pendingWork",
        new Supplier<Map<String, Long>>() {
          @Override
          public Map<String, Long> get() {
            return drain.pendingWork();
          }
        });
    functions.put(
        "pendingWorkByDevice",
        new Supplier<Map<Integer, Map<String, Long>>>() {
          @Override
          public Map<Integer, Map<String, Long>> get() {
            return drain.pendingWorkByDevice();
          }
        });
    functions.put(
        "addSpanContexts",
        new Function<Predicate<long[]>, Runnable>() {
          @Override
          public Runnable apply(Predicate<long[]> source) {
            return drain.addSpanContexts(source);
          }
        });
    functions.put(
        "addListener",
        new BiFunction<Consumer<Object[]>, Integer, Runnable>() {
          @Override
          public Runnable apply(Consumer<Object[]> listener, Integer kinds) {
            return drain.addListener(listener, kinds);
          }
        });
    functions.put(
        "flush",
        new LongPredicate() {
          @Override
          public boolean test(long nanos) {
            return drain.flush(nanos);
          }
        });
    functions.put("roctracer", roctracer);
    return functions;
  }

  private static Map<String, Object> status(NativeTracer tracer, Drain drain) {
    RuntimeFacts facts = tracer.runtime();
    return Map.ofEntries(
        Map.entry("state", facts.state()),
        Map.entry("runtime", facts.path()),
        Map.entry("version", facts.versionText()),
        Map.entry("hook", facts.hook()),
        Map.entry("devices", facts.devices()),
        Map.entry("otherTools", facts.otherTools()),
        Map.entry("message", facts.message()),
        Map.entry("notSeen", tracer.notSeen()),
        Map.entry("gpuClockErrorNanos", drain.gpuErrorNanos()),
        Map.entry("processKey", ProcessKey.VALUE),
        Map.entry("pending", drain.pendingText()));
  }

  /**
   * Connects the copy that later ones ask, and then the existing copies. Later ones ask the
   * bootstrap loader's copy. If the application's own copies kept the agent from publishing that,
   * they ask the system loader's. It has one, because rocjfr.jar is on its class path.
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
      ClassLoader loader = loaded.getClassLoader();
      if (loader != null // most, and the quickest to ask; the bootstrap loader's is ours, if any
          && loaded.getName().startsWith(PREFIX)
          && loaded.getPackageName().equals(PACKAGE)
          && loaders.add(loader)) {
        connectIn(loader, functions);
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
    try { // a method handle: reflection takes 10 ms at the start of a JVM
      ApiLinks.class.getModule().addReads(link.getModule());
      MethodHandle connect =
          MethodHandles.privateLookupIn(link, MethodHandles.lookup())
              .findStatic(link, "connect", MethodType.methodType(boolean.class, Map.class));
      if (!(boolean) connect.invokeExact(functions)) {
        Log.warn(
            "the rocjfr API in "
                + link.getClassLoader()
                + " has another version than the"
                + " agent, so its calls do nothing");
      }
    } catch (Throwable e) { // whatever a copy of the application's does
      Log.warn("the rocjfr API in " + link.getClassLoader() + " cannot be connected completely", e);
    }
  }
}
