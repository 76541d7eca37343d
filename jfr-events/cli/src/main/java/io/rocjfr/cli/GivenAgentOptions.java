// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.agent.AgentOptions;
import picocli.CommandLine.Option;

/** The options of the agent that a command loads. */
final class GivenAgentOptions {
  @Option(
      names = {"-a", "--agent"},
      paramLabel = "OPTIONS",
      defaultValue = "",
      description =
          "The agent's options: key=value,... such as ring=16m or lossless=true. Default: none.")
  private String options;

  /** Empty if none are given. */
  String text() {
    return checked(options);
  }

  /** What is said where the agent is there already. */
  static String tooLate(ProcessId process) {
    return "The agent is in process "
        + process
        + " already, with the options that it was"
        + " loaded with. Leave out your options, or restart the program.";
  }

  /** The same text, if the agent will understand it. */
  static String checked(String options) {
    try {
      AgentOptions.parse(options);
    } catch (IllegalArgumentException e) {
      throw new UserError("The agent's options: " + e.getMessage());
    }
    return options;
  }
}
