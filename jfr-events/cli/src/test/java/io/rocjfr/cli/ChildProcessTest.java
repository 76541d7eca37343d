// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocjfr.recording.TextOutput;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(1800)
class ChildProcessTest {
  /** Says that it is there; when it is to end it does something first, and then ends with 7. */
  private static final String PROGRAM =
      "trap 'echo written > written; exit 7' TERM; echo > ready; while :; do sleep 0.05; done";

  private static final TextOutput ERR =
      new TextOutput(new PrintWriter(System.err, true, StandardCharsets.UTF_8));

  @TempDir Path folder;

  private CompletableFuture<Integer> start(String script, Interrupt interrupt) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", script).directory(folder.toFile());
    CompletableFuture<Integer> code =
        CompletableFuture.supplyAsync(() -> ChildProcess.run(builder, interrupt));
    while (!Files.exists(folder.resolve("ready"))) {
      Thread.sleep(1);
    }
    return code;
  }

  @Test
  void whoEndsUsEndsItAndItWritesFirst() throws Exception {
    try (Interrupt interrupt = new Interrupt(ERR)) {
      CompletableFuture<Integer> code = start(PROGRAM, interrupt);
      interrupt.asked().complete(null);
      assertThat(code.get()).isEqualTo(7);
      assertThat(folder.resolve("written")).exists();
    }
  }

  /** In a container whose first process takes in no orphans: here that is the JVM itself. */
  @Test
  void anOrphanThatHasEndedIsNotWaitedFor() throws Exception {
    Files.writeString(folder.resolve("program.sh"), PROGRAM);
    List<String> alone =
        List.of("unshare", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child");
    assumeTrue(exitCode(alone, "true") == 0, "no namespaces");
    assertThat(
            exitCode(
                alone,
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                FirstProcess.class.getName(),
                folder.toString()))
        .isEqualTo(7);
  }

  private int exitCode(List<String> before, String... command) throws Exception {
    List<String> words = new ArrayList<>(before);
    words.addAll(List.of(command));
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    return process.waitFor();
  }

  /**
   * Interrupts the script that lies in the folder of its argument; ends with 7 if that has ended.
   */
  static final class FirstProcess {
    private FirstProcess() {}

    @SuppressWarnings("SystemExitOutsideMain") // it is one
    public static void main(String[] folder) throws Exception {
      ChildProcessTest test = new ChildProcessTest();
      test.folder = Path.of(folder[0]);
      boolean ended;
      try (Interrupt interrupt = new Interrupt(ERR)) { // the exit would wait for it
        CompletableFuture<Integer> code = test.start("sh program.sh; true", interrupt);
        interrupt.asked().complete(null);
        ended = code.get() != 0 && Files.exists(test.folder.resolve("written"));
      }
      System.exit(ended ? 7 : 1);
    }
  }

  /** As at the end of this JVM, whose command is none of ours. */
  @Test
  @Timeout(60) // it would wait for two minutes
  void whatWasInterruptedAndHasEndedHoldsNothingUp() {
    Interrupt interrupt = new Interrupt(ERR);
    interrupt.asked().complete(null);
    interrupt.close();
    interrupt.hold();
  }

  /** The script does not wait for it. */
  @Test
  void whatAScriptHasStartedIsEndedAndWaitedForToo() throws Exception {
    Files.writeString(folder.resolve("program.sh"), PROGRAM);
    try (Interrupt interrupt = new Interrupt(ERR)) {
      CompletableFuture<Integer> code = start("sh program.sh; true", interrupt);
      interrupt.asked().complete(null);
      assertThat(code.get()).isNotZero();
      assertThat(folder.resolve("written")).exists();
    }
  }
}
