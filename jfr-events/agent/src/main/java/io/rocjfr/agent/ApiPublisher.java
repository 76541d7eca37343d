// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.NativeTracer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Puts the public API into the bootstrap loader, so that all parent-first loaders see the same one.
 *
 * <p>The classes are defined there one by one, by JNI: the official way, a jar on the bootstrap
 * search path, makes the JVM print a warning (class data sharing ends for application classes), and
 * needs a file. It remains as the way out.
 *
 * <p>Not where the application has loaded a class of the API already, before a late agent: a
 * parent-first loader would take the classes that it lacks yet from the bootstrap loader, and those
 * of the one copy cannot access what is package-private in the other. The application's copies are
 * connected as they are then, and our internals use one of their own.
 */
final class ApiPublisher {
  /** A class of the API; loaded by its name from the bootstrap loader. */
  private static final String LINK = "io.rocjfr.Link";

  private static final String PREFIX = "io.rocjfr.";
  private static final String PRIVATE_LOADER = "io.rocjfr.boot.PrivateLoader";

  private static final Set<String> PACKAGES =
      Set.of("io.rocjfr", "io.rocjfr.buffered", "io.rocjfr.roctracer");

  private static final String CLASS = ".class";

  private ApiPublisher() {}

  /**
   * Publishes the API, unless the application has a copy in use. Our module reads the one that our
   * internals use then.
   */
  static void publish(Path jar, Instrumentation instrumentation) throws IOException {
    Module internals = ApiPublisher.class.getModule();
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

  private static boolean inUse(Instrumentation instrumentation) {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (!loaded.getName().startsWith(PREFIX)) { // far quicker than to ask for the package
        continue;
      }
      ClassLoader loader = loaded.getClassLoader();
      // Ours may be left over from an attempt that failed.
      if (loader != null
          && !loader.getClass().getName().equals(PRIVATE_LOADER)
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

  /** The API's classes: io/rocjfr/ without io/rocjfr/boot/ at the top level of the jar. */
  private static Map<String, byte[]> read(Path path) throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    try (JarFile jar = new JarFile(path.toFile())) {
      for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
        JarEntry entry = all.nextElement();
        String name = entry.getName();
        if (name.startsWith("io/rocjfr/")
            && !name.startsWith("io/rocjfr/boot/")
            && name.endsWith(CLASS)) {
          try (InputStream in = jar.getInputStream(entry)) {
            classes.put(name.substring(0, name.length() - CLASS.length()), in.readAllBytes());
          }
        }
      }
    }
    return classes;
  }

  private static void define(Map<String, byte[]> classes) {
    // A class needs its super types: go round until all are there.
    List<String> waiting = new ArrayList<>(classes.keySet());
    NoClassDefFoundError failure = null;
    while (!waiting.isEmpty()) {
      int before = waiting.size();
      for (String name : List.copyOf(waiting)) {
        byte[] bytes = classes.get(name);
        try {
          NativeTracer.defineInBootLoader(name, bytes);
          waiting.remove(name);
        } catch (NoClassDefFoundError e) {
          failure = e;
        }
      }
      if (waiting.size() == before) {
        throw new LinkageError("undefined: " + waiting, failure);
      }
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
