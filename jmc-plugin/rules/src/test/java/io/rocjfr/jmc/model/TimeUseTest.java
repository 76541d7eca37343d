// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import static io.rocjfr.jmc.model.GpuRecording.MS;
import static io.rocjfr.jmc.model.GpuRecording.US;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.figures.Bound;
import io.rocjfr.figures.CallKind;
import io.rocjfr.figures.HostPart;
import io.rocjfr.figures.Intervals;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The rules' moments are those of which the verdict is made. */
class TimeUseTest {
  private static final String[] FUNCTIONS = {
    "hipModuleLoad",
    "hipMalloc",
    "hipFree",
    "hipMemcpy",
    "hipMemcpyAsync",
    "hipGraphLaunch",
    "hipSetDevice",
    "hipEventSynchronize"
  };

  @Test
  void theirTotalsAreThoseOfTheVerdict() {
    for (int seed = 0; seed < 20; seed++) {
      TimeUse time = TimeUse.of(GpuRecording.of(recording(new Random(seed))));
      Map<HostPart, Long> program = time.went().program();
      Map<Bound, Long> bounds = time.went().bounds();
      Intervals idle = time.whole().minus(time.busy());

      assertThat(time.went().recordedNanos()).isEqualTo(time.whole().total());
      check(program, HostPart.LOADING, time.in(CallKind.LOADING));
      check(program, HostPart.LAUNCHING, time.in(CallKind.LAUNCHING));
      check(program, HostPart.OTHER, time.in(CallKind.OTHER));
      check(program, HostPart.OUTSIDE, time.outside());
      check(program, HostPart.WAITING_IDLE, time.in(CallKind.WAITING).and(idle));
      check(
          program,
          HostPart.WAITING_WORKING,
          time.in(CallKind.WAITING).and(time.busy()).or(time.waitedForKernels()));
      assertThat(bounds.get(Bound.HOST)).isEqualTo(time.outside().and(idle).total());
      assertThat(bounds.get(Bound.GPU)).isEqualTo(time.keptByKernels().total());
      assertThat(bounds.get(Bound.START_UP))
          .isEqualTo(time.in(CallKind.LOADING).minus(time.kernels()).total());
    }
  }

  private static void check(Map<HostPart, Long> parts, HostPart part, Intervals moments) {
    assertThat(moments.total()).as(part.label()).isEqualTo(parts.getOrDefault(part, 0L));
  }

  private static Consumer<GpuRecording> recording(Random random) {
    return recording -> {
      recording.call("hipGetDevice", 7, 0, US, 0);
      for (int i = 0; i < 40; i++) {
        long begin = random.nextInt(20_000) * US;
        long nanos = random.nextInt(900) * US + US;
        switch (random.nextInt(4)) {
          case 0 -> recording.kernel("k" + random.nextInt(3), begin, nanos);
          case 1 -> recording.copy("HostToDevice", 1 << 20, begin, nanos);
          default ->
              recording.call(
                  FUNCTIONS[random.nextInt(FUNCTIONS.length)], 7 + i % 2, begin, nanos, 0);
        }
      }
    };
  }

  /** Of a copy of the whole, and of work that lasts longer than the recording. */
  @Test
  void theWholeIsTheRecordingAndItsWork() {
    assertThat(
            TimeUse.of(GpuRecording.of(recording -> recording.call("hipInit", 0, MS)))
                .whole()
                .total())
        .isEqualTo(GpuRecording.LONG);
    assertThat(
            TimeUse.of(GpuRecording.of(recording -> recording.kernel("a", 5 * MS, 20 * MS)))
                .whole()
                .total())
        .isEqualTo(25 * MS);
  }
}
