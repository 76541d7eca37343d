// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import static io.rocjfr.jmc.model.GpuRecording.MS;

import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

/** Live memory: the rule where it must speak and where it must not. */
class MemoryRulesTest {
  @Test
  void memoryOnlyGrows() {
    RuleRun.of(
            new MemoryGrowthRule(),
            recording -> {
              for (int i = 0; i < 40; i++) {
                recording.memory(0, "device", (1000 + 100L * i) << 10, i * 10L * MS);
                recording.memory(0, "host", 1 << 20, i * 10L * MS);
              }
            })
        .is(Severity.WARNING)
        .says("device memory of device 0 has grown by");
  }

  @Test
  void whatComesAndGoesIsFine() {
    RuleRun.of(
            new MemoryGrowthRule(),
            recording -> {
              for (int i = 0; i < 40; i++) {
                recording.memory(0, "device", (1000 + 100L * (i % 5)) << 10, i * 10L * MS);
              }
            })
        .is(Severity.OK)
        .hasScore(0);
  }

  @Test
  void aShortRecordingIsNotJudged() {
    RuleRun.of(
            new MemoryGrowthRule(),
            recording -> {
              for (int i = 0; i < 5; i++) {
                recording.memory(0, "device", i << 20, i * 10L * MS);
              }
            })
        .is(Severity.NA)
        .says("too short");
  }
}
