// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TellingFramesTest {
  private static final List<String> BLUR =
      List.of("org.jocl.CL.enqueue:9", "app.Gpu.launch:5", "app.Main.blur:1", "app.Main.main:3");
  private static final List<String> EDGES =
      List.of("app.Gpu.launch:5", "app.Main.edges:2", "app.Main.main:4");

  @Test
  void whatAllEndWithIsLeftOut() {
    TellingFrames frames = new TellingFrames(List.of(BLUR, EDGES, BLUR, List.of()));
    assertThat(frames.of(BLUR)).isEqualTo("app.Main.blur:1");
    assertThat(frames.of(EDGES)).isEqualTo("app.Main.edges:2");
    assertThat(frames.way()).containsExactly("app.Gpu.launch:5");
  }

  @Test
  void oneStackTellsOfItself() {
    TellingFrames frames = new TellingFrames(List.of(BLUR, BLUR));
    assertThat(frames.of(BLUR)).isEqualTo("app.Gpu.launch:5");
    assertThat(frames.way()).isEmpty();
  }

  @Test
  void whatDiffersIsKept() {
    List<String> other = List.of("app.Other.launch:7", "app.Main.main:4");
    TellingFrames frames = new TellingFrames(List.of(BLUR, EDGES, other));
    assertThat(frames.of(BLUR)).isEqualTo("app.Gpu.launch:5");
    assertThat(frames.of(other)).isEqualTo("app.Other.launch:7");
  }

  /** The outermost method launches, too; or all of it is a binding's. */
  @Test
  void oneFrameOfEachIsLeft() {
    List<String> alone = List.of("app.Gpu.launch:5");
    assertThat(new TellingFrames(List.of(alone, EDGES)).of(EDGES)).isEqualTo("app.Gpu.launch:5");
    List<String> binding = List.of("org.jocl.CL.enqueue:9");
    assertThat(new TellingFrames(List.of(binding, EDGES)).of(binding))
        .isEqualTo("org.jocl.CL.enqueue:9");
  }
}
