// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.boot;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads what lies under {@code inst/} in rocjfr.jar: our internals, JNA and picocli, apart from the
 * application's own versions of these. Its parent is the platform loader.
 */
final class PrivateLoader extends ClassLoader {
  private static final String ROOT = "inst/";
  private static final String CLASS = ".class";

  static {
    registerAsParallelCapable();
  }

  private final Path path;
  private final JarFile jar;
  private final ProtectionDomain domain;

  PrivateLoader(Path path) throws IOException {
    super("rocjfr", ClassLoader.getPlatformClassLoader());
    this.path = path;
    this.jar = new JarFile(path.toFile());
    this.domain = PrivateLoader.class.getProtectionDomain();
  }

  /** The jar that holds this class. */
  static Path ownJar() throws IOException {
    CodeSource source = PrivateLoader.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new IOException("the place of rocjfr.jar is unknown");
    }
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("the place of rocjfr.jar is unknown: " + source.getLocation(), e);
    }
  }

  /** The packages of the classes under {@code inst/}. */
  Set<String> packages() {
    Set<String> packages = new TreeSet<>();
    jar.stream()
        .map(JarEntry::getName)
        .filter(name -> name.startsWith(ROOT) && name.endsWith(CLASS) && !name.contains("META-INF"))
        .filter(name -> name.lastIndexOf('/') > ROOT.length())
        .forEach(
            name ->
                packages.add(
                    name.substring(ROOT.length(), name.lastIndexOf('/')).replace('/', '.')));
    return packages;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + CLASS;
    JarEntry entry = jar.getJarEntry(ROOT + file);
    if (entry == null && name.startsWith("io.rocjfr.")) {
      entry = jar.getJarEntry(file); // the public API, where it is not in the boot loader
    }
    if (entry == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length, domain);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /** For a named module; see {@link NativeAccess}. */
  @Override
  protected Class<?> findClass(String moduleName, String name) {
    try {
      return findClass(name);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  @Override
  protected URL findResource(String name) {
    try {
      return jar.getJarEntry(ROOT + name) == null
          ? null
          : new URL("jar:" + path.toUri() + "!/" + ROOT + name);
    } catch (MalformedURLException e) {
      return null;
    }
  }

  @Override
  protected URL findResource(String moduleName, String name) {
    return findResource(name);
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL url = findResource(name);
    return url == null ? Collections.emptyEnumeration() : Collections.enumeration(List.of(url));
  }
}
