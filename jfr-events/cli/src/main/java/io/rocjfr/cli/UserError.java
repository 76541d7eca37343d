// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.ExitCodes;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends a command with {@link ExitCodes#BAD_INPUT}. Its message is all that the user sees: what is
 * wrong, where, and what to do.
 */
final class UserError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String[] lines;

  /** With one line for the user, and more below it. */
  UserError(String line, String... more) {
    this(joined(List.of(line), List.of(more)));
  }

  private UserError(List<String> lines) {
    super(String.join("\n", lines));
    this.lines = lines.toArray(String[]::new);
  }

  /** With the lines of what another program says. */
  static UserError said(String text) {
    return new UserError(text.lines().toList());
  }

  /** The same, and one more line. */
  UserError and(String line) {
    return new UserError(joined(lines(), List.of(line)));
  }

  /** What the user sees. A line break within one of them is not ours. */
  List<String> lines() {
    return List.of(lines);
  }

  private static List<String> joined(List<String> lines, List<String> more) {
    List<String> all = new ArrayList<>(lines);
    all.addAll(more);
    return all;
  }
}
