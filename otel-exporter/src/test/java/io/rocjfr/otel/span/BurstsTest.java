// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.SpanId;
import io.rocjfr.ActivityKind;
import io.rocjfr.CopyDirection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One span for many activities, with figures that are worked out by hand. */
class BurstsTest extends SpanMakerFixture {
  private static final long SECOND = 1_000_000_000L;

  private static SpanOptions from(int burst) {
    return SpanOptions.ALL.withBurst(burst);
  }

  /** A launch of 100 ns and its kernel of {@code nanos}. */
  private static List<Activity> launch(long id, long begin, String name, long nanos) {
    Activity call = call(begin, begin + 100);
    Activity kernel = kernel(begin + 1000, begin + 1000 + nanos);
    call.correlationId = id;
    kernel.correlationId = id;
    call.kernel = name;
    kernel.kernel = name;
    return List.of(call, kernel);
  }

  private void accept(SpanMaker maker, List<Activity> activities) {
    activities.forEach(maker::accept);
  }

  private List<GpuSpan> bursts() {
    return spans.stream().filter(span -> span.getName().equals("gpu burst")).toList();
  }

  private void theSumIsRight() {
    assertThat(counts.snapshot().waiting()).isEqualTo(spans.size());
    assertThat(counts.produced()).isEqualTo(spans.size() + counts.saved() + counts.dropped());
  }

  @Test
  void tenThousandKernelsAreOneSpan() {
    SpanMaker maker = burstMaker(SpanOptions.ALL);
    for (int i = 0; i < 10_000; i++) {
      accept(maker, launch(100 + i, 5000L * i, i % 10 == 0 ? "softmax" : "gemm", 2000));
    }
    Activity wait = call(50_000_000, 60_000_000);
    wait.correlationId = 20_000;
    wait.name = "hipZoom"; // the category says it, not the name
    wait.category = "wait";
    maker.accept(wait);
    Activity copy = activity(ActivityKind.MEM_COPY, 60_000_000, 60_003_000);
    copy.correlationId = 20_001;
    copy.direction = CopyDirection.DEVICE_TO_HOST;
    copy.bytes = 4096;
    copy.device = 0;
    maker.accept(copy);
    assertThat(spans).isEmpty(); // it has not ended
    maker.finish();
    assertThat(spans).hasSize(1);
    GpuSpan burst = spans.get(0);
    assertThat(burst.getName()).isEqualTo("gpu burst");
    assertThat(burst.getTraceId()).isEqualTo(TRACE);
    assertThat(burst.getParentSpanId()).isEqualTo(APP_ID);
    assertThat(burst.getStartEpochNanos()).isZero();
    assertThat(burst.getEndEpochNanos()).isEqualTo(60_003_000);
    assertThat(attribute(burst, SpanAttributes.TYPE)).isEqualTo("burst");
    assertThat(attribute(burst, SpanAttributes.SYSTEM)).isEqualTo("hip");
    assertThat(attribute(burst, SpanAttributes.EXTERNAL)).isEqualTo(APP);
    assertThat(attribute(burst, SpanAttributes.THREAD_NAME)).isEqualTo("worker");
    assertThat(attribute(burst, SpanAttributes.DEVICE)).isZero();
    assertThat(attribute(burst, SpanAttributes.ACTIVITIES)).isEqualTo(20_002);
    assertThat(attribute(burst, SpanAttributes.CALLS)).isEqualTo(10_001);
    assertThat(attribute(burst, SpanAttributes.KERNELS)).isEqualTo(10_000);
    assertThat(attribute(burst, SpanAttributes.COPIES)).isEqualTo(1);
    assertThat(attribute(burst, SpanAttributes.GPU_TIME)).isEqualTo(20_003_000);
    assertThat(attribute(burst, SpanAttributes.KERNEL_TIME)).isEqualTo(20_000_000);
    assertThat(attribute(burst, SpanAttributes.COPY_TIME)).isEqualTo(3000);
    assertThat(attribute(burst, SpanAttributes.CALL_TIME)).isEqualTo(11_000_000);
    assertThat(attribute(burst, SpanAttributes.WAIT_TIME)).isEqualTo(10_000_000);
    assertThat(attribute(burst, SpanAttributes.COPY_SIZE)).isEqualTo(4096);
    assertThat(attribute(burst, SpanAttributes.KERNEL_NAMES)).containsExactly("gemm", "softmax");
    assertThat(attribute(burst, SpanAttributes.KERNEL_TIMES))
        .containsExactly(18_000_000L, 2_000_000L);
    assertThat(attribute(burst, SpanAttributes.KERNEL_COUNTS)).containsExactly(9000L, 1000L);
    assertThat(attribute(burst, SpanAttributes.FIRST)).isEqualTo(100);
    assertThat(attribute(burst, SpanAttributes.LAST)).isEqualTo(20_001);
    assertThat(attribute(burst, SpanAttributes.FAILED)).isNull();
    assertThat(attribute(burst, SpanAttributes.UNTIMED)).isNull();
    theSumIsRight();
  }

