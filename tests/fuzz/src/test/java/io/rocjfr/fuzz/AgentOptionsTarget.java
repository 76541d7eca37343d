// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.fuzz;

import io.rocjfr.agent.AgentOptions;
import java.nio.charset.StandardCharsets;

/** Any text as the agent's options: they are taken, or a message says why not. */
public final class AgentOptionsTarget {
  private AgentOptionsTarget() {}

  /** Called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    try {
      AgentOptions options = AgentOptions.parse(text);
      if (options.ringBytes() <= 0
          || Long.bitCount(options.ringBytes()) != 1
          || options.memoryBytes() < options.ringBytes()) {
        throw new AssertionError("taken: " + text + " as " + options);
      }
    } catch (IllegalArgumentException e) {
      if (e.getMessage() == null || e.getMessage().isEmpty()) {
        throw new AssertionError("no message for " + text, e);
      }
    }
  }
}
