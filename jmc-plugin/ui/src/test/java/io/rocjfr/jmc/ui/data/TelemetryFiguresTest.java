// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the overview says of GPUs by their driver. */
class TelemetryFiguresTest {
  @Test
  void whatIsKnownIsSaidForEachGpu() {
    RecordingData data =
        Made.data(
            made -> {
              made.telemetry("0000:c3:00.0", 0, 0.25, 4L << 30, 51);
              made.telemetry("0000:c3:00.0", 0, 0.75, 2L << 30, 63);
              made.telemetry("0000:83:00.0", -1, Double.NaN, -1, Double.NaN);
            });

    assertThat(data.telemetry())
        .extracting(TelemetryFigures::label)
        .containsExactly("GPU at 0000:83:00.0", "GPU 0 at 0000:c3:00.0");
    assertThat(data.telemetry().get(0).text()).isEqualTo("says nothing");
    assertThat(data.telemetry().get(1).text())
        .isEqualTo(
            "busy according to its driver: 50.0 % on average, 75.0 % at most, memory used by all"
                + " processes: at most 4.00 GiB of 16.0 GiB, 63 \u00b0C at most");
    assertThat(data.telemetry().get(1).readings())
        .extracting(reading -> reading.busy())
        .containsExactly(25.0, 75.0);
  }

  @Test
  void aRecordingWithoutTelemetryHasNone() {
    assertThat(Made.data(made -> made.status("on", 1)).telemetry()).isEmpty();
  }
}
