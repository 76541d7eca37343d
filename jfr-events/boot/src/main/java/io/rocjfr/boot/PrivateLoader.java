// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.boot;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads what lies in folders of rocjfr.jar, our internals and the libraries that they need, apart
 * from the application's own versions of these. Its parent is the platform loader.
 */
final class PrivateLoader extends ClassLoader
    implements Consumer<BiFunction<Object[], Instrumentation, Boolean>> {
  /** What the agent loads. */
  static final String AGENT = "inst/";

  /** What the command line needs besides. */
  static final String COMMAND_LINE = "cli/";

  private static final String CLASS = ".class";

  static {
    registerAsParallelCapable();
  }

  private BiFunction<Object[], Instrumentation, Boolean> given;
  private final Path path;
  private final ClassLoader others;
  private final List<String> roots;
  private final JarFile jar;
  private final ProtectionDomain domain;

  /** Loads from these folders of the jar. */
  PrivateLoader(Path path, String... roots) throws IOException {
    this(path, null, roots);
  }

  /** And what is not there by another loader, if that is not null. */
  PrivateLoader(Path path, ClassLoader others, String... roots) throws IOException {
    super("rocjfr", ClassLoader.getPlatformClassLoader());
    this.path = path;
    this.others = others;
    this.roots = List.of(roots);
    this.jar = new JarFile(path.toFile());
    this.domain = PrivateLoader.class.getProtectionDomain();
  }

  /**
   * What a class gives to its loader when it is initialised. A call by reflection would take 30 ms
   * at the start of a JVM.
   */
  BiFunction<Object[], Instrumentation, Boolean> given(String type) throws ClassNotFoundException {
    Class.forName(type, true, this);
    return given;
  }

  @Override
  public void accept(BiFunction<Object[], Instrumentation, Boolean> what) {
    given = what;
  }

  /** The jar that holds this class. */
  static Path ownJar() throws IOException {
    CodeSource source = PrivateLoader.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new IOException("the path of rocjfr.jar is unknown");
    }
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("the path of rocjfr.jar is unknown: " + source.getLocation(), e);
    }
  }

  private JarEntry entry(String file) {
    for (String root : roots) {
      JarEntry entry = jar.getJarEntry(root + file);
      if (entry != null) {
        return entry;
      }
    }
    return null;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + CLASS;
    JarEntry entry = entry(file);
    if (entry == null && name.startsWith("io.rocjfr.")) {
      entry = jar.getJarEntry(file); // the public API, where it is not in the boot loader
    }
    if (entry == null && others != null) {
      return others.loadClass(name);
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

  /** For a named module; see {@link PrivateModule}. */
  @Override
  protected Class<?> findClass(String moduleName, String name) {
    try {
      return findClass(name);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** Without a URL, which opens the jar once more. */
  @Override
  public InputStream getResourceAsStream(String name) {
    JarEntry entry = entry(name);
    try {
      return entry == null ? super.getResourceAsStream(name) : jar.getInputStream(entry);
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  protected URL findResource(String name) {
    JarEntry entry = entry(name);
    try {
      return entry == null ? null : new URL("jar:" + path.toUri() + "!/" + entry.getName());
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
