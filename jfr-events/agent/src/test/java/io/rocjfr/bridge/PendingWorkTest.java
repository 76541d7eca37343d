// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.bridge.PendingWork.OfDevice;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How the public API tells what is pending. */
class PendingWorkTest {
  private static PendingWork of(long openCl, OfDevice... devices) {
    return new PendingWork(List.of(devices), openCl, 100, 90);
  }

  @Test
  void devicesWithoutWorkAreAbsent() {
    assertThat(of(4, new OfDevice(0, 3, 1, 0), new OfDevice(1, 0, 0, 0)).toMapByDevice())
        .isEqualTo(Map.of(0, Map.of("busy", 3L, "finished", 1L, "unasked", 0L)));
  }

  @Test
  void whatIsOfUnknownDevicesIsTogether() {
    assertThat(of(0, new OfDevice(-1, 1, 2, 3), new OfDevice(-1, 10, 20, 30)).toMapByDevice())
        .isEqualTo(Map.of(-1, Map.of("busy", 11L, "finished", 22L, "unasked", 33L)));
  }

  @Test
  void nothingIsPending() {
    assertThat(of(0, new OfDevice(0, 0, 0, 0)).describe()).isEmpty();
    assertThat(of(0).toMapByDevice()).isEmpty();
  }

  @Test
  void whatStillRunsNeedsNoReason() {
    assertThat(of(0, new OfDevice(0, 3, 0, 0)).describe()).isEqualTo("GPU 0: 3 busy.");
    assertThat(of(2).describe()).isEqualTo("OpenCL: 2.");
  }

  @Test
  void whyHipHasNotReportedItIsSaid() {
    assertThat(of(2, new OfDevice(0, 3, 1, 0), new OfDevice(1, 0, 0, 2)).describe())
        .isEqualTo(
            "GPU 0: 3 busy, 1 finished; GPU 1: 2 unasked; OpenCL: 2. HIP has not reported the"
                + " finished work. Unasked work was not checked yet, or is on a stream that"
                + " cannot be asked (hipStreamPerThread, a stream under capture).");
  }
}
