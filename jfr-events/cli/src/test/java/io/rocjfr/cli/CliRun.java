// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine.Help.Ansi;

/**
 * One run of the command line.
 *
 * @param code its exit code
 * @param out what it printed
 * @param err what it complained about
 */
record CliRun(int code, String out, String err) {
  static CliRun of(Object... args) {
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(words, new PrintWriter(out), new PrintWriter(err), Ansi.OFF);
    CliRun run = new CliRun(code, out.toString(), err.toString());
    assertThat(run.out() + run.err())
        .as("no stack trace, no internal error")
        .doesNotContain("\tat ", "unexpectedly");
    return run;
  }

  JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out);
  }

  /** The line that begins with this, its columns separated by single spaces. */
  String row(String start) {
    return out.lines()
        .map(line -> line.strip().replaceAll(" +", " "))
        .filter(line -> line.startsWith(start))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no line begins with " + start + " in:\n" + out));
  }
}
