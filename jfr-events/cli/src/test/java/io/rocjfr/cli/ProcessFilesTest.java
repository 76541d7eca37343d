// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that sees another folder under the same name, as in a container. */
class ProcessFilesTest {
  @TempDir Path folder;

  /** Where the test may not mount, it is skipped. */
  private Process start() throws IOException, InterruptedException {
    String mount = "mount -t tmpfs none \"$0\" && ";
    Process tried =
        new ProcessBuilder("unshare", "-rm", "sh", "-c", mount + "true", folder.toString())
            .redirectErrorStream(true)
            .start();
    String why = new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(tried.waitFor() == 0, "nothing can be mounted here: " + why);
    Process process =
        new ProcessBuilder(
                "unshare",
                "-rm",
                "sh",
                "-c",
                mount + "exec \"$@\"",
                folder.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SleepingProgram.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String line =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
            .readLine();
    assertThat(line).isEqualTo("ready");
    return process;
  }

  @Test
  void whatItDoesNotSeeIsSaid() throws Exception {
    Path file = Files.writeString(folder.resolve("out.jfr"), "before");
    Process process = start();
    try {
      ProcessId id = ProcessId.of(process.pid());
      assertThat(ProcessFiles.areSame(id, folder)).isFalse();
      assertThat(ProcessFiles.areSame(id, file)).isFalse();
      assertThat(ProcessFiles.areSame(id, Path.of("/etc"))).isTrue();
      CliRun run = CliRun.of("record", "-o", file, process.pid());
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err())
          .startsWith("rocjfr: Process " + process.pid() + " has file systems of its own")
          .contains("it does not see " + folder);
      assertThat(folder.toFile().list()).containsExactly("out.jfr");
      assertThat(file).hasContent("before");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void thisOneSeesWhatItSees() {
    assertThat(ProcessFiles.areSame(ProcessId.of(ProcessHandle.current().pid()), folder)).isTrue();
  }

  @Test
  void ofOneThatIsGoneNothingIsSaid() {
    assertThat(ProcessFiles.areSame(ProcessId.of(Integer.MAX_VALUE), folder)).isTrue();
  }
}
