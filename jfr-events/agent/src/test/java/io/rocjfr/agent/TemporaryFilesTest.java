// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFilesTest {
  private static final String RESOURCE = "com/sun/jna/linux-x86-64/libjnidispatch.so";

  @TempDir Path folder;
  private String first;
  private String second;

  @BeforeEach
  void makeFolders() throws IOException {
    first = Files.createDirectory(folder.resolve("first")).toRealPath().toString();
    second = Files.createDirectory(folder.resolve("second")).toRealPath().toString();
  }

  private static String mounts(String... placesAndOptions) {
    StringBuilder mounts = new StringBuilder("overlay / overlay rw,relatime 0 0\n");
    for (int i = 0; i < placesAndOptions.length; i += 2) {
      mounts
          .append("tmpfs ")
          .append(placesAndOptions[i])
          .append(" tmpfs ")
          .append(placesAndOptions[i + 1])
          .append(" 0 0\n");
    }
    return mounts.toString();
  }

  private Path extract(String mounts) throws IOException {
    Set<String> folders = new LinkedHashSet<>(List.of(first, second));
    return TemporaryFiles.extract(RESOURCE, folders, mounts);
  }

  @Test
  void onlyTheUserCanReadWhatIsExtracted() throws IOException {
    Path file = extract(mounts());
    assertThat(file.getParent().getParent()).isEqualTo(Path.of(first));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
    assertThat(Files.size(file)).isPositive();
    TemporaryFiles.remove(file);
    assertThat(file.getParent()).doesNotExist();
  }

  @Test
  void aFailedStartLeavesNothing() throws IOException {
    Path file = extract(mounts());
    TemporaryFiles.removeAll();
    assertThat(file.getParent()).doesNotExist();
    assertThat(Path.of(first)).isEmptyDirectory();
  }

  @Test
  void aFolderThatIsMountedNoexecIsPassedOver() throws IOException {
    assertThat(extract(mounts(first, "rw,nosuid,noexec,relatime")).toString()).startsWith(second);
    // Of nested mounts the inner one counts, of two at one place the later one.
    assertThat(extract(mounts(folder.toString(), "rw,noexec", first, "rw")).toString())
        .startsWith(first);
    assertThat(extract(mounts(first, "rw,noexec", first, "rw")).toString()).startsWith(first);
    // Not a folder of which this one's name is the beginning.
    assertThat(extract(mounts(first.substring(0, first.length() - 1), "noexec")).toString())
        .startsWith(first);
  }

  /** The kernel writes such a name with the numbers of its blanks. */
  @Test
  void aFolderWithBlanksInItsNameIsPassedOverToo() throws IOException {
    Path blank = Files.createDirectory(Path.of(first).resolve("a b\\c"));
    String mounts = mounts(blank.toString().replace("\\", "\\134").replace(" ", "\\040"), "noexec");
    Set<String> folders = new LinkedHashSet<>(List.of(blank.toString(), second));
    assertThat(TemporaryFiles.extract(RESOURCE, folders, mounts).toString()).startsWith(second);
  }

  /** As one with umlauts, where Java's locale is C. */
  @Test
  void aNameThatIsNoPathIsPassedOver() throws IOException {
    Set<String> folders = new LinkedHashSet<>(List.of("no\0path", second));
    assertThat(TemporaryFiles.extract(RESOURCE, folders, mounts()).toString()).startsWith(second);
  }

  @Test
  void whereAllAreNoexecTheErrorSaysSoAndWhatToDo() {
    assertThatThrownBy(() -> extract(mounts(first, "rw,noexec", second, "noexec,rw")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("libjnidispatch.so cannot be copied")
        .hasMessageContaining(first + ", " + second + ": mounted noexec")
        .hasMessageContaining("-Djava.io.tmpdir=FOLDER")
        .hasMessageContaining("lib/");
  }

  @Test
  void aFolderThatIsNotThereIsNamedBesideOneThatIsNoexec() throws IOException {
    Files.delete(Path.of(second));
    assertThatThrownBy(() -> extract(mounts(first, "noexec")))
        .hasMessageContaining(first + ": mounted noexec")
        .hasMessageContaining("not writable")
        .hasMessageContaining(second);
  }
}
