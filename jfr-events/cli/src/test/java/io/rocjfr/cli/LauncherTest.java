// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
    return launch(Map.of("ROCJFR_JAVA", wanted));
  }

  private String launch(Map<String, String> variables) throws Exception {
    Files.createDirectories(folder.resolve("lib"));
    Files.createDirectories(folder.resolve("bin"));
    Files.writeString(folder.resolve("lib/rocjfr.jar"), "");
    Path launcher = folder.resolve("bin/rocjfr");
    Files.writeString(launcher, Files.readString(Path.of("src/main/launcher/rocjfr")));
    ProcessBuilder builder = new ProcessBuilder("sh", launcher.toString(), "word");
    builder.environment().remove("ROCJFR_JAVA");
    builder.environment().remove("JAVA_HOME");
    builder.environment().putAll(variables);
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
  void whatNamesNoJavaIsSaid() throws Exception {
    assertThat(launch("/nowhere/java"))
        .isEqualTo(
            "rocjfr: ROCJFR_JAVA is /nowhere/java, which is no Java 17 or later. Name a java, or"
                + " unset it.\n");
    java("path/java");
    assertThat(launch(Map.of("JAVA_HOME", "/nowhere")))
        .startsWith("rocjfr: JAVA_HOME is /nowhere, where no Java 17 or later is; another")
        .contains("this one: -jar ");
  }

  /** As of jlink; the one that is named is taken all the same. */
  @Test
  void aJavaThatLacksModulesIsTheLastChoice() throws Exception {
    Path small = java("small/bin/java");
    Files.writeString(
        folder.resolve("small/release"),
        "JAVA_VERSION=\"21.0.1\"\nMODULES=\"java.base java.instrument jdk.jfr\"\n");
    Files.writeString(small, Files.readString(small).replace("this one", "the small one"));
    String home = folder.resolve("small").toString();
    assertThat(launch(small.toString())).startsWith("the small one: ");
    java("path/java");
    assertThat(launch(Map.of("JAVA_HOME", home))).startsWith("this one: ");
    Files.writeString(
        folder.resolve("small/release"),
        "MODULES=\"java.base java.instrument java.logging java.management java.sql jdk.attach"
            + " jdk.jfr\"\n");
    assertThat(launch(Map.of("JAVA_HOME", home))).as("without jcmd").startsWith("this one: ");
    java("small/bin/jcmd");
    assertThat(launch(Map.of("JAVA_HOME", home))).startsWith("the small one: ");
  }

  @Test
  void aFolderIsNoJava() throws Exception {
    Files.createDirectories(folder.resolve("jdk/conf/security"));
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"21.0.1\"\n");
    String security = folder.resolve("jdk/conf/security").toString();
    assertThat(launch(security))
        .startsWith("rocjfr: ROCJFR_JAVA is " + security + ", which is no Java 17 or later.");
  }

  @Test
  void itLooksForWhatTheCommandsNeed() throws IOException {
    Set<String> needed = new TreeSet<>(NeededModules.all());
    assertThat(Files.readString(Path.of("src/main/launcher/rocjfr")))
        .contains("for module in " + String.join(" ", needed) + ";");
  }

  @Test
  void aReleaseWithoutAVersionIsNotAsked() throws Exception {
    Path java = java("jdk/bin/java");
    Files.writeString(folder.resolve("jdk/release"), "IMPLEMENTOR=\"nobody\"\n");
    assertThat(launch(java.toString())).startsWith("this one: -jar ");
  }
}
