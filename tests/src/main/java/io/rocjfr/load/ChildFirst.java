// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * The load in a class loader that, as those of application servers do, looks into its own jars
 * first: it has its own copy of rocjfr's API.
 */
public final class ChildFirst extends URLClassLoader {
  private ChildFirst(URL[] jars) {
    super("application", jars, ClassLoader.getPlatformClassLoader());
  }

  /** As {@link Load#main}. */
  public static void main(String[] arguments)
      throws ReflectiveOperationException, MalformedURLException {
    List<URL> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      jars.add(new File(entry).toURI().toURL());
    }
    ChildFirst loader = new ChildFirst(jars.toArray(URL[]::new));
    Thread.currentThread().setContextClassLoader(loader);
    Class<?> api = loader.loadClass("io.rocjfr.Rocjfr");
    if (api.getClassLoader() != loader) {
      throw new IllegalStateException("it has no API of its own");
    }
    try {
      loader
          .loadClass(Load.class.getName())
          .getMethod("main", String[].class)
          .invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      if (name.startsWith("io.rocjfr.")) {
        return findClass(name);
      }
      return super.loadClass(name, resolve);
    }
  }
}
