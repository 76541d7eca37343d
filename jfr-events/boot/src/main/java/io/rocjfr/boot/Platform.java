// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.boot;

import java.lang.module.ModuleFinder;
import java.util.Locale;

/** Whether this JVM can be traced at all. */
final class Platform {
  private Platform() {}

  /** What is missing, or null. */
  static String missing() {
    String os = System.getProperty("os.name", "");
    String arch = System.getProperty("os.arch", "");
    if (!os.toLowerCase(Locale.ROOT).equals("linux")
        || !(arch.equals("amd64") || arch.equals("x86_64"))) {
      return "only Linux on x86-64 is supported. This is " + os + " on " + arch;
    }
    if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
      return ModuleFinder.ofSystem().find("jdk.jfr").isPresent()
          ? "the program runs without the module jdk.jfr, but its Java runtime has it. Start"
              + " the program with --add-modules jdk.jfr"
          : "this Java runtime has no module jdk.jfr";
    }
    return null;
  }
}
