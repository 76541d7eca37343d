// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel;

import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * {@code java -jar rocjfr-otel.jar}: runs the command line, whose classes and libraries lie under
 * {@code inst/} in the jar, where an application that has the jar on its class path does not meet
 * them.
 */
public final class ExportEntry {
  private ExportEntry() {}

  /** Ends the JVM with the command's exit code. */
  public static void main(String[] args) throws Exception {
    URL jar = ExportEntry.class.getProtectionDomain().getCodeSource().getLocation();
    URL[] path = {new URL("jar:" + jar + "!/inst/"), jar};
    URLClassLoader loader =
        new URLClassLoader("rocjfr-otel", path, ClassLoader.getPlatformClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    Class<?> main = loader.loadClass("io.rocjfr.otel.offline.ExportMain");
    try {
      System.exit((Integer) main.getMethod("run", String[].class).invoke(null, (Object) args));
    } catch (InvocationTargetException e) {
      System.err.println("rocjfr: failed unexpectedly: " + e.getCause());
      System.exit(2);
    }
  }
}
