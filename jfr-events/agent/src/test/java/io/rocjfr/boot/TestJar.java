// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.boot;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** A rocjfr.jar made of what was just compiled, laid out like the real one. */
final class TestJar {
  private TestJar() {}

  static Path nativeLibrary() {
    Path library = Path.of(System.getProperty("rocjfr.native")).resolve("lib/librocjfr.so");
    if (!Files.isReadable(library)) {
      throw new IllegalStateException(library + " is not built; run ./mvnw -pl native compile");
    }
    return library;
  }

  private static Path location(String type) {
    try {
      return Path.of(
          Class.forName(type).getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (ReflectiveOperationException | java.net.URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes the jar, with or without the native library. */
  static void write(Path file, boolean withNativeLibrary) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, "0-test");
    attributes.putValue("Premain-Class", "io.rocjfr.boot.AgentEntry");
    attributes.putValue("Agent-Class", "io.rocjfr.boot.AgentEntry");
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      jar.setLevel(1);
      addClasses(jar);
      if (withNativeLibrary) {
        add(jar, "inst/native/linux-x86-64/librocjfr.so", Files.readAllBytes(nativeLibrary()));
      }
    }
  }

  /** A folder with the public API only, as applications have it. */
  static Path copyApi(Path folder) throws IOException {
    for (Map.Entry<String, byte[]> type : classes("io.rocjfr.Rocjfr").entrySet()) {
      Path file = folder.resolve(type.getKey());
      Files.createDirectories(file.getParent());
      Files.write(file, type.getValue());
    }
    return folder;
  }

  private static void addClasses(JarOutputStream jar) throws IOException {
    addAll(jar, "", classes("io.rocjfr.Rocjfr")); // and the list of them
    addAll(jar, "", classes("io.rocjfr.boot.AgentEntry"));
    addAll(jar, "inst/", classes("io.rocjfr.agent.Agent"));
    addAll(jar, "inst/", classes("com.sun.jna.Native"));
    String shown = "io/rocjfr/figures/VisibleText.class";
    add(jar, "inst/" + shown, classes("io.rocjfr.figures.VisibleText").get(shown));
  }

  private static void addAll(JarOutputStream jar, String folder, Map<String, byte[]> classes)
      throws IOException {
    for (Map.Entry<String, byte[]> type : classes.entrySet()) {
      add(jar, folder + type.getKey(), type.getValue());
    }
  }

  /** The classes of a class's module, which is a folder in a build that only tests, else a jar. */
  private static Map<String, byte[]> classes(String type) throws IOException {
    Path place = location(type);
    if (Files.isDirectory(place)) {
      return classesIn(place);
    }
    try (FileSystem jar = FileSystems.newFileSystem(place)) {
      return classesIn(jar.getPath("/"));
    }
  }

  private static Map<String, byte[]> classesIn(Path root) throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(root)) {
      for (Path path :
          walk.filter(path -> path.toString().matches(".*[.](class|so)|.*/io/rocjfr/classes"))
              .toList()) {
        classes.put(root.relativize(path).toString(), Files.readAllBytes(path));
      }
    }
    return classes;
  }

  private static void add(JarOutputStream jar, String name, byte[] bytes) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(bytes);
    jar.closeEntry();
  }
}
