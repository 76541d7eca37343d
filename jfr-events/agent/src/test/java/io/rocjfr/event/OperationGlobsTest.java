// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationGlobsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "*; hipMalloc; true",
        "hip*; hipMalloc; true",
        "hip*; cuMalloc; false",
        "hipMemcpy*,hipLaunch*; hipMemcpyAsync; true",
        "hipMemcpy* , hipLaunch*; hipLaunchKernel; true",
        "hipMemcpy; hipMemcpyAsync; false",
        "*Async; hipMemcpyAsync; true",
        "hip*cpy*nc; hipMemcpyAsync; true",
        "hipM?lloc; hipMalloc; true",
        "hipM?lloc; hipMlloc; false",
        "''; hipMalloc; false",
        "a*a*a*a*b; aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; false",
      })
  void matches(String globs, String name, boolean expected) {
    assertThat(OperationGlobs.parse(globs).matches(name)).isEqualTo(expected);
  }

  /** Whatever submits work; not what only orders it. */
  @ParameterizedTest
  @CsvSource({
    "clEnqueueNDRangeKernel, true",
    "clEnqueueTask, true",
    "clEnqueueNativeKernel, true",
    "clEnqueueCommandBufferKHR, true",
    "clEnqueueReadBuffer, true",
    "clEnqueueMigrateMemObjects, true",
    "clEnqueueSVMMigrateMem, true",
    "clEnqueueUnmapMemObject, true",
    "clEnqueueMarkerWithWaitList, false",
    "clEnqueueBarrierWithWaitList, false",
  })
  void launchSitesAreByDefaultOfAllWorkOfOpenCl(String name, boolean expected) {
    assertThat(OperationGlobs.parse(LaunchSiteOperationsSetting.DEFAULT).matches(name))
        .isEqualTo(expected);
  }

  @Test
  void settingsAreCombinedToTheirUnionAndSurviveTheNullOfJdk17() {
    OperationsSetting setting = new OperationsSetting();
    assertThat(setting.combine(Set.of("hipMemcpy*", "hipMalloc")))
        .isEqualTo("hipMalloc,hipMemcpy*");
    setting.setValue(null);
    assertThat(setting.getValue()).isEqualTo("hipMalloc,hipMemcpy*");
    assertThat(OperationsSetting.current()).isEqualTo("hipMalloc,hipMemcpy*");
    assertThat(setting.combine(Set.of("*", "hipMalloc"))).isEqualTo("*");
    setting.setValue("*");
    assertThat(OperationsSetting.current()).isEqualTo("*");
  }
}
