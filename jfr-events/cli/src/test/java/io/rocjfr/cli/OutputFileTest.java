// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is there whole or as it was, whoever else writes it. */
class OutputFileTest {
  @TempDir Path folder;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The other begins and ends while one is half done. */
  @Test
  void twoWritersAtOnce() throws IOException {
    Path file = folder.resolve("gpu.html");
    OutputFile.of(file)
        .write(
            out -> {
              out.write(bytes("one "));
              out.flush();
              OutputFile.of(file).write(other -> other.write(bytes("the other")));
              assertThat(file).hasContent("the other");
              out.write(bytes("whole"));
            });
    assertThat(file).hasContent("one whole");
    assertThat(folder.toFile().list()).containsExactly("gpu.html");
  }

  @Test
  void aFailureLeavesWhatWasThere() throws IOException {
    Path file = Files.writeString(folder.resolve("gpu.html"), "before");
    assertThatThrownBy(
            () ->
                OutputFile.of(file)
                    .write(
                        out -> {
                          out.write(bytes("half"));
                          throw new IOException("no space left");
                        }))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("gpu.html cannot be written: no space left");
    assertThat(file).hasContent("before");
    assertThat(folder.toFile().list()).containsExactly("gpu.html");
  }

  @Test
  void whatALinkNamesIsReplacedAndNotTheLink() throws IOException {
    Path file = Files.writeString(folder.resolve("file.html"), "before");
    Path link = Files.createSymbolicLink(folder.resolve("link.html"), file);
    OutputFile.of(link).write(out -> out.write(bytes("after")));
    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("after");
  }

  @Test
  void aDeviceIsNotReplaced() {
    assertThatThrownBy(() -> OutputFile.of(Path.of("/dev/null")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("/dev/null is not a file that can be replaced");
  }

  @Test
  void aFolderIsNoFile() {
    assertThatThrownBy(() -> OutputFile.of(folder))
        .isInstanceOf(UserError.class)
        .hasMessageEndingWith("is a folder. Name a file in it.");
  }

  @Test
  void whoMayReadItStaysSo() throws IOException {
    Path file = Files.writeString(folder.resolve("gpu.html"), "before");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    OutputFile.of(file).write(out -> out.write(1));
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  /** As any file that this user makes, not as a temporary one that is a secret. */
  @Test
  void othersMayReadItWhereTheUserLetsThem() throws IOException {
    Path plain = Files.createFile(folder.resolve("plain"));
    OutputFile.of(folder.resolve("gpu.html")).write(out -> out.write(1));
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("gpu.html"))))
        .isEqualTo(PosixFilePermissions.toString(Files.getPosixFilePermissions(plain)));
  }
}
