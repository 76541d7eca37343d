// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.boot;

import java.lang.reflect.InvocationTargetException;

/** {@code java -jar rocjfr.jar}: the command line, in a loader like the agent's. */
public final class MainEntry {
  private MainEntry() {}

  public static void main(String[] args) {
    int status;
    try {
      PrivateLoader loader =
          new PrivateLoader(
              PrivateLoader.ownJar(), PrivateLoader.COMMAND_LINE, PrivateLoader.AGENT);
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
}
