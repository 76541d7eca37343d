// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.buffered;

import io.rocjfr.AgentFunctions;
import java.util.function.BiFunction;

/**
 * The way to the agent. Only JDK types cross: a function's name and arguments, and back {status's
 * name or null, error text, result}.
 */
final class BufferedLink {
  private static final String NAME = "buffered";

  private BufferedLink() {}

  @SuppressWarnings("unchecked") // the protocol says what is behind the name
  static Object call(String function, Object... arguments) {
    BiFunction<String, Object[], Object[]> agent =
        (BiFunction<String, Object[], Object[]>) AgentFunctions.find(NAME);
    if (agent == null) {
      throw new BufferedException(
          "ERROR",
          "the rocjfr agent does not run in this JVM. Start the JVM with -javaagent:rocjfr.jar,"
              + " or run java -jar rocjfr.jar attach PID");
    }
    Object[] answer = agent.apply(function, arguments);
    if (answer[0] != null) {
      throw new BufferedException((String) answer[0], (String) answer[1]);
    }
    return answer[2];
  }
}
