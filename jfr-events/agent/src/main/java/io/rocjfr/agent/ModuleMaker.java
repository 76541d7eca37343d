// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Log;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Defines the named module of our internals, on JDK 24 and later, in a separate loader (see {@code
 * PrivateModule}). It grants the module native access, because the JVM would print a warning
 * without it.
 *
 * <p>The module is closed, else anybody could act in its name: it exports nothing, and opens
 * nothing but the events, to JFR ({@link Start}).
 *
 * <p>It takes methods of the JDK's own. Where these are gone our internals are in an unnamed
 * module, the JVM warns, and one line names the option that stops that.
 */
final class ModuleMaker implements BiFunction<Object[], Instrumentation, Boolean> {
  /** All in the agent's folder of the jar. A test sees that none is missing. */
  static final Set<String> PACKAGES =
      Set.of(
          "com.sun.jna",
          "com.sun.jna.internal",
          "com.sun.jna.ptr",
          "com.sun.jna.win32",
          "io.rocjfr.agent",
          "io.rocjfr.bridge",
          "io.rocjfr.event",
          "io.rocjfr.figures",
          "io.rocjfr.jna");

  static {
    give(ModuleMaker.class.getClassLoader());
  }

  private ModuleMaker() {}

  /** As {@link Start} does. A test's loader takes nothing. */
  @SuppressWarnings("unchecked")
  private static void give(ClassLoader loader) {
    if (loader instanceof Consumer<?> taker) {
      ((Consumer<Object>) taker).accept(new ModuleMaker());
    }
  }

  @Override
  public Boolean apply(Object[] loader, Instrumentation instrumentation) {
    try { // method handles, since reflection takes 20 ms at the start of a JVM
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      Class<?> modules = Class.forName("jdk.internal.module.Modules");
      MethodHandle define =
          MethodHandles.privateLookupIn(modules, lookup)
              .findStatic(
                  modules,
                  "defineModule",
                  MethodType.methodType(
                      Module.class, ClassLoader.class, ModuleDescriptor.class, URI.class));
      MethodHandle allow =
          MethodHandles.privateLookupIn(Module.class, lookup)
              .findVirtual(
                  Module.class, "implAddEnableNativeAccess", MethodType.methodType(Module.class));
      ModuleDescriptor descriptor =
          ModuleDescriptor.newModule("rocjfr.agent").packages(PACKAGES).build();
      Module made =
          (Module)
              define.invokeExact((ClassLoader) loader[0], descriptor, URI.create("rocjfr:agent"));
      Module granted = (Module) allow.invokeExact(made);
      return granted == made;
    } catch (Throwable e) {
      Log.warn(
          "native access cannot be granted ("
              + e
              + "). --enable-native-access=ALL-UNNAMED"
              + " stops the JVM's warnings");
      return false;
    }
  }
}
