// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.agent.Harness;
import io.rocjfr.event.ResultsSetting;
import java.time.Duration;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What recordings want, and what the tracer is told of it. */
@Timeout(1800)
class TracerSettingsTest {
  private static final int ALL =
      Layout.bit(Layout.HIP_API)
          | Layout.bit(Layout.HIP_OPS)
          | Layout.bit(Layout.ROCTX)
          | Layout.bit(Layout.OPENCL_API)
          | Layout.bit(Layout.OPENCL_OPS);

  @Test
  void theHookIsOnlyRegisteredWhileSomebodyWants() throws Exception {
    try (Harness harness = new Harness()) {
      FakeTracer tracer = harness.tracer;
      assertThat(tracer.wanted).isZero();
      try (Recording recording = new Recording()) {
        recording.disable("rocjfr.HipApi");
        recording.start();
        assertThat(tracer.wanted).as("before start returns").isEqualTo(ALL & ~8);
        try (Recording other = new Recording()) {
          other.enable("rocjfr.HipApi");
          other.start();
          assertThat(tracer.wanted).isEqualTo(ALL);
        }
      }
      DrainTest.await(() -> tracer.wanted == 0);
      DrainTest.await(() -> tracer.calls.contains("abandon"));
      assertThat(tracer.calls).endsWith("wanted 0", "abandon");
    }
  }

  @Test
  void theHookIsRemovedAfterWhatHasFinishedWasAskedFor() throws Exception {
    try (Harness harness = new Harness()) {
      FakeTracer tracer = harness.tracer;
      try (Recording recording = new Recording()) {
        recording.start();
        tracer.onQuiesce = idleMillis -> {};
        tracer.inFlight.set(1); // never comes
      }
      DrainTest.await(() -> tracer.calls.contains("abandon"));
      int end = tracer.calls.lastIndexOf("wanted 0");
      assertThat(tracer.calls.subList(0, end)).contains("askReports").endsWith("quiesce");
    }
  }

  @Test
  void thresholdAndOperationsAreTheWidest() throws Exception {
    try (Harness harness = new Harness();
        Recording first = new Recording();
        Recording second = new Recording()) {
      FakeTracer tracer = harness.tracer;
      FakeRing ring = tracer.addRing(256, 0);
      first
          .enable("rocjfr.HipApi")
          .withThreshold(Duration.ofMillis(20))
          .with("operations", "hipMemcpy*");
      first.start();
      assertThat(tracer.thresholdNanos).isBetween(19_900_000L, 20_000_000L);
      DrainTest.await(() -> "hipMemcpy*".equals(tracer.functions));
      second
          .enable("rocjfr.HipApi")
          .withThreshold(Duration.ofMillis(5))
          .with("operations", "hipMalloc");
      second.start();
      assertThat(tracer.thresholdNanos).isBetween(4_950_000L, 5_000_000L);
      assertThat(tracer.functions).isEqualTo("hipMalloc,hipMemcpy*");
      long t = System.nanoTime();
      ring.api(1, 0, 1, 0, t - 6_000_000, t, null);
      ring.api(1, 0, 2, 0, t - 4_000_000, t, null); // too short
      ring.api(4, 0, 3, 0, t - 30_000_000, t, null); // another function
      second.stop();
      assertThat(Harness.events(first, "HipApi"))
          .extracting(e -> e.getLong("correlationId"))
          .containsExactly(1L);
      DrainTest.await(
          () -> tracer.thresholdNanos >= 19_900_000L && tracer.thresholdNanos <= 20_000_000L);
      // Settings of a running recording change without a word.
      first.enable("rocjfr.HipApi").withoutThreshold().with("operations", "*");
      DrainTest.await(() -> tracer.thresholdNanos == 0 && tracer.functions.equals("*"));
      first.disable("rocjfr.HipApi");
      DrainTest.await(() -> tracer.wanted == (ALL & ~8));
    }
  }

  @Test
  void theFilterIsToldBeforeThereIsARuntime() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      harness.tracer.apiLast = 0;
      recording.enable("rocjfr.HipApi").with("operations", "hipMalloc");
      recording.start();
      assertThat(harness.tracer.functions).isEqualTo("hipMalloc");
      assertThat(harness.tracer.results).isEqualTo(ResultsSetting.DEFAULT);
    }
  }

  @Test
  void whatNobodyWantedDoesNotAppearInTheNextRecording() throws Exception {
    try (Harness harness = new Harness()) {
      FakeRing ring = harness.tracer.addRing(256, 0);
      for (int round = 0; round < 10; round++) {
        try (Recording recording = new Recording()) {
          recording.start();
          long t = System.nanoTime();
          ring.api(1, 0, round, 0, t, t + 1, null);
          recording.stop();
          assertThat(Harness.events(recording, "HipApi"))
              .extracting(e -> e.getLong("correlationId"))
              .containsExactly((long) round);
        }
        DrainTest.await(() -> harness.tracer.wanted == 0); // it has noticed
        long t = System.nanoTime();
        ring.api(1, 0, 1_000_000, 0, t, t + 1, null);
      }
    }
  }
}
