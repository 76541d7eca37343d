// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelNamesTest {
  private static final String BINARY =
      "void onnxruntime::rocm::_BinaryElementWiseSimple<true, true, float, float, float,"
          + " onnxruntime::rocm::OP_%s<float, float, float>, 256, 4>(float const*, float const*,"
          + " float*, onnxruntime::rocm::OP_%s<float, float, float> const&, int)";

  /** Of llama.cpp: the first argument is the quantisation. */
  private static final String MATRIX_VECTOR =
      "void mul_mat_vec_q<(ggml_type)%d, 1, false, false>(void const*, void const*, int const*,"
          + " float*, unsigned int, unsigned int) [clone .kd]";

  private static final String TENSILE =
      "Cijk_Ailk_Bljk_%s_MT%s_MI32x32x1x2_SN_1LDSB0_APM1_ABV0_ACED0_AF0EM1_AF1EM1_AMAS3_ASE_ASGT";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "matrixTranspose | matrixTranspose",
        "void f<int>(int*, int, float, float) | f<int>",
        "f(int*, unsigned long, unsigned long) | f",
        "void ns::f<ns::g<int>, ns::g<long>, 4>(int, ns::h) | ns::f<g<int>, g<long>, 4>",
        "void ns::f<ns::gggg<int>, ns::gggg<long>, 4>(int) | f<gggg<int>, gggg<long>, 4>",
        "void f<ns::long_type<int, int, char>, 4>(int) | f<long_type<...>, 4>",
        "void f<ns::long_type, ns::other_types, int, 4>(int) | f<long_type,other_types,int,4>",
        "void outer::middle::inner::kernel<4>(int) | middle::inner::kernel<4>",
        "(anonymous namespace)::kernel(int, int, int, int) | (anonymous namespace)::kernel",
        "void f<(ggml_type)2, 1>(void const*, void*) [clone .kd] | f<(ggml_type)2, 1>",
        "void f<double, (unsigned char)4, 8u>(float*) (.kd) | f<double, 4, 8>",
        "bool ns::operator< <int>(ns::tttttttttttttttttt const&) | ns::operator< <int>",
        "f(int)::{lambda(float)#1}::operator()(float, float) const | {lambda(float)#1}::operator()",
        "void f<(a<b), 2>(int, int, int, int, int, int) | f<(a<b), 2>",
        "Cijk_Ailk_Bljk_SB_MT64x64x16_SE_1LDSB0 | Cijk_Ailk...SB_MT64x64x16...",
      })
  void namesLoseTheLeastTelling(String name, String shorter) {
    assertThat(KernelNames.shorten(name, 30))
        .hasSizeLessThanOrEqualTo(30)
        .isEqualTo(shorter.strip());
  }

  @Test
  void quantisationAndOperatorTellNamesOfOneFunctionApart() {
    List<String> names =
        List.of(
            BINARY.formatted("Add", "Add"),
            BINARY.formatted("Mul", "Mul"),
            MATRIX_VECTOR.formatted(2),
            MATRIX_VECTOR.formatted(12));
    assertThat(KernelNames.shorten(names, 48))
        .containsExactly(
            "_BinaryElementWiseSimple<...,OP_Add<...>,...>",
            "_BinaryElementWiseSimple<...,OP_Mul<...>,...>",
            "mul_mat_vec_q<(ggml_type)2, 1, false, false>",
            "mul_mat_vec_q<(ggml_type)12, 1, false, false>");
    assertThat(KernelNames.shorten(names, 24).subList(2, 4))
        .containsExactly("mul_mat_vec_q<2,...>", "mul_mat_vec_q<12,...>");
  }

  @Test
  void macroTileAndTypeOfGeneratedNamesStay() {
    List<String> names =
        List.of(
            TENSILE.formatted("SB", "64x64x16"),
            TENSILE.formatted("SB", "128x32x16"),
            TENSILE.formatted("HB", "64x64x16"));
    assertThat(KernelNames.shorten(names, 48))
        .containsExactly(
            "Cijk_Ailk_Bljk_SB_MT64x64x16_MI32x32x1x2_SN...",
            "Cijk_Ailk_Bljk_SB_MT128x32x16_MI32x32x1x2_SN...",
            "Cijk_Ailk_Bljk_HB_MT64x64x16_MI32x32x1x2_SN...");
    // What differs at the end is kept, too.
    List<String> ends = List.of(names.get(0) + "_WG16", names.get(0) + "_WG32");
    assertThat(KernelNames.shorten(ends, 48))
        .containsExactly(
            "Cijk_Ailk_Bljk_SB_MT64x64x16_MI32x32x1x2...WG16",
            "Cijk_Ailk_Bljk_SB_MT64x64x16_MI32x32x1x2...WG32");
  }

  @Test
  void overloadsAndScopesAreShownWhereOnlyTheyDiffer() {
    assertThat(
            KernelNames.shorten(
                List.of(
                    "void kernel<4>(float*, unsigned long, int)",
                    "void kernel<4>(double*, unsigned long, int)"),
                30))
        .containsExactly("kernel<4>(float*, ulong, int)", "kernel<4>(double*, ulong, int)");
    assertThat(
            KernelNames.shorten(
                List.of(
                    "void ns::some::kernel<int>(int, int)",
                    "void ns::other::kernel<int>(int, int)"),
                28))
        .containsExactly("ns::some::kernel<int>", "ns::other::kernel<int>");
  }

  @Test
  void differentNamesStayDifferent() {
    List<String> shorter =
        KernelNames.shorten(
            List.of("void kernel<float, 1>(int)", "void kernel<int, 200>(int)"), 15);
    assertThat(shorter).containsExactly("kernel<float,1>", "kernel<int,200>");
  }

  @Test
  void whateverTheNamesAreTheyStayDifferentAndFit() {
    List<String> many = Collections.nCopies(500, "x".repeat(50));
    assertThat(KernelNames.shorten(many, 20))
        .doesNotHaveDuplicates()
        .allSatisfy(name -> assertThat(name).hasSizeLessThanOrEqualTo(20));
    Random random = new Random(5);
    String[] tokens = {"f", "<", ">", "(", ")", "::", ", ", "int", " ", "_", "4", "operator", "~2"};
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      StringBuilder name = new StringBuilder();
      for (int tokensLeft = random.nextInt(30); tokensLeft >= 0; tokensLeft--) {
        name.append(tokens[random.nextInt(tokens.length)]);
      }
      names.add(name.toString());
    }
    List<String> distinct = List.copyOf(Set.copyOf(names));
    for (int width : new int[] {9, 14, 25}) {
      KernelNames all = KernelNames.of(distinct);
      List<String> shown = distinct.stream().map(name -> all.shown(name, width)).toList();
      assertThat(shown)
          .doesNotHaveDuplicates()
          .allSatisfy(name -> assertThat(name).hasSizeLessThanOrEqualTo(width));
    }
  }
}
