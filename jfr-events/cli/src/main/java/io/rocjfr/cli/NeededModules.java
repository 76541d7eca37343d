// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Modules of the JDK that a command needs beside java.base and jdk.jfr. A runtime that jlink has
 * made may lack them. jdk.attach is not here: {@link JvmAttach} asks for it where it is needed.
 */
final class NeededModules {
  static final String LOGGING = "java.logging";

  // The launcher looks for a Java that has all of them.
  private static final Map<String, List<String>> OF_COMMAND =
      Map.of(
          "convert", List.of("java.sql"),
          "export", List.of(LOGGING),
          "page", List.of(LOGGING, "java.management"),
          "report", List.of(LOGGING, "java.management"));

  private NeededModules() {}

  /** Of all commands. */
  static Set<String> all() {
    return OF_COMMAND.values().stream().flatMap(List::stream).collect(Collectors.toSet());
  }

  /**
   * Before a command begins.
   *
   * @throws UserError this Java lacks one
   */
  static void require(String command) {
    require(command, OF_COMMAND.getOrDefault(command, List.of()));
  }

  /** The same of a command with certain options. */
  static void require(String command, List<String> modules) {
    List<String> lacking =
        modules.stream().filter(name -> ModuleLayer.boot().findModule(name).isEmpty()).toList();
    if (!lacking.isEmpty()) {
      throw new UserError(
          command
              + " needs "
              + (lacking.size() == 1 ? "the module " : "the modules ")
              + String.join(", ", lacking)
              + ", which the Java runtime in "
              + System.getProperty("java.home")
              + " lacks. Run it with a complete JDK: set JAVA_HOME.");
    }
  }

  /** Of a failure: the JDK's class that this Java lacks, or null if it is none of that kind. */
  static String lackingClass(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String name = String.valueOf(cause.getMessage()).replace('/', '.');
      boolean ofJdk = name.startsWith("java.") || name.startsWith("javax.");
      if (cause instanceof NoClassDefFoundError && ofJdk) {
        return name;
      }
    }
    return null;
  }
}
