// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
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
    Path temporary;
    try (RunFolder run = new RunFolder()) {
      temporary = run.recordings();
      put(run, 12, 30);
      put(run, 11, 20);
      put(run, 13, 10);
      Files.createFile(run.recordings().resolve("hotspot-pid-14-id-1-x.jfr")); // nothing in it
      assertThat(run.moveTo(target).orElseThrow())
          .containsExactly(folder.resolve("a, b %p-13.jfr"), folder.resolve("a, b %p-11.jfr"));
    }
    assertThat(target).hasContent("of 12");
    assertThat(folder.resolve("a, b %p-11.jfr")).hasContent("of 11");
    assertThat(temporary.getParent()).doesNotExist();
  }

  @Test
  void oneJvm() throws IOException {
    Path target = folder.resolve("gpu.jfr");
    try (RunFolder run = new RunFolder()) {
      assertThat(run.moveTo(target)).isEmpty();
      Files.writeString(run.recording(), "it");
      assertThat(run.moveTo(target).orElseThrow()).isEmpty();
    }
    assertThat(target).hasContent("it");
  }
}
