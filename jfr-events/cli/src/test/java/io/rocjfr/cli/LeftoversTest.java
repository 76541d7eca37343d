// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that is ended in the middle leaves nothing half written. */
class LeftoversTest {
  @TempDir Path folder;
  @TempDir Path temporary;

  private static List<String> in(Path place) throws Exception {
    try (Stream<Path> all = Files.list(place)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private Process start(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                HalfWritten.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  @Test
  void ctrlCRemovesWhatIsHalfWritten() throws Exception {
    Process process = start(folder.toString());
    try {
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      assertThat(out.readLine()).isEqualTo("ready");
      assertThat(in(folder)).hasSize(2).anyMatch(name -> name.endsWith(".part"));
      assertThat(in(folder.resolve("fleet"))).singleElement().asString().endsWith(".part");
      assertThat(in(temporary)).anyMatch(name -> name.endsWith(".jfr"));
      process.toHandle().destroy(); // SIGTERM ends it as Ctrl-C does; its standard input stays open
      process.waitFor();
    } finally {
      process.destroyForcibly();
    }
    assertThat(in(folder)).isEmpty();
    assertThat(in(temporary)).noneMatch(name -> name.endsWith(".jfr"));
  }

  @Test
  void whatComesAfterCtrlCReplacesNothingAndLeavesNothing() throws Exception {
    Path file = Files.writeString(folder.resolve("gpu.db"), "good");
    Process process = start(folder.toString(), "late");
    try {
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      assertThat(out.readLine()).isEqualTo("ready");
      process.toHandle().destroy();
      process.waitFor();
    } finally {
      process.destroyForcibly();
    }
    assertThat(in(folder)).containsExactly("gpu.db");
    assertThat(file).hasContent("good");
  }
}
