// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepositoryTest {
  @TempDir Path folder;

  /** The recording is given to the user of a process, whose folder it may be in, too. */
  @Test
  void whatSomebodyLinkedInTheRecordingsPlaceIsNotWritten() throws IOException {
    Path repository = Files.createDirectory(folder.resolve("repository"));
    Path others = Files.writeString(folder.resolve("passwords"), "of root");
    Path recording = Files.createSymbolicLink(folder.resolve("rocjfr1.jfr"), others);
    assertThatThrownBy(() -> Repository.salvage(repository.toString(), recording))
        .isInstanceOf(IOException.class);
    assertThat(others).hasContent("of root");
  }

  @Test
  void whatSomebodyLinkedInARepositoryIsNotRead() throws IOException {
    Path repository = Files.createDirectory(folder.resolve("repository"));
    Path recording = Files.createFile(folder.resolve("rocjfr1.jfr"));
    Path chunk = repository.resolve("2026_01_01_00_00_00.jfr");
    Files.writeString(chunk, "no recording, but longer than a header".repeat(9));
    assertThat(Repository.salvage(repository.toString(), recording)).isFalse();
    Path others = Files.move(chunk, folder.resolve("passwords"));
    Files.createSymbolicLink(chunk, others);
    assertThatThrownBy(() -> Repository.salvage(repository.toString(), recording))
        .isInstanceOf(IOException.class);
    assertThat(recording).isEmptyFile();
  }
}
