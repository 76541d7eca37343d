// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LateCallsTest {
  private static final long STATUS = 10_000_000_000L;
  private final LateCalls late = new LateCalls();

  @Test
  void onlyCallsSinceTheLastStatusCount() {
    late.status(STATUS);
    late.call("hipLaunchKernel", "scale", 1, STATUS - 1);
    late.call("hipLaunchKernel", "scale", 2, STATUS + 1);
    late.call("hipLaunchKernel", "scale", 3, STATUS + 2);
    late.work(3, STATUS + 5);
    late.status(STATUS - 100);
    assertThat(late.count()).isOne();
    late.status(STATUS + 3);
    assertThat(late.count()).isZero();
  }

  @Test
  void eventsComeInAnyOrder() {
    late.work(2, STATUS + 9);
    late.call("hipMemcpyAsync", "", 1, STATUS + 1);
    late.call("hipMemcpyAsync", "", 2, STATUS + 1);
    late.status(STATUS);
    assertThat(late.count()).isOne();
  }

  @Test
  void workOfAClockThatIsOffIsFound() {
    late.status(STATUS);
    late.work(1, STATUS - 1000);
    late.call("hipGraphLaunch", "", 1, STATUS + 1);
    assertThat(late.count()).isZero();
  }

  @Test
  void callsThatSubmitNothingDoNotCount() {
    late.status(STATUS);
    late.work(9, STATUS + 1);
    late.call("hipMalloc", "", 1, STATUS + 1);
    late.call("hipDeviceSynchronize", "", 2, STATUS + 1);
    late.call("hipLaunchKernel", "scale", 0, STATUS + 1);
    assertThat(late.count()).isZero();
  }

  /** As where the settings turn work off. */
  @Test
  void nothingIsSaidOfAFileWithoutWork() {
    late.status(STATUS);
    late.call("hipLaunchKernel", "scale", 1, STATUS + 1);
    assertThat(late.count()).isZero();
  }
}
