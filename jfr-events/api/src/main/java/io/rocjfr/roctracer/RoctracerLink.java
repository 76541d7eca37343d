// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

import io.rocjfr.AgentFunctions;
import java.util.function.BiFunction;

/**
 * The way to the agent. Only JDK types cross: a function's name and arguments, and back {status,
 * error text, result}.
 */
final class RoctracerLink {
  private static final String NAME = "roctracer";

  private RoctracerLink() {}

  @SuppressWarnings("unchecked") // the protocol says what is behind the name
  private static BiFunction<String, Object[], Object[]> find() {
    return (BiFunction<String, Object[], Object[]>) AgentFunctions.find(NAME);
  }

  static boolean isThere() {
    return find() != null;
  }

  /** Calls a function of the agent; fails as that does. */
  static Object call(String function, Object... arguments) {
    BiFunction<String, Object[], Object[]> agent = find();
    if (agent == null) {
      throw new RoctracerException(
          Status.ERROR,
          "the rocjfr agent does not run in this JVM. Start the JVM with -javaagent:rocjfr.jar,"
              + " or run java -jar rocjfr.jar attach PID");
    }
    Object[] answer = agent.apply(function, arguments);
    int status = (Integer) answer[0];
    if (status != 0) {
      throw new RoctracerException(Status.of(status), (String) answer[1]);
    }
    return answer[2];
  }
}
