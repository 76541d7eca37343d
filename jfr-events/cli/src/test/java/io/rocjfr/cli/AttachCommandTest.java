// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code attach} refuses. That it works is tested with the packaged jar. */
class AttachCommandTest {
  @Test
  void whatIsNoProcessId() {
    for (String pid : new String[] {"-1", "0"}) {
      // "--" so that a number is not taken for an option.
      expect(CliRun.of("attach", "--", pid), "is not a process id");
    }
    for (String name : new String[] {"no.such.Program", "99999999999999999999", "1.5"}) {
      expect(CliRun.of("attach", name), "No JVM of this user is called \"" + name + "\"");
    }
    expect(CliRun.of("attach"), "Missing required parameter: 'PROCESS'");
    expect(CliRun.of("attach", ProcessHandle.current().pid()), "this command itself");
  }

  @Test
  void aProcessThatDoesNotExist() {
    expect(CliRun.of("attach", Integer.MAX_VALUE), "There is no process");
  }

  @Test
  void aProgramThatIsNoJvmIsLeftAlone() throws IOException, InterruptedException {
    Process sleep = new ProcessBuilder("sleep", "1200").start();
    try {
      expect(CliRun.of("attach", sleep.pid()), "(sleep 1200) is not a JVM");
      // The signal by which HotSpot is asked to listen ends other programs.
      assertThat(sleep.waitFor(200, TimeUnit.MILLISECONDS)).isFalse();
    } finally {
      sleep.destroy();
    }
  }

  /** Before anything is begun: the agent would say it on the standard error of the program only. */
  @ParameterizedTest
  @ValueSource(
      strings = {"attach PID rings=1m", "record --agent rings=1m PID", "run -a rings=1m java"})
  void optionsThatTheAgentDoesNotKnow(String command) {
    String pid = Long.toString(ProcessHandle.current().pid());
    CliRun run = CliRun.of((Object[]) command.replace("PID", pid).split(" "));
    expect(run, "The agent's options: unknown option 'rings'; valid are: ring=SIZE");
  }

  private static void expect(CliRun run, String message) {
    assertThat(run.err()).startsWith("rocjfr: ").contains(message);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }
}
