// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The rocjfr.jar that this command runs from. */
final class ThisJar {
  private ThisJar() {}

  /** Its path, or null when the classes do not come from a jar (in the build's tests). */
  static Path path() {
    return path(Main.class.getResource("Main.class"));
  }

  /** The version that its manifest names. */
  static String version() {
    Path path = path();
    if (path == null) {
      return "(unpackaged)";
    }
    try (JarFile jar = new JarFile(path.toFile())) {
      Manifest manifest = jar.getManifest();
      String version =
          manifest == null ? null : manifest.getMainAttributes().getValue("Implementation-Version");
      return version == null ? "(unknown version)" : version;
    } catch (IOException e) {
      return "(unknown version)";
    }
  }

  private static Path path(URL resource) {
    try {
      URLConnection connection = resource == null ? null : resource.openConnection();
      return connection instanceof JarURLConnection jar
          ? Path.of(jar.getJarFileURL().toURI())
          : null;
    } catch (IOException | java.net.URISyntaxException e) {
      return null;
    }
  }
}
