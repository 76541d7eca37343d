// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.boot;

import java.lang.instrument.Instrumentation;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Allows our internals to load native code on JDK 24 and later, which warn otherwise: they become a
 * named module that native access is granted to, and nothing else in the process is.
 *
 * <p>Granting from within takes a method of the JDK's own. Where it is gone the JVM warns, and one
 * line names the option that stops that.
 */
final class NativeAccess {
  private static final int FIRST_JDK_THAT_WARNS = 24;
  private static final String MODULE = "rocjfr.agent";

  private NativeAccess() {}

  /** Call it before the loader defines a class. */
  static void grant(Instrumentation instrumentation, PrivateLoader loader, Module api) {
    if (Runtime.version().feature() < FIRST_JDK_THAT_WARNS) {
      return;
    }
    try {
      Module internals = define(loader, api);
      instrumentation.redefineModule(
          Object.class.getModule(),
          Set.of(),
          Map.of(),
          Map.of("java.lang", Set.of(NativeAccess.class.getModule())),
          Set.of(),
          Map.of());
      Method allow = Module.class.getDeclaredMethod("implAddEnableNativeAccess");
      allow.setAccessible(true);
      allow.invoke(internals);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      AgentEntry.say(
          "native access cannot be granted ("
              + e
              + "); --enable-native-access=ALL-UNNAMED stops the JVM's warnings");
    }
  }

  private static Module define(PrivateLoader loader, Module api) {
    ModuleLayer boot = ModuleLayer.boot();
    ModuleDescriptor.Builder builder = ModuleDescriptor.newOpenModule(MODULE);
    for (Module module : boot.modules()) {
      String name = module.getName();
      if (!name.equals("java.base") && (name.startsWith("java.") || name.startsWith("jdk."))) {
        builder.requires(name);
      }
    }
    ModuleFinder finder = new OneModule(builder.packages(loader.packages()).build());
    Configuration configuration =
        boot.configuration().resolve(finder, ModuleFinder.of(), Set.of(MODULE));
    ModuleLayer.Controller controller =
        ModuleLayer.defineModules(configuration, List.of(boot), name -> loader);
    Module module = controller.layer().findModule(MODULE).orElseThrow();
    controller.addReads(module, api);
    return module;
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
      return name.equals(MODULE) ? Optional.of(reference) : Optional.empty();
    }

    @Override
    public Set<ModuleReference> findAll() {
      return Set.of(reference);
    }
  }
}
