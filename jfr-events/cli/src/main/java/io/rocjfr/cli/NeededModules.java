// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Modules of the JDK that a command needs beside java.base. A runtime that jlink has made may lack
 * them.
 */
final class NeededModules {
  static final String LOGGING = "java.logging";
  static final String ATTACH = "jdk.attach";
  private static final String JFR = "jdk.jfr";
  private static final List<String> OF_PAGE = List.of(LOGGING, "java.management", JFR);
  private static final List<String> OF_CONVERT = List.of("java.sql", JFR);

  // The launcher looks for a Java that has all of them.
  private static final Map<String, List<String>> OF_COMMAND =
      Map.ofEntries(
          Map.entry("attach", List.of(ATTACH)),
          Map.entry("convert", OF_CONVERT),
          Map.entry("export", List.of(LOGGING, JFR)),
          Map.entry("flame", List.of(JFR)),
          Map.entry("leaks", List.of(JFR)),
          Map.entry("page", OF_PAGE),
          Map.entry("record", List.of(ATTACH, JFR)),
          Map.entry("report", OF_PAGE),
          Map.entry("run", List.of(JFR)),
          Map.entry("selftest", List.of("java.instrument", LOGGING, ATTACH, JFR)),
          Map.entry("summary", List.of(JFR)),
          Map.entry("top", List.of(JFR)));

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

  /** Before a page is made. */
  static void requireForPage(Path wanted) {
    require(wanted.toString(), OF_PAGE);
  }

  /** Before a recording is converted. */
  static void requireForConversion(Path wanted) {
    require(wanted.toString(), OF_CONVERT);
  }

  /** The same of a command with certain options, or of an output. */
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
