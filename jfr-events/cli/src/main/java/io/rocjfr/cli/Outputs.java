// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.TextOutput;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Where a command prints. What picocli has for that takes any text; only its help goes there. */
final class Outputs {
  private Outputs() {}

  /** Standard output, or what stands for it. */
  static TextOutput out(CommandSpec spec) {
    CommandLine command = spec.commandLine();
    return new TextOutput(command.getOut(), command.getColorScheme().ansi().enabled());
  }

  /** Standard error, or what stands for it. */
  static TextOutput err(CommandSpec spec) {
    return new TextOutput(spec.commandLine().getErr());
  }
}
