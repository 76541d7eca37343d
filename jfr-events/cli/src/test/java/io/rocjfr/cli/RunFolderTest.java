// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  @TempDir Path folder;

  private static void put(RunFolder run, int pid, long second) throws IOException {
    Path file = run.recordings().resolve("hotspot-pid-" + pid + "-id-1-2026_01_01_00_00_00.jfr");
    Files.writeString(file, "of " + pid);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1000 * second));
  }

  @Test
  void eachJvmHasAFileAndTheLastOneTheNameThatWasAskedFor() throws IOException {
    Path target = folder.resolve("a, b %p.jfr");
    Path ours = Files.createFile(folder.resolve("ours.jfr"));
    Path temporary;
    try (RunFolder run = new RunFolder()) {
      temporary = run.recordings();
      put(run, 12, 30);
      put(run, 11, 20);
      put(run, 13, 10);
      Files.createFile(run.recordings().resolve("hotspot-pid-14-id-1-x.jfr")); // nothing in it
      assertThat(run.moveTo(ours, target).orElseThrow())
          .containsExactly(folder.resolve("a, b %p-13.jfr"), folder.resolve("a, b %p-11.jfr"));
    }
    assertThat(ours).hasContent("of 12");
    assertThat(target).doesNotExist();
    assertThat(folder.resolve("a, b %p-11.jfr")).hasContent("of 11");
    assertThat(temporary.getParent()).doesNotExist();
  }

  /** Of a page, whose own recording has a temporary name. */
  @Test
  void theOthersAreCalledAfterWhatIsWanted() throws IOException {
    try (RunFolder run = new RunFolder()) {
      put(run, 11, 20);
      put(run, 12, 30);
      assertThat(run.moveTo(folder.resolve("ours.jfr"), folder.resolve("x.html")).orElseThrow())
          .containsExactly(folder.resolve("x-11.jfr"));
      put(run, 11, 20);
      put(run, 12, 30);
      assertThat(run.moveTo(folder.resolve("ours.jfr"), folder.resolve("parts")).orElseThrow())
          .containsExactly(folder.resolve("parts-11.jfr"));
    }
  }

  @Test
  void oneJvm() throws IOException {
    Path target = folder.resolve("gpu.jfr");
    try (RunFolder run = new RunFolder()) {
      assertThat(run.moveTo(target, target)).isEmpty();
      Files.writeString(run.recording(), "it");
      assertThat(run.moveTo(target, target).orElseThrow()).isEmpty();
    }
    assertThat(target).hasContent("it");
  }

  @Test
  void whatCannotBeMovedIsKeptAndNamed() throws IOException {
    Path target = folder.resolve("gone/gpu.jfr"); // as little to be written as on a full disk
    Path recordings;
    try (RunFolder run = new RunFolder()) {
      recordings = run.recordings();
      put(run, 12, 20);
      assertThatThrownBy(() -> run.moveTo(target, target))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("gpu.jfr cannot be written: ")
          .hasMessageContaining(": no such file or folder\n")
          .hasMessageEndingWith("The recording is kept: " + recordings);
      put(run, 11, 10);
      assertThatThrownBy(() -> run.moveTo(target, target))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("There is no folder " + target.getParent())
          .hasMessageEndingWith("The recording is kept: " + recordings);
    }
    assertThat(recordings).isDirectoryContaining(file -> file.toString().contains("pid-11-"));
    assertThat(recordings).isDirectoryContaining(file -> file.toString().contains("pid-12-"));
    removeAll(recordings.getParent());
  }

  @Test
  void whatAKilledJvmHasLeftIsKeptAndNamed() throws IOException {
    Path target = folder.resolve("gone/gpu.jfr");
    Path repository;
    try (RunFolder run = new RunFolder()) {
      repository = run.repository();
      Files.writeString(
          Files.createDirectory(repository.resolve("2026_01_01_00_00_00_11")).resolve("a.jfr"),
          "a chunk");
      assertThatThrownBy(() -> run.salvageTo(target, target))
          .isInstanceOf(UserError.class)
          .hasMessageEndingWith("The recording is kept: " + repository);
    }
    assertThat(repository.resolve("2026_01_01_00_00_00_11/a.jfr")).hasContent("a chunk");
    removeAll(repository.getParent());
  }

  private static void removeAll(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