  @Test
  void fewHaveSpansOfTheirOwn() {
    SpanMaker maker = burstMaker(from(10));
    for (int i = 0; i < 4; i++) {
      accept(maker, launch(100 + i, 5000L * i, "gemm", 2000));
    }
    maker.accept(call(30_000, 30_100)); // the ninth
    maker.finish();
    assertThat(spans).hasSize(9);
    assertThat(bursts()).isEmpty();
    assertThat(counts.saved()).isZero();
    maker.accept(call(30_000, 30_100)); // the tenth
    maker.finish();
    assertThat(bursts()).hasSize(1);
    theSumIsRight();
  }

  @Test
  void zeroIsWithout() {
    SpanMaker maker = burstMaker(from(0));
    for (int i = 0; i < 500; i++) {
      accept(maker, launch(100 + i, 5000L * i, "gemm", 2000));
    }
    assertThat(spans).hasSize(1000);
    assertThat(bursts()).isEmpty();
  }

  /** Another trace in between, and one that is not sampled. */
  @Test
  void eachSpanHasItsOwn() {
    SpanMaker maker = burstMaker(from(10));
    traces.put(77, 3, 4, 1);
    for (int i = 0; i < 60; i++) {
      long span = i % 3 == 0 ? 77 : i % 3 == 1 ? APP : UNSAMPLED;
      for (Activity activity : launch(100 + i, 5000L * i, "gemm", 2000 + i % 3)) {
        activity.externalId = span;
        maker.accept(activity);
      }
    }
    maker.finish();
    assertThat(spans).hasSize(2);
    assertThat(spans)
        .extracting(GpuSpan::getParentSpanId)
        .containsExactly(SpanId.fromLong(77), APP_ID);
    assertThat(spans)
        .extracting(span -> attribute(span, SpanAttributes.GPU_TIME))
        .containsExactly(20 * 2000L, 20 * 2001L);
    assertThat(spans.get(0).traceIdHigh()).isEqualTo(3);
    assertThat(counts.dropped(DropReason.UNSAMPLED)).isEqualTo(40);
    theSumIsRight();
  }

