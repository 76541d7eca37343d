// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

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
        .isEqualTo(found ? file : null);
  }

  @ParameterizedTest
  @CsvSource({"/a/libroctracer64.so.4.1.0, true", "/a/libroctracer64.so.3, false"})
  void aVersionMayFollow(String file, boolean found) {
    assertThat(NativeLibraryFile.mapped(BEFORE + file + "\n", "libroctracer64.so.4", true))
        .isEqualTo(found ? file : null);
  }
}
