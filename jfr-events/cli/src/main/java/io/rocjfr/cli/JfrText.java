// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.nio.file.Path;

/** Texts as JFR's diagnostic commands take them. */
final class JfrText {
  /** In the help of a JFR that puts other words in the place of some. */
  private static final String REPLACES = "'%p'";

  private JfrText() {}

  /** The name of a file, which JFR of newer JDKs would not take literally. */
  static String file(ProcessId process, Path file) {
    String name = file.toString();
    if (name.indexOf('%') >= 0
        && JvmCommands.run(process.pid(), "help", "JFR.start").contains(REPLACES)) {
      name = name.replace("%", "%%");
    }
    return quoted(name);
  }

  /**
   * Whether an answer to JFR.dump is that all is written. Java 17's JFR takes the path that it
   * prints last for a format, so that one with a percent sign can make it fail, but only then.
   */
  static boolean saysDumped(String answer) {
    return answer.contains("Dumped recording")
        || answer.startsWith("Conversion = ")
        || answer.startsWith("Format specifier ");
  }

  static String quoted(String text) {
    char quote = text.indexOf('"') >= 0 ? '\'' : '"';
    if (text.indexOf(quote) >= 0) {
      throw new UserError(text + ": JFR does not accept a name with both ' and \" in it.");
    }
    return quote + text + quote;
  }
}
