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
}
