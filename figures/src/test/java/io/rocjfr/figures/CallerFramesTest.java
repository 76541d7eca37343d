// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallerFramesTest {
  private static final List<String> BLUR =
      List.of("org.jocl.CL.enqueue:9", "app.Gpu.launch:5", "app.Main.blur:1", "app.Main.main:3");
  private static final List<String> EDGES =
      List.of("app.Gpu.launch:5", "app.Main.edges:2", "app.Main.main:4");

  private static CallerFrames<String> frames(List<List<String>> stacks) {
    Map<List<String>, Double> weights = new HashMap<>();
    stacks.forEach(stack -> weights.merge(stack, 1.0, Double::sum));
    return new CallerFrames<>(weights, frame -> frame, null);
  }

  /** A launch that goes past the wrapper, and costs next to nothing. */
  @Test
  void aStrayLaunchDoesNotKeepCallersTogether() {
    List<String> stray = List.of("app.Main.other:8", "app.Main.main:4");
    Map<List<String>, Double> costs = new HashMap<>(Map.of(BLUR, 67.0, EDGES, 33.0, stray, 0.01));
    CallerFrames<String> frames = new CallerFrames<>(costs, frame -> frame, null);
    assertThat(frames.of(BLUR)).isEqualTo("app.Main.blur:1");
    assertThat(frames.of(EDGES)).isEqualTo("app.Main.edges:2");
    assertThat(frames.of(stray)).isEqualTo("app.Main.other:8");
    assertThat(frames.way()).containsExactly("app.Gpu.launch:5");
    assertThat(frames.hasExceptions()).isTrue();
    costs.put(stray, 1.5);
    frames = new CallerFrames<>(costs, frame -> frame, null);
    assertThat(frames.of(BLUR)).isEqualTo("app.Gpu.launch:5");
  }

  @Test
  void theUsersOwnFramesAreThoseThatWereNamed() {
    Map<List<String>, Double> costs = Map.of(BLUR, 2.0, EDGES, 1.0);
    CallerFrames<String> frames =
        new CallerFrames<>(costs, frame -> frame, name -> name.startsWith("app.Main."));
    assertThat(frames.of(BLUR)).isEqualTo("app.Main.blur:1");
    assertThat(frames.way()).isEmpty();
    frames = new CallerFrames<>(costs, frame -> frame, name -> name.startsWith("other."));
    assertThat(frames.of(BLUR)).as("nothing is the user's").isEqualTo("app.Main.blur:1");
  }

  @Test
  void whatAllEndWithIsLeftOut() {
    CallerFrames<String> frames = frames(List.of(BLUR, EDGES, BLUR, List.of()));
    assertThat(frames.of(BLUR)).isEqualTo("app.Main.blur:1");
    assertThat(frames.of(EDGES)).isEqualTo("app.Main.edges:2");
    assertThat(frames.way()).containsExactly("app.Gpu.launch:5");
  }

  @Test
  void oneStackTellsOfItself() {
    CallerFrames<String> frames = frames(List.of(BLUR, BLUR));
    assertThat(frames.of(BLUR)).isEqualTo("app.Gpu.launch:5");
    assertThat(frames.way()).isEmpty();
  }

  @Test
  void whatDiffersIsKept() {
    List<String> other = List.of("app.Other.launch:7", "app.Main.main:4");
    CallerFrames<String> frames = frames(List.of(BLUR, EDGES, other));
    assertThat(frames.of(BLUR)).isEqualTo("app.Gpu.launch:5");
    assertThat(frames.of(other)).isEqualTo("app.Other.launch:7");
  }

  /** The outermost method launches, too; or all of it is a binding's. */
  @Test
  void oneFrameOfEachIsLeft() {
    List<String> alone = List.of("app.Gpu.launch:5");
    assertThat(frames(List.of(alone, EDGES)).of(EDGES)).isEqualTo("app.Gpu.launch:5");
    List<String> binding = List.of("org.jocl.CL.enqueue:9");
    assertThat(frames(List.of(binding, EDGES)).of(binding)).isEqualTo("org.jocl.CL.enqueue:9");
  }
}
