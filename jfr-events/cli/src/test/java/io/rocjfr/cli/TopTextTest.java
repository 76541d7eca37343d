// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.cli.flame.GraphMaker;
import io.rocjfr.cli.flame.TopTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What top says of a graph, word for word. */
class TopTextTest {
  private static final long MS = 1_000_000;
  private static final String HEAD = "      Amount    Share        Count  What  Asked for by";

  private final GraphMaker graph = new GraphMaker();

  private List<String> text(int rows, int frames) {
    return TopText.of(graph.graph(), rows, frames, false, null);
  }

  private void twoByOneWay() {
    graph.add("gemm", 3 * MS, "app.Main.main", "app.Main.blur", "app.Gpu.launch", "app.Hip.call");
    graph.add("gemm", MS, "app.Main.main", "app.Main.edges", "app.Gpu.launch", "app.Hip.call");
  }

  @Test
  void theWayOfAllStandsAbove() {
    twoByOneWay();
    assertThat(text(20, TopTable.TELLING))
        .containsExactly(
            "GPU time of kernels: 4.00 ms" + TopText.EXACT,
            "All go through app.Hip.call < app.Gpu.launch",
            HEAD,
            "     3.00 ms   75.0 %            1  gemm  app.Main.blur",
            "     1.00 ms   25.0 %            1  gemm  app.Main.edges");
  }

  @Test
  void ofWorkWithoutAStackNoWayIsSaid() {
    twoByOneWay();
    graph.add("gemm", MS);
    assertThat(text(20, TopTable.TELLING))
        .containsExactly(
            "GPU time of kernels: 5.00 ms" + TopText.EXACT,
            "All with a known stack go through app.Hip.call < app.Gpu.launch",
            HEAD,
            "     3.00 ms   60.0 %            1  gemm  app.Main.blur",
            "     1.00 ms   20.0 %            1  gemm  [no known stack]",
            "     1.00 ms   20.0 %            1  gemm  app.Main.edges");
  }

  @Test
  void whereMethodsAreAskedForThereIsNoWay() {
    twoByOneWay();
    assertThat(text(20, 1))
        .containsExactly(
            "GPU time of kernels: 4.00 ms" + TopText.EXACT,
            HEAD,
            "     4.00 ms  100.0 %            2  gemm  app.Hip.call");
    assertThat(text(20, 3).get(2)).endsWith("app.Hip.call < app.Gpu.launch < app.Main.blur");
  }

  @Test
  void whatIsNotShownIsSummedUp() {
    twoByOneWay();
    graph.add("scale", MS, "app.Main.main", "app.Main.scale", "app.Gpu.launch", "app.Hip.call");
    List<String> lines = text(1, TopTable.TELLING);
    assertThat(lines).hasSize(5);
    assertThat(lines.get(4)).isEqualTo("     2.00 ms   40.0 %  in 2 more rows");
    assertThat(text(2, TopTable.TELLING).get(5)).endsWith(" 20.0 %  in 1 more row");
  }

  /** By the number that does it for all rows. */
  @Test
  void aMethodOfSeveralCallersSaysHowTheyAreToldApart() {
    graph.add("gemm", 3 * MS, "app.Main.blur", "app.Gpu.launch", "org.jocl.CL.enqueue");
    graph.add("gemm", MS, "app.Main.edges", "app.Gpu.launch", "org.jocl.CL.enqueue");
    graph.add("gemm", MS, "app.Main.main", "app.Other.launch");
    assertThat(text(20, TopTable.TELLING))
        .last()
        .isEqualTo("Some methods have several callers. --frames 3 or more shows them separately.");
    assertThat(text(20, 2)).noneMatch(line -> line.contains("--frames"));
  }

  /** Also where only the middle of a long name tells it from others. */
  @Test
  void kernelsOfDifferentNamesLookDifferent() {
    for (String operator : List.of("OP_Add", "OP_Mul", "OP_Sub")) {
      graph.add(
          "void onnxruntime::rocm::_BinaryElementWiseSimple<true, true, float, float, float,"
              + " onnxruntime::rocm::"
              + operator
              + "<float, float, float>, 256, 4>(float const*, float const*, float*, int)",
          MS,
          "app.Main.main");
    }
    assertThat(text(20, TopTable.TELLING).stream().skip(2))
        .satisfiesExactly(
            line -> assertThat(line).contains("  _BinaryElementWiseSimple<...,OP_Add<...>,...>  "),
            line -> assertThat(line).contains("  _BinaryElementWiseSimple<...,OP_Mul<...>,...>  "),
            line -> assertThat(line).contains("  _BinaryElementWiseSimple<...,OP_Sub<...>,...>  "));
  }

  @Test
  void longNamesAreCutUnlessAllIsWanted() {
    String kernel = "Cijk_" + "x".repeat(80);
    graph.add(kernel, MS, "app." + "y".repeat(200) + ".launch");
    assertThat(text(20, TopTable.TELLING).get(2)).doesNotContain(kernel).hasSizeLessThan(200);
    assertThat(TopText.of(graph.graph(), 20, TopTable.TELLING, true, null).get(2))
        .endsWith("  " + kernel + "  app." + "y".repeat(200) + ".launch");
  }
}
