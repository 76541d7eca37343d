// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.boot;

import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** {@code java -jar rocjfr.jar}: the command line, in a loader like the agent's. */
public final class MainEntry {
  private MainEntry() {}

  public static void main(String[] args) {
    int status;
    try {
      Path jar = PrivateLoader.ownJar();
      PrivateLoader loader =
          new PrivateLoader(jar, parquet(jar), PrivateLoader.COMMAND_LINE, PrivateLoader.AGENT);
      Thread.currentThread().setContextClassLoader(loader);
      status =
          (Integer)
              loader
                  .loadClass("io.rocjfr.cli.Main")
                  .getMethod("run", String[].class)
                  .invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException | java.io.IOException e) {
      throw new IllegalStateException(e);
    }
    System.exit(status);
  }

  /** What only one command needs lies in a jar beside ours, which is opened when it is asked. */
  private static ClassLoader parquet(Path jar) throws java.io.IOException {
    URL[] beside = {jar.resolveSibling("rocjfr-parquet.jar").toUri().toURL()};
    return new URLClassLoader("rocjfr-parquet", beside, ClassLoader.getPlatformClassLoader());
  }
}
