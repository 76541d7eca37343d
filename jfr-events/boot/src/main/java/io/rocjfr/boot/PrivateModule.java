// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.boot;

import java.lang.instrument.Instrumentation;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The named module of our internals, on JDK 24 and later, which warn of native code in modules that
 * were not granted it. The package of the JDK that grants it is opened to this module alone: the
 * class here belongs, with all of the application's class path, to an unnamed module, and what that
 * may do the application may do. Before JDK 24 nothing of the JDK is opened to anybody.
 *
 * <p>The module is closed itself, else anybody could act in its name: it exports nothing, and only
 * JFR may look at the events.
 */
final class PrivateModule {
  /** The first that warns. */
  static final int FIRST_JDK = 24;

  private static final String NAME = "rocjfr.agent";
  private static final String EVENTS = "io.rocjfr.event";

  /** What our internals and JNA use; the fewer, the sooner they are resolved. */
  private static final List<String> REQUIRED =
      List.of("java.instrument", "java.logging", "jdk.jfr");

  private PrivateModule() {}

  /** Call it before the loader defines a class. */
  static void define(PrivateLoader loader, Instrumentation instrumentation) {
    ModuleLayer boot = ModuleLayer.boot();
    ModuleDescriptor.Builder builder = ModuleDescriptor.newModule(NAME);
    for (String name : REQUIRED) {
      if (boot.findModule(name).isPresent()) {
        builder.requires(name);
      }
    }
    builder.packages(loader.packages()).opens(EVENTS, Set.of("jdk.jfr"));
    Configuration configuration =
        boot.configuration()
            .resolve(new OneModule(builder.build()), ModuleFinder.of(), Set.of(NAME));
    ModuleLayer.Controller controller =
        ModuleLayer.defineModules(configuration, List.of(boot), new OneLoader(loader));
    Module module = controller.layer().findModule(NAME).orElseThrow();
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("java.lang", Set.of(module)),
        Set.of(),
        Map.of());
  }

  /** No lambda: the first one in a JVM takes longer than all else here. */
  private static final class OneLoader implements java.util.function.Function<String, ClassLoader> {
    private final ClassLoader loader;

    OneLoader(ClassLoader loader) {
      this.loader = loader;
    }

    @Override
    public ClassLoader apply(String module) {
      return loader;
    }
  }

  /** Finds the one module; its classes come from the loader, never from here. */
  private static final class OneModule implements ModuleFinder {
    private final ModuleReference reference;

    OneModule(ModuleDescriptor descriptor) {
      reference =
          new ModuleReference(descriptor, URI.create("rocjfr:agent")) {
            @Override
            public ModuleReader open() {
              throw new UnsupportedOperationException();
            }
          };
    }

    @Override
    public Optional<ModuleReference> find(String name) {
      return name.equals(NAME) ? Optional.of(reference) : Optional.empty();
    }

    @Override
    public Set<ModuleReference> findAll() {
      return Set.of(reference);
    }
  }
}
