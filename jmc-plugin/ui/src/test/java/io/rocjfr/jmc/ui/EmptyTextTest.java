// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.jmc.ui.data.Made;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IItemCollection;

class EmptyTextTest {
  @Test
  void saysWhatTheRecordingTells() {
    assertThat(EmptyText.of(Made.items(made -> {}))).contains("start it with the agent");
    assertThat(EmptyText.of(Made.items(made -> made.status("noRuntime", -1))))
        .contains("state=noRuntime")
        .doesNotContain("start it with the agent");
    IItemCollection nothing = Made.items(made -> made.status("noRuntime", -1));
    assertThat(Totals.text(Made.data(made -> made.status("noRuntime", -1)), nothing, 0))
        .isEqualTo(EmptyText.why(nothing))
        .startsWith("The agent was in");
    assertThat(EmptyText.of(Made.items(made -> made.status("on", 1))))
        .contains("did nothing on the GPU");
    assertThat(
            EmptyText.of(
                Made.items(
                    made -> {
                      made.status("on", 1);
                      made.copy(1, 1, 0, 1);
                    })))
        .contains("There are other GPU events");
    // It was killed before it could say that a runtime was loaded.
    assertThat(
            EmptyText.of(
                Made.items(
                    made -> {
                      made.status("noRuntime", -1);
                      made.copy(1, 1, 0, 1);
                    })))
        .contains("There are other GPU events")
        .doesNotContain("loaded no HIP");
  }
}
