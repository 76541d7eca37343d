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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that sees another folder under the same name, as in a container. */
class ProcessFilesTest {
  @TempDir Path folder;

  private static final String DISK = "mount -t tmpfs none \"$0\" && ";

  /** A root in which there is what a shell needs. */
  private static final String ROOT =
      DISK
          + "for one in bin lib lib64 usr; do"
          + " [ ! -L /$one ] || { cp -P /$one \"$0\"; continue; };"
          + " [ ! -d /$one ] || { mkdir \"$0/$one\" && mount --rbind /$one \"$0/$one\"; };"
          + " done && ";

  /** Runs a command behind what is mounted, until it has printed its line. */
  private Process start(String mount, String... command) throws IOException, InterruptedException {
    // Where the test may not mount, it is skipped.
    Process tried =
        new ProcessBuilder("unshare", "-rm", "sh", "-c", DISK + "true", folder.toString())
            .redirectErrorStream(true)
            .start();
    String why = new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(tried.waitFor() == 0, "nothing can be mounted here: " + why);
    List<String> words = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c"));
    words.add(mount + "exec \"$@\"");
    words.add(folder.toString());
    words.addAll(List.of(command));
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String line =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
            .readLine();
    assertThat(line).isEqualTo("ready");
    return process;
  }

  @Test
  void whatItDoesNotSeeIsSaid() throws Exception {
    Path file = Files.writeString(folder.resolve("out.jfr"), "before");
    Process process =
        start(
            DISK,
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            SleepingProgram.class.getName());
    try {
      ProcessId id = ProcessId.of(process.pid());
      assertThat(ProcessFiles.areSame(id, folder)).isFalse();
      assertThat(ProcessFiles.areSame(id, file)).isFalse();
      assertThat(ProcessFiles.areSame(id, Path.of("/etc"))).isTrue();
      assertThat(ProcessFiles.hint(id)).isEmpty();
      CliRun run = CliRun.of("record", "-o", file, process.pid());
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err())
          .startsWith("rocjfr: Process " + process.pid() + " has its own file systems")
          .contains("It does not see " + folder);
      assertThat(folder.toFile().list()).containsExactly("out.jfr");
      assertThat(file).hasContent("before");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** Its JVM may not be reached from here; then the user is told why. */
  @Test
  void oneInAnotherRoot() throws Exception {
    Process process =
        start(ROOT, "chroot", folder.toString(), "/bin/sh", "-c", "echo ready; read line");
    try {
      assertThat(ProcessFiles.hint(ProcessId.of(process.pid())))
          .startsWith(
              "It has its own file systems, probably in a container. Run this command" + " there");
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
