// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is said of a standard output that cannot be written. */
class StandardOutputTest {
  private static StandardOutput failing(String message) {
    return new StandardOutput(
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(message);
          }
        });
  }

  private static String problem(StandardOutput standard) {
    PrintWriter out = new PrintWriter(standard, true, UTF_8);
    out.println("a line");
    out.print("x".repeat(100_000));
    out.flush();
    return standard.problem();
  }

  @Test
  void aFullDisk() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "there is no /dev/full");
    try (FileOutputStream to = new FileOutputStream(full.toFile())) {
      assertThat(problem(new StandardOutput(to))).isEqualTo("No space left on device");
    }
    assertThat(problem(failing("first"))).isEqualTo("first");
  }

  @Test
  void aReaderThatHasEnough() {
    assertThat(problem(failing("Broken pipe"))).isNull();
    assertThat(problem(new StandardOutput(OutputStream.nullOutputStream()))).isNull();
  }
}
