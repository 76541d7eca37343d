// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @Test
  void ctrlCRemovesWhatIsHalfWritten() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                HalfWritten.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
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
    assertThat(in(folder)).containsExactly("fleet");
    assertThat(in(folder.resolve("fleet"))).isEmpty();
    assertThat(in(temporary)).noneMatch(name -> name.endsWith(".jfr"));
  }
}
