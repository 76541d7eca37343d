// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.NativeTracer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Puts the public API into the bootstrap loader, so that all parent-first loaders see the same one.
 *
 * <p>The classes are defined there one by one, by JNI. The official way is a jar on the bootstrap
 * search path. It needs a file, and makes the JVM print a warning (class data sharing ends for
 * application classes). It is used if JNI fails.
 *
 * <p>This is not done if the application has loaded a class of the API before a late agent. A
 * parent-first loader would then take further classes from the bootstrap loader, and the classes of
 * one copy cannot access package-private members of the other. In this case the application's
 * copies are connected as they are, and our internals use their own copy.
 *
 * <p>It is also not done if the API is a module of the application. The JDK's loaders know the
 * module of each package. Our loader asks the platform loader first, so our internals use the
 * application's module.
 */
final class ApiPublisher {
  /** A class of the API; loaded by its name from the bootstrap loader. */
  private static final String LINK = "io.rocjfr.Link";

  private static final String PREFIX = "io.rocjfr.";
  private static final String PRIVATE_LOADER = "io.rocjfr.boot.PrivateLoader";

  private static final Set<String> PACKAGES =
      Set.of("io.rocjfr", "io.rocjfr.buffered", "io.rocjfr.roctracer");

  private static final String CLASS = ".class";
  private static final String LIST = "io/rocjfr/classes";

  private ApiPublisher() {}

  /**
   * Publishes the API, unless the application has a copy in use. Our module reads the one that our
   * internals use then.
   */
  static void publish(Path jar, Instrumentation instrumentation) throws IOException {
    Module internals = ApiPublisher.class.getModule();
    Module module = ofApplication();
    if (module != null) {
      use(module, internals, instrumentation);
      return;
    }
    if (find() == null) {
      if (inUse(instrumentation)) {
        internals.addReads(ApiPublisher.class.getClassLoader().getUnnamedModule());
        return;
      }
      Map<String, byte[]> classes = read(jar);
      try {
        define(classes);
      } catch (RuntimeException | LinkageError e) {
        append(jar, classes, instrumentation);
      }
    }
    Class<?> link = find();
    if (link == null) {
      throw new IllegalStateException("the API cannot be put into the bootstrap loader");
    }
    internals.addReads(link.getModule()); // the bootstrap loader's unnamed one
  }

  /** The module of the application's that is the API; null if there is none. */
  private static Module ofApplication() {
    try {
      Module module = Class.forName(LINK, false, ClassLoader.getPlatformClassLoader()).getModule();
      return module.isNamed() ? module : null;
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private static void use(Module api, Module internals, Instrumentation instrumentation) {
    Map<String, Set<Module>> toUs = new HashMap<>();
    PACKAGES.forEach(name -> toUs.put(name, Set.of(internals)));
    instrumentation.redefineModule(api, Set.of(), toUs, toUs, Set.of(), Map.of());
    internals.addReads(api);
  }

  private static boolean inUse(Instrumentation instrumentation) {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      ClassLoader loader = loaded.getClassLoader();
      if (loader == null // most, and the quickest to ask
          || !loaded.getName().startsWith(PREFIX)) {
        continue;
      }
      // Ours may be left over from an attempt that failed.
      if (!loader.getClass().getName().equals(PRIVATE_LOADER)
          && PACKAGES.contains(loaded.getPackageName())) {
        return true;
      }
    }
    return false;
  }

  private static Class<?> find() {
    try {
      return Class.forName(LINK, false, null);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** The API's classes, each after its super types, as the build has listed them. */
  private static Map<String, byte[]> read(Path path) throws IOException {
    Map<String, byte[]> classes = new LinkedHashMap<>();
    try (JarFile jar = new JarFile(path.toFile())) {
      String list = new String(read(jar, LIST), StandardCharsets.ISO_8859_1);
      for (int at = 0; at < list.length(); ) {
        int end = list.indexOf('\n', at);
        String name = list.substring(at, end);
        classes.put(name, read(jar, name + CLASS));
        at = end + 1;
      }
    }
    return classes;
  }

  private static byte[] read(JarFile jar, String name) throws IOException {
    JarEntry entry = jar.getJarEntry(name);
    if (entry == null) {
      throw new IOException(jar.getName() + " lacks " + name);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  private static void define(Map<String, byte[]> classes) {
    for (Map.Entry<String, byte[]> type : classes.entrySet()) {
      NativeTracer.defineInBootLoader(type.getKey(), type.getValue());
    }
  }

  private static void append(Path jar, Map<String, byte[]> classes, Instrumentation instrumentation)
      throws IOException {
    Path beside = jar.resolveSibling("rocjfr-api.jar");
    if (!Files.isReadable(beside)) {
      beside = Files.createTempFile("rocjfr-api", ".jar");
      beside.toFile().deleteOnExit();
      try (OutputStream out = Files.newOutputStream(beside);
          JarOutputStream jarOut = new JarOutputStream(out)) {
        for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
          jarOut.putNextEntry(new JarEntry(entry.getKey() + CLASS));
          jarOut.write(entry.getValue());
        }
      }
    }
    @SuppressWarnings("resource") // the JVM keeps using it
    JarFile file = new JarFile(beside.toFile());
    instrumentation.appendToBootstrapClassLoaderSearch(file);
  }
}
