// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which Java the launcher takes; the one here says which it is. */
class LauncherTest {
  @TempDir Path folder;

  private Path java(String name) throws IOException {
    Path java = folder.resolve(name);
    Files.createDirectories(java.getParent());
    Files.writeString(
        java,
        """
        #!/bin/sh
        [ "$1" = -version ] && { echo 'openjdk version "21.0.1"' >&2; exit; }
        echo "this one: $*"
        """);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return java;
  }

  private String launch(String wanted) throws Exception {
    Files.createDirectories(folder.resolve("lib"));
    Files.createDirectories(folder.resolve("bin"));
    Files.writeString(folder.resolve("lib/rocjfr.jar"), "");
    Path launcher = folder.resolve("bin/rocjfr");
    Files.writeString(launcher, Files.readString(Path.of("src/main/launcher/rocjfr")));
    ProcessBuilder builder = new ProcessBuilder("sh", launcher.toString(), "word");
    builder.environment().put("ROCJFR_JAVA", wanted);
    builder.environment().remove("JAVA_HOME");
    builder.environment().merge("PATH", folder + "/path", (path, more) -> more + ":" + path);
    Process process = builder.redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out;
  }

  @Test
  void aNameIsOneOfThePath() throws Exception {
    java("path/ourjava");
    assertThat(launch("ourjava")).startsWith("this one: -jar ").endsWith("rocjfr.jar word\n");
  }

  @Test
  void aReleaseWithoutAVersionIsNotAsked() throws Exception {
    Path java = java("jdk/bin/java");
    Files.writeString(folder.resolve("jdk/release"), "IMPLEMENTOR=\"nobody\"\n");
    assertThat(launch(java.toString())).startsWith("this one: -jar ");
  }
}
