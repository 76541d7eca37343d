// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TracerControlTest {
  /** Where queues of OpenCL always get profiling, OpenCL has to be found before it is recorded. */
  @Test
  void looksForLibrariesWhileNothingIsWanted() throws InterruptedException {
    FakeTracer tracer = new FakeTracer();
    tracer.watchesIdle = true;
    TracerControl control = new TracerControl(tracer, () -> {});
    control.start();
    assertThat(tracer.watched.await(1, TimeUnit.MINUTES)).isTrue();
    control.stop();
  }
}
