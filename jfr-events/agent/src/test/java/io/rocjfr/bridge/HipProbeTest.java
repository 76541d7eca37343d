// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class HipProbeTest {
  @Test
  void looksForTheNewestReleaseFirst() {
    List<String> names = HipProbe.usual();
    assertThat(names)
        .contains("libamdhip64.so.8", "libamdhip64.so.5", "/opt/rocm/lib/libamdhip64.so.9")
        .doesNotHaveDuplicates();
    assertThat(names.get(0)).isEqualTo("libamdhip64.so");
    assertThat(names.indexOf("libamdhip64.so.8")).isLessThan(names.indexOf("libamdhip64.so.7"));
  }

  @Test
  void saysWhyAFileCannotBeLoaded() {
    assertThatThrownBy(() -> HipProbe.load(Path.of("/nowhere/libamdhip64.so.8")))
        .isInstanceOf(TracerException.class)
        .hasMessageContaining("/nowhere/libamdhip64.so.8");
  }
}
