// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.figures.FunctionCatalogue;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

  /** As the catalogue says what functions do; beside that only what has no known effects. */
  @Test
  void launchSitesAreByDefaultOfWhatSubmitsWaitsOrAllocates() throws Exception {
    OperationGlobs globs = OperationGlobs.parse(LaunchSiteOperationsSetting.DEFAULT);
    Set<String> wanted =
        Set.of("launches", "submits", "waits", "blocks", "may-block", "asynchronous", "allocates");
    Set<String> others = Set.of("launch", "copy", "memory", "stream");
    int chosen = 0;
    try (InputStream list = FunctionCatalogue.class.getResourceAsStream("functions.txt")) {
      for (String line : new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        List<String> words = List.of(line.split(" ", -1));
        boolean matches = globs.matches(words.get(0));
        if (words.stream().skip(2).anyMatch(wanted::contains)) {
          assertThat(matches).as(line).isTrue();
        } else if (matches) {
          assertThat(others).as(line).contains(words.get(1));
        }
        chosen += matches ? 1 : 0;
      }
    }
    assertThat(chosen).isGreaterThan(100);
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
