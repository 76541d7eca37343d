// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.boot;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * The named module of our internals, on JDK 24 and later, which warn of native code in modules that
 * were not granted it.
 *
 * <p>Who defines it needs packages of the JDK that are closed. They are opened to the unnamed
 * module of a loader that loads one class, which does it. Our module keeps that loader ({@code
 * KeptLoaders}), where the application's class path, which the class here belongs to, cannot reach
 * it. (A module layer, the official way, takes a third of the agent's start for its resolution.)
 */
final class PrivateModule {
  /** The first that warns. */
  static final int FIRST_JDK = 24;

  private static final String MAKER = "io.rocjfr.agent.ModuleMaker";

  private PrivateModule() {}

  /**
   * Call it before the loader defines a class. Returns what {@code Start} keeps; null: the JVM will
   * warn, and was told why.
   */
  static Object define(Path jar, PrivateLoader loader, Instrumentation instrumentation)
      throws IOException, ClassNotFoundException {
    PrivateLoader once = new PrivateLoader(jar, PrivateLoader.AGENT);
    Set<Module> maker = Set.of(once.getUnnamedModule());
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("java.lang", maker, "jdk.internal.module", maker),
        Set.of(),
        Map.of());
    return once.given(MAKER).apply(new Object[] {loader}, instrumentation) ? once : null;
  }
}
