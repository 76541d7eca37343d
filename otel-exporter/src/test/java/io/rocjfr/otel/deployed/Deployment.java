// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.deployed;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** An {@link Application} in a loader of its own. */
final class Deployment {
  private final Loader loader;
  private final Function<Object[], Object> application;

  /**
   * Deploys one.
   *
   * @param parent what it does not bring itself; looked at first
   * @param agent what {@link FakeAgent#functions} gives
   */
  @SuppressWarnings("unchecked") // Application is one
  Deployment(ClassLoader parent, Map<String, Object> agent) throws ReflectiveOperationException {
    loader = new Loader(urls(path -> true), parent);
    Method connect = loader.loadClass("io.rocjfr.Link").getDeclaredMethod("connect", Map.class);
    connect.setAccessible(true);
    connect.invoke(null, agent);
    application =
        (Function<Object[], Object>)
            loader.loadClass(Application.class.getName()).getConstructor().newInstance();
  }

  /** The jars and folders of this test's class path that are asked for, in a loader. */
  static URLClassLoader shared(Predicate<String> wanted) {
    return new URLClassLoader(urls(wanted), ClassLoader.getPlatformClassLoader());
  }

  private static URL[] urls(Predicate<String> wanted) {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<URL> urls = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator, -1)) {
      if (wanted.test(entry)) {
        try {
          urls.add(new File(entry).toURI().toURL());
        } catch (MalformedURLException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return urls.toArray(URL[]::new);
  }

  Object order(Object... order) {
    return application.apply(order);
  }

  @SuppressWarnings("unchecked") // what it answers to this order
  List<String> exported() {
    return (List<String>) order("exported");
  }

  ClassLoader loader() {
    return loader;
  }

  /** A server's, as Tomcat's: when it is stopped it neither loads nor finds anything. */
  private static final class Loader extends URLClassLoader {
    private volatile boolean stopped;

    Loader(URL[] urls, ClassLoader parent) {
      super(urls, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      check(name);
      return super.loadClass(name, resolve);
    }

    @Override
    public URL getResource(String name) {
      check(name);
      return super.getResource(name);
    }

    private void check(String name) {
      if (stopped) {
        throw new IllegalStateException("stopped, and cannot load " + name);
      }
    }
  }

  /** Its server stops it; the application is not told. */
  void stop() {
    loader.stopped = true;
  }

  /** Its server undeploys it. */
  void close() {
    try {
      loader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
