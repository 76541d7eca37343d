// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is known of another process. */
class ProcessIdTest {
  private static final long PATIENCE_NANOS = 600_000_000_000L;

  /**
   * Its parent is one that waits for no child, as sleep. Until then it must live, since a shell may
   * wait for it: its input is the one that is closed below, by way of 3, since a shell gives a
   * command in the background an empty one of its own as 0.
   */
  @Test
  void aProcessThatNobodyHasWaitedForHasEnded() throws Exception {
    Process parent =
        new ProcessBuilder(
                "sh", "-c", "exec 3<&0; sh -c 'read line' <&3 & echo $!; exec sleep 10000")
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      ProcessId process = ProcessId.of(Long.parseLong(out.readLine()));
      assertThat(ProcessId.of(parent.pid()).hasEnded()).isFalse();
      await(Path.of("/proc/" + parent.pid() + "/comm"), "sleep");
      parent.getOutputStream().close();
      await(Path.of("/proc/" + process + "/stat"), ") Z ");
      assertThat(process.hasEnded()).isTrue();
      CliRun run = CliRun.of("record", process.toString());
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err()).contains("Process " + process + " has ended");
    } finally {
      parent.destroyForcibly().waitFor();
    }
    assertThat(ProcessId.of(parent.pid()).hasEnded()).isTrue();
  }

  private static void await(Path file, String text) throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!Files.readString(file).contains(text)) {
      assertThat(System.nanoTime()).isLessThan(deadline);
    }
  }
}
