// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What is wrong with a command line, without words that may be a secret. picocli's messages quote
 * unknown words, such as the headers behind a wrong option.
 */
final class Misuse {
  private Misuse() {}

  static String message(ParameterException misuse) {
    if (misuse instanceof UnmatchedArgumentException unmatched) {
      return unknown(unmatched.getUnmatched());
    }
    if (misuse instanceof MissingParameterException missing) {
      return "missing: "
          + missing.getMissing().stream().map(Misuse::name).collect(Collectors.joining(", "));
    }
    if (misuse.getClass() == ParameterException.class && misuse.getArgSpec() == null) {
      return misuse.getMessage(); // ours
    }
    return misuse.getArgSpec() == null
        ? "the command line is wrong"
        : name(misuse.getArgSpec()) + " has a wrong value, has no value, or is given twice";
  }

  /** Names of options, and how many words are none. */
  private static String unknown(List<String> words) {
    List<String> names =
        words.stream()
            .filter(word -> word.matches("--?[A-Za-z][A-Za-z-]{0,40}(=.*)?"))
            .map(word -> word.replaceFirst("=.*", ""))
            .toList();
    if (names.isEmpty()) {
      return "" + words.size() + " words of the command line are unknown (they are not shown)";
    }
    return (names.size() == 1 ? "unknown option " : "unknown options ") + String.join(", ", names);
  }

  private static String name(ArgSpec argument) {
    return argument.isOption()
        ? ((picocli.CommandLine.Model.OptionSpec) argument).longestName()
        : argument.paramLabel();
  }
}
