// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.jna.JnaProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Initialises our JNA, before the first C API that it mirrors is called. Its native part we copy
 * ourselves, where the folder that JNA would choose may not be writable.
 */
public final class JnaSetup {
  private static final String NATIVE_PART = "com/sun/jna/linux-x86-64/libjnidispatch.so";
  private static boolean done;

  private JnaSetup() {}

  /** Before any other use of JNA. */
  public static synchronized void initialize() throws IOException {
    if (done) {
      return;
    }
    Path nativePart = TemporaryFiles.extract(NATIVE_PART);
    JnaProperties.setProperty("jna.boot.library.path", nativePart.getParent().toString());
    JnaProperties.setProperty("jna.nosys", "true");
    // Else it runs ldconfig. We open files only.
    JnaProperties.setProperty("jna.platform.library.path", "");
    try {
      for (String name : List.of("com.sun.jna.Native", "com.sun.jna.NativeLibrary")) {
        Class.forName(name, true, JnaSetup.class.getClassLoader());
      }
    } catch (ClassNotFoundException e) {
      throw new IOException("JNA is missing in this jar", e);
    } catch (LinkageError e) {
      throw new IOException("JNA cannot be loaded: " + e.getMessage(), e);
    }
    done = true;
    TemporaryFiles.remove(nativePart); // it is loaded: nothing is left behind by a kill -9, either
  }
}
