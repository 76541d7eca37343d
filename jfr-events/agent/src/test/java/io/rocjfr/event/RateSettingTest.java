// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class RateSettingTest {
  private final RateSetting setting = new GpuAllocationRateSetting();

  @Test
  void whoWantsMostDecidesAndZeroIsAll() {
    assertThat(setting.combine(Set.of("10", "200"))).isEqualTo("200");
    assertThat(setting.combine(Set.of("10", "0", "5000"))).isEqualTo("0");
    assertThat(setting.combine(Set.of())).isEqualTo("1000");
  }

  @Test
  void whatIsNoNumberCountsAsTheDefault() {
    setting.setValue("many");
    assertThat(GpuAllocationRateSetting.current()).isEqualTo(1000);
    setting.setValue("7");
    assertThat(GpuAllocationRateSetting.current()).isEqualTo(7);
    assertThat(setting.getValue()).isEqualTo("7");
  }
}
