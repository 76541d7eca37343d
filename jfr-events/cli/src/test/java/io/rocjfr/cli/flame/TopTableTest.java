// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.figures.SampledWork;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which method of a stack is said to have asked for the work. */
class TopTableTest {
  private final GraphMaker maker = new GraphMaker();
  private final FlameGraph graph = maker.graph();

  /** The outermost method first. */
  private void add(long value, String... methods) {
    maker.add("gemm", value, methods);
  }

  private List<String> by(int frames) {
    return TopTable.of(graph, frames).rows().stream().map(TopTable.Row::by).toList();
  }

  private List<String> way() {
    return TopTable.of(graph, TopTable.TELLING).way();
  }

  @Test
  void bindingsAreLeftOut() {
    add(3, "app.Main.main", "app.Main.blur", "org.jocl.CL.enqueue", "org.jocl.CL.enqueueNative");
    add(2, "app.Main.main", "app.Main.edges", "org.lwjgl.opencl.CL10.clEnqueueNDRangeKernel");
    add(1, "org.jocl.CL.enqueueNative");
    assertThat(by(TopTable.TELLING))
        .containsExactly("app.Main.blur", "app.Main.edges", "org.jocl.CL.enqueueNative");
    assertThat(way()).isEmpty();
    assertThat(by(1)).contains("org.jocl.CL.enqueueNative").doesNotContain("app.Main.blur");
  }

  @Test
  void whatAllGoThroughIsLeftOut() {
    add(3, "app.Main.main", "app.Main.blur", "app.Gpu.launch", "app.Hip.call", "org.jocl.CL.x");
    add(2, "app.Main.main", "app.Main.edges", "app.Gpu.launch", "app.Hip.call");
    add(1); // of no known stack: it says nothing of the others
    assertThat(by(TopTable.TELLING))
        .containsExactly("app.Main.blur", "app.Main.edges", "[no known stack]");
    assertThat(way()).containsExactly("app.Hip.call", "app.Gpu.launch");
    assertThat(TopTable.of(graph, TopTable.TELLING).isWayOfAll()).isFalse();
    assertThat(by(2)).contains("app.Hip.call < app.Gpu.launch");
  }

  /** As a launch that goes past the wrapper: 9.8 us of 279 ms kept all together once. */
  @Test
  void aStrayLaunchDoesNotKeepCallersTogether() {
    add(186_000, "app.Two.main", "app.Two.infer", "app.Gpu.launch");
    add(93_000, "app.Two.main", "app.Two.embed", "app.Gpu.launch");
    add(10, "app.Two.main", "app.Two.other");
    assertThat(by(TopTable.TELLING))
        .containsExactly("app.Two.infer", "app.Two.embed", "app.Two.other");
    assertThat(way()).containsExactly("app.Gpu.launch");
  }

  @Test
  void theUsersOwnMethodsComeFirst() {
    add(3, "app.Main.main", "app.Main.score", "ai.onnxruntime.OrtSession.run");
    add(2, "app.Main.main", "app.Main.embed", "lib.Pool.call", "ai.onnxruntime.OrtSession.run");
    assertThat(by(TopTable.TELLING)).containsExactly("app.Main.score", "lib.Pool.call");
    List<TopTable.Row> mine =
        TopTable.of(graph, TopTable.TELLING, name -> name.startsWith("app.")).rows();
    assertThat(mine.stream().map(TopTable.Row::by))
        .containsExactly("app.Main.score", "app.Main.embed");
  }

  @Test
  void aWayOfAllIsSaidToBe() {
    add(3, "app.Main.main", "app.Main.blur", "app.Hip.call");
    add(2, "app.Main.main", "app.Main.edges", "app.Hip.call");
    assertThat(way()).containsExactly("app.Hip.call");
    assertThat(TopTable.of(graph, TopTable.TELLING).isWayOfAll()).isTrue();
  }

  /** As many frames as are needed: those of bindings count, too. */
  @Test
  void soManyFramesTellCallersApart() {
    add(3, "app.Main.blur", "app.Gpu.launch", "org.jocl.CL.enqueue", "org.jocl.CL.enqueueNative");
    add(2, "app.Main.edges", "app.Gpu.launch", "org.jocl.CL.enqueueNative");
    add(1, "app.Main.main", "app.Other.launch");
    List<TopTable.Row> rows = TopTable.of(graph, TopTable.TELLING).rows();
    assertThat(rows.get(0))
        .isEqualTo(new TopTable.Row("gemm", "app.Gpu.launch", 2, 3, 5, 2, SampledWork.EXACT, 0));
    assertThat(by(2)).anyMatch(by -> by.endsWith("org.jocl.CL.enqueue"));
    assertThat(by(rows.get(0).depth() + 1))
        .anyMatch(by -> by.endsWith("app.Gpu.launch < app.Main.blur"))
        .anyMatch(by -> by.contains("app.Gpu.launch < app.Main.edges"));
  }

  @Test
  void oneStackIsNotLeftOut() {
    add(3, "app.Main.main", "app.Main.blur");
    assertThat(by(TopTable.TELLING)).containsExactly("app.Main.blur");
    assertThat(way()).isEmpty();
  }

  /** The thread's outermost method launches, too. */
  @Test
  void whereOneEndsThereTheyAreTogether() {
    add(3, "app.Gpu.launch");
    add(2, "app.Main.main", "app.Gpu.launch");
    assertThat(TopTable.of(graph, TopTable.TELLING).rows())
        .containsExactly(
            new TopTable.Row("gemm", "app.Gpu.launch", 2, 1, 5, 2, SampledWork.EXACT, 0));
    assertThat(way()).isEmpty();
  }
}
