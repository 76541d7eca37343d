// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelNamesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "matrixTranspose | matrixTranspose",
        "void f<int>(int*, int, float, float) | f<int>",
        "f(int*, unsigned long, unsigned long) | f",
        "void ns::f<ns::g<int>, ns::g<long>, 4>(int, ns::h) | ns::f<...>",
        "void outer::middle::inner::kernel<4>(int) | middle::inner::kernel<...>",
        "(anonymous namespace)::kernel(int, int, int, int) | (anonymous namespace)::kernel",
        "Cijk_Ailk_Bljk_SB_MT64x64x16_SE_1LDSB0 | Cijk_Ailk_Bljk...x16_SE_1LDSB0",
      })
  void namesLoseTheLeastTelling(String name, String shorter) {
    assertThat(KernelNames.shorten(name, 30))
        .hasSizeLessThanOrEqualTo(30)
        .isEqualTo(shorter.strip());
  }

  @Test
  void differentNamesStayDifferent() {
    List<String> shorter =
        KernelNames.shorten(
            List.of("void kernel<float, 1>(int)", "void kernel<int, 200>(int)"), 15);
    assertThat(shorter).containsExactly("kernel<...>", "kernel<...>~2");
    List<String> many = Collections.nCopies(500, "x".repeat(50));
    assertThat(KernelNames.shorten(many, 20))
        .doesNotHaveDuplicates()
        .allSatisfy(name -> assertThat(name).hasSizeLessThanOrEqualTo(20));
  }
}