  @Test
  void theOrderChangesNothing() {
    List<Activity> activities = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      activities.addAll(launch(100 + i, 5000L * i, "k" + i % 7, 2000 + i % 5));
    }
    String first = null;
    for (int seed = 0; seed < 5; seed++) {
      spans.clear();
      Collections.shuffle(activities, new Random(seed));
      SpanMaker maker = burstMaker(SpanOptions.ALL);
      accept(maker, activities);
      maker.finish();
      assertThat(spans).hasSize(1);
      first = first == null ? spans.get(0).toString() : first;
      assertThat(spans.get(0)).hasToString(first);
    }
    assertThat(first).contains("gpu.burst.top.kernels=[k");
  }

  @Test
  void aPauseEndsIt() {
    SpanMaker maker = burstMaker(from(10));
    maker.at(100 * SECOND);
    for (int i = 0; i < 5; i++) {
      accept(maker, launch(100 + i, 5000L * i, "gemm", 2000));
    }
    maker.at(102 * SECOND - 1);
    assertThat(spans).isEmpty();
    maker.at(102 * SECOND);
    assertThat(bursts()).hasSize(1);
    // There was much: what comes late is no flood, either.
    accept(maker, launch(200, 1_000_000, "gemm", 7));
    maker.at(104 * SECOND);
    assertThat(bursts()).hasSize(2);
    assertThat(bursts()).extracting(GpuSpan::getSpanId).doesNotHaveDuplicates();
    assertThat(bursts()).extracting(GpuSpan::getParentSpanId).containsOnly(APP_ID);
    assertThat(bursts())
        .extracting(span -> attribute(span, SpanAttributes.GPU_TIME))
        .containsExactly(10_000L, 7L);
    theSumIsRight();
  }

  /** However long it goes on, it is seen. */
  @Test
  void itEndsAfterAMinute() {
    SpanMaker maker = burstMaker(from(10));
    for (int second = 0; second < 150; second++) {
      maker.at(second * SECOND);
      accept(maker, launch(100 + second, second * SECOND, "gemm", 2000));
    }
    assertThat(bursts()).hasSize(2);
    maker.finish();
    assertThat(bursts()).hasSize(3);
    assertThat(spans).hasSize(3);
    assertThat(spans.stream().mapToLong(span -> attribute(span, SpanAttributes.KERNELS)).sum())
        .isEqualTo(150);
    theSumIsRight();
  }

  /** Several below the number are many in the end. */
  @Test
  void piecesAddUp() {
    SpanMaker maker = burstMaker(from(10));
    for (int i = 0; i < 20; i++) {
      maker.at(3L * i * SECOND);
      accept(maker, launch(100 + i, 5000L * i, "gemm", 2000));
    }
    maker.finish();
    assertThat(spans).hasSize(8 + 16); // four launches before the fifth, with which they are ten
    assertThat(bursts()).hasSize(16);
    assertThat(
            bursts().stream().mapToLong(span -> attribute(span, SpanAttributes.GPU_TIME)).sum()
                + spans.stream()
                    .filter(GpuSpan::isWork)
                    .mapToLong(span -> span.getEndEpochNanos() - span.getStartEpochNanos())
                    .sum())
        .isEqualTo(20 * 2000);
    theSumIsRight();
  }

  @Test
  void failedCallsStayVisible() {
    SpanMaker maker = burstMaker(from(10));
    for (int i = 0; i < 1000; i++) {
      accept(maker, launch(100 + i, 5000L * i, "gemm", 2000));
      if (i % 100 == 3) {
        Activity failed = call(5000L * i, 5000L * i + 10);
        failed.correlationId = 10_000L + i;
        failed.name = i == 703 ? "hipMalloc" : "hipEventQuery";
        failed.result = i == 703 ? "hipErrorOutOfMemory" : "hipErrorNotReady";
        maker.accept(failed);
      }
    }
    maker.finish();
    GpuSpan burst = bursts().get(0);
    assertThat(attribute(burst, SpanAttributes.FAILED)).isEqualTo(10);
    assertThat(spans).hasSize(3);
    assertThat(spans)
        .filteredOn(GpuSpan::failed)
        .extracting(span -> span.getName() + " " + attribute(span, SpanAttributes.ERROR_TYPE))
        .containsExactly("hipEventQuery hipErrorNotReady", "hipMalloc hipErrorOutOfMemory");
    assertThat(spans)
        .filteredOn(GpuSpan::failed)
        .extracting(GpuSpan::getParentSpanId)
        .containsOnly(burst.getSpanId());
    theSumIsRight();
  }

  /** However many sorts there are. */
  @Test
  void failuresAreNoFlood() {
    SpanMaker maker = burstMaker(from(10));
    for (int i = 0; i < 500; i++) {
      Activity failed = call(5000L * i, 5000L * i + 10);
      failed.correlationId = 1L + i;
      failed.name = "hipFunction" + i;
      failed.result = "hipErrorUnknown";
      maker.accept(failed);
    }
    maker.finish();
    assertThat(spans).hasSize(1 + Burst.MAX_OWN);
    assertThat(attribute(bursts().get(0), SpanAttributes.FAILED)).isEqualTo(500);
    theSumIsRight();
  }

  /** A late failure is not hidden in a burst of its own, nor under one that there is not. */
  @Test
  void aLateFailureIsUnderTheSpan() {
    SpanMaker maker = burstMaker(from(2));
    accept(maker, launch(100, 0, "gemm", 2000));
    maker.endBursts();
    Activity failed = call(9000, 9010);
    failed.correlationId = 101;
    failed.result = "hipErrorUnknown";
    maker.accept(failed);
    maker.finish();
    assertThat(bursts()).hasSize(1);
    assertThat(spans).hasSize(2);
    assertThat(spans.get(1).getParentSpanId()).isEqualTo(APP_ID);
    theSumIsRight();
  }

  /** The first ranges have spans, each in the one around it. */
  @Test
  void rangesStayVisible() {
    SpanMaker maker = burstMaker(from(10));
    maker.accept(range(1, 100, 200, 1));
    maker.accept(range(2, 310, 320, 2));
    maker.accept(range(1, 300, 400, 3));
    for (int i = 0; i < 40; i++) {
      accept(maker, launch(100 + i, 5000L * i, "gemm", 2000));
      maker.accept(range(1, 500 + 10 * i, 505 + 10 * i, 1000 + i));
    }
    maker.accept(range(0, 0, 1000, 4));
    maker.finish();
    List<GpuSpan> markers = spans.stream().filter(GpuSpan::isMarker).toList();
    assertThat(markers).hasSize(Burst.MAX_OWN);
    assertThat(span("d0@0").getParentSpanId()).isEqualTo(APP_ID);
    assertThat(span("d1@100").getParentSpanId()).isEqualTo(span("d0@0").getSpanId());
    assertThat(span("d1@300").getParentSpanId()).isEqualTo(span("d0@0").getSpanId());
    assertThat(span("d2@310").getParentSpanId()).isEqualTo(span("d1@300").getSpanId());
    assertThat(bursts()).hasSize(1);
    assertThat(attribute(bursts().get(0), SpanAttributes.MARKERS)).isEqualTo(44);
    theSumIsRight();
  }

  /** Work comes before a call that waits for it, and the call when there are many. */
  @Test
  void workFindsItsCall() {
    SpanMaker maker = burstMaker(from(10));
    List<Activity> slow = launch(99, 0, "slow", 2000);
    maker.accept(slow.get(1));
    maker.endBursts();
    for (int i = 0; i < 20; i++) {
      accept(maker, launch(100 + i, 5000L * i, "gemm", 2000));
    }
    maker.accept(slow.get(0));
    maker.finish();
    assertThat(spans).hasSize(3);
    assertThat(span("slow").getParentSpanId()).isEqualTo(span("hipModuleLaunchKernel").getSpanId());
    theSumIsRight();
  }

  /** One launch of a graph, without a span around it. */
  @Test
  void aGraphThatIsNobodysIsOneSpan() {
    SpanMaker maker = burstMaker(SpanOptions.ALL);
    Activity launch = call(0, 100);
    launch.name = "hipGraphLaunch";
    launch.externalId = 0;
    maker.accept(launch);
    for (int i = 0; i < 500; i++) {
      Activity kernel = kernel(1000L * i, 1000L * i + 500);
      kernel.externalId = 0;
      maker.accept(kernel);
    }
    maker.finish();
    assertThat(spans).hasSize(1);
    assertThat(spans.get(0).parentId()).isZero();
    assertThat(attribute(spans.get(0), SpanAttributes.EXTERNAL)).isNull();
    assertThat(attribute(spans.get(0), SpanAttributes.KERNEL_TIME)).isEqualTo(250_000);
    theSumIsRight();
  }

  /** OpenCL's without profiling: unknown is not zero. */
  @Test
  void workWithoutTimesIsCounted() {
    SpanMaker maker = burstMaker(from(10));
    for (int i = 0; i < 20; i++) {
      Activity kernel = kernel(1000L * i, 1000L * i);
      kernel.correlationId = i + 1L;
      maker.accept(kernel);
    }
    maker.finish();
    assertThat(attribute(spans.get(0), SpanAttributes.UNTIMED)).isEqualTo(20);
    assertThat(attribute(spans.get(0), SpanAttributes.KERNELS)).isEqualTo(20);
    assertThat(attribute(spans.get(0), SpanAttributes.GPU_TIME)).isNull();
    assertThat(attribute(spans.get(0), SpanAttributes.KERNEL_TIME)).isNull();
    assertThat(attribute(spans.get(0), SpanAttributes.KERNEL_NAMES)).isNull();
    assertThat(attribute(spans.get(0), SpanAttributes.CALL_TIME)).isNull();
    assertThat(attribute(spans.get(0), SpanAttributes.COPY_SIZE)).isNull();
  }

  /** As many kernels as names. */
  @Test
  void namesAreBounded() {
    SpanMaker maker = burstMaker(from(10));
    for (int i = 0; i < 1000; i++) {
      Activity kernel = kernel(1000L * i, 1000L * i + 10);
      kernel.correlationId = i + 1L;
      kernel.kernel = "k" + i;
      maker.accept(kernel);
    }
    maker.finish();
    assertThat(attribute(spans.get(0), SpanAttributes.KERNEL_NAMES))
        .hasSize(BurstTotals.TOP)
        .startsWith(BurstTotals.OTHER);
    assertThat(attribute(spans.get(0), SpanAttributes.KERNEL_COUNTS))
        .startsWith(1000L - BurstTotals.MAX_NAMES);
  }

  /** More spans than are remembered, with little under each. */
  @Test
  void whatWaitsIsBounded() {
    int each = 4;
    SpanMaker maker = burstMaker(SpanOptions.ALL);
    int all = 2 * BurstTable.MAX_ACTIVE;
    for (int i = 1; i <= all; i++) {
      traces.put(1_000_000 + i, 1, i, 1);
      for (int n = 0; n < each / 2; n++) {
        for (Activity activity : launch(10L * i + n, 5000L * i, "gemm", 2000)) {
          activity.externalId = 1_000_000L + i;
          maker.accept(activity);
        }
      }
    }
    assertThat(spans).hasSize(each * (all - BurstTable.MAX_ACTIVE));
    maker.finish();
    assertThat(spans).hasSize(each * all);
    assertThat(bursts()).isEmpty();
  }
}
