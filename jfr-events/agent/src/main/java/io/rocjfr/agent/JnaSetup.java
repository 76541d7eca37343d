// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Initialises our JNA. It reads system properties that belong to the application's JNA, so that
 * these are hidden meanwhile; its native part we copy ourselves, where the folder that JNA would
 * choose may not be writable.
 */
final class JnaSetup {
  private static final String NATIVE_PART = "com/sun/jna/linux-x86-64/libjnidispatch.so";

  private JnaSetup() {}

  /** Once, before any other use of JNA. */
  static synchronized void initialize() throws IOException {
    Path nativePart = TemporaryFiles.extract(NATIVE_PART);
    Map<String, String> hidden = hide();
    try {
      System.setProperty("jna.boot.library.path", nativePart.getParent().toString());
      System.setProperty("jna.nosys", "true");
      // Else it runs ldconfig and sets this for the application's JNA, too. We open files only.
      System.setProperty("jna.platform.library.path", "");
      for (String name : List.of("com.sun.jna.Native", "com.sun.jna.NativeLibrary")) {
        Class.forName(name, true, JnaSetup.class.getClassLoader());
      }
    } catch (ClassNotFoundException e) {
      throw new IOException("JNA is missing in this jar", e);
    } finally {
      hide();
      hidden.forEach(System::setProperty);
    }
    TemporaryFiles.remove(nativePart); // it is loaded: nothing is left behind by a kill -9, either
  }

  /** Removes and returns all properties of JNA's. */
  private static Map<String, String> hide() {
    Map<String, String> hidden = new TreeMap<>();
    for (String name : System.getProperties().stringPropertyNames()) {
      if (name.startsWith("jna.")) {
        hidden.put(name, System.getProperty(name));
        System.clearProperty(name);
      }
    }
    return hidden;
  }
}
