// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassNamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "app.Main$$Lambda",
        "app.Main$$Lambda.0x000076c1b4001000",
        "app.Main$$Lambda/0x000076c1b4001000",
        "app.Main$$Lambda$782+0x00007f3d841a6750.832687745"
      })
  void aLambdaHasNoNumber(String type) {
    assertThat(ClassNames.shown(type)).isEqualTo("app.Main$$Lambda");
  }

  @Test
  void othersStay() {
    assertThat(ClassNames.shown("app.Main$1")).isEqualTo("app.Main$1");
  }
}
