// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.bridge.LoadedLibraries;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeLibraryFileTest {
  private static final String BEFORE = "7f0-7f1 r--p 00000000 fe:01 42   ";

  /** An update or a cleaner of /tmp removes what the process goes on to use. */
  @ParameterizedTest
  @CsvSource({
    "/a b/librocjfr.so, true",
    "/a b/librocjfr.so (deleted), true",
    "/a b/librocjfr.so.1, false",
    "/a b/mylibrocjfr.so, false",
    "[heap], false",
  })
  void theCoreOfAProcessIsFoundAlsoIfItsFileIsGone(String file, boolean found) {
    String maps = BEFORE + "/usr/lib/libc.so.6\n" + BEFORE + file + "\n" + BEFORE + "\n";
    assertThat(NativeLibraryFile.mapped(maps, "librocjfr.so", false))
        .isEqualTo(found ? List.of(file) : List.of());
  }

  @ParameterizedTest
  @CsvSource({"/a/libroctracer64.so.4.1.0, true", "/a/libroctracer64.so.3, false"})
  void aVersionMayFollow(String file, boolean found) {
    assertThat(NativeLibraryFile.mapped(BEFORE + file + "\n", "libroctracer64.so.4", true))
        .isEqualTo(found ? List.of(file) : List.of());
  }

  /** Its name comes from a stranger. */
  @Test
  void aFileThatIsOnlyMappedIsNoLibrary(@TempDir Path folder) throws IOException {
    Path upload = Files.write(folder.resolve("librocjfr.so"), new byte[4096]);
    try (FileChannel channel = FileChannel.open(upload)) {
      MappedByteBuffer bytes = channel.map(MapMode.READ_ONLY, 0, 4096);
      JnaSetup.initialize();
      assertThat(LoadedLibraries.has(upload.toString())).isFalse();
      assertThat(found()).isNotEqualTo(upload.toString());
      assertThat(bytes.get(0)).isZero();
    }
  }

  private static String found() {
    try {
      return NativeLibraryFile.find(null, null).toString();
    } catch (IOException e) {
      return e.getMessage(); // there is none
    }
  }

  @Test
  void whatTheLoaderHasIsKnown() throws IOException {
    JnaSetup.initialize();
    assertThat(LoadedLibraries.has("libc.so.6")).isTrue();
    String libjvm =
        Path.of(System.getProperty("java.home"), "lib/server/libjvm.so").toRealPath().toString();
    assertThat(LoadedLibraries.has(libjvm)).isTrue();
  }
}
