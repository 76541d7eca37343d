// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.boot;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** A rocjfr.jar made of what was just compiled, laid out like the real one. */
final class TestJar {
  private TestJar() {}

  private static Path classes() {
    return location("io.rocjfr.Rocjfr");
  }

  static Path nativeLibrary() {
    Path library =
        Path.of(System.getProperty("rocjfr.native", "../native/target/release"))
            .resolve("lib/librocjfr.so");
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
      addJna(jar);
      if (withNativeLibrary) {
        add(jar, "inst/native/linux-x86-64/librocjfr.so", Files.readAllBytes(nativeLibrary()));
      }
    }
  }

  /** A folder with the public API only, as applications have it. */
  static Path copyApi(Path folder) throws IOException {
    Path target = Files.createDirectories(folder.resolve("io/rocjfr"));
    try (Stream<Path> list = Files.list(classes().resolve("io/rocjfr"))) {
      for (Path path : list.filter(Files::isRegularFile).toList()) {
        Files.copy(path, target.resolve(path.getFileName()));
      }
    }
    return folder;
  }

  private static void addClasses(JarOutputStream jar) throws IOException {
    Path root = classes();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(root)) {
      files = walk.filter(Files::isRegularFile).toList();
    }
    for (Path path : files) {
      String name = root.relativize(path).toString();
      boolean top =
          name.matches("io/rocjfr/(buffered/|roctracer/)?[^/]*[.]class")
              || name.startsWith("io/rocjfr/boot/");
      if (top || name.matches("io/rocjfr/(agent|bridge|event)/.*")) {
        add(jar, (top ? "" : "inst/") + name, Files.readAllBytes(path));
      }
    }
  }

  private static void addJna(JarOutputStream jar) throws IOException {
    try (JarFile jna = new JarFile(location("com.sun.jna.Native").toFile())) {
      for (JarEntry entry : (Iterable<JarEntry>) jna.stream()::iterator) {
        String name = entry.getName();
        if ((name.startsWith("com/") && name.endsWith(".class"))
            || name.startsWith("com/sun/jna/linux-x86-64/lib")) {
          add(jar, "inst/" + name, jna.getInputStream(entry).readAllBytes());
        }
      }
    }
  }

  private static void add(JarOutputStream jar, String name, byte[] bytes) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(bytes);
    jar.closeEntry();
  }
}
