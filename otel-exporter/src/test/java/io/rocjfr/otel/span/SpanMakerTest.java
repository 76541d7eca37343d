// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.rocjfr.ActivityKind;
import io.rocjfr.CopyDirection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Spans of activities whose names, parents and figures are worked out by hand. */
class SpanMakerTest {
  private static final long KEY = 0x1234_5678_9ABC_DEF1L;
  private static final long APP = 0x00AA_BBCC_DDEE_FF01L;
  private static final String APP_ID = "00aabbccddeeff01";
  private static final String TRACE = "0123456789abcdef00000000000000ff";
  private static final long UNSAMPLED = 7;

  private final SpanTraces traces = new SpanTraces(8);
  private final SpanCounts counts = new SpanCounts();
  private final List<GpuSpan> spans = new ArrayList<>();

  private RootSampler sampler = RootSampler.ALL;

  private SpanMaker maker(SpanOptions options) {
    traces.put(APP, 0x0123456789abcdefL, 0xff, 1);
    traces.put(UNSAMPLED, 1, 2, 0);
    return new SpanMaker(
        KEY,
        options,
        (id, thread) -> traces.find(id) ? traces : null,
        (high, low, first) -> sampler.samples(high, low, first),
        new SpanResources(Resource.empty(), "5.2.3"),
        counts,
        spans::add);
  }

  private static Activity activity(ActivityKind kind, long begin, long end) {
    Activity activity = new Activity();
    activity.kind = kind;
    activity.begin = begin;
    activity.end = end;
    activity.correlationId = 42;
    activity.externalId = APP;
    activity.threadName = "worker";
    activity.javaThreadId = 9;
    activity.osThreadId = 1009;
    return activity;
  }

  private static Activity call(long begin, long end) {
    Activity call = activity(ActivityKind.HIP_API, begin, end);
    call.name = "hipModuleLaunchKernel";
    call.kernel = "gemm";
    call.stream = 0;
    return call;
  }

  private static Activity kernel(long begin, long end) {
    Activity kernel = activity(ActivityKind.KERNEL_DISPATCH, begin, end);
    kernel.kernel = "gemm";
    kernel.device = 0;
    kernel.queue = 3;
    kernel.stream = 0;
    kernel.gridX = 16;
    kernel.gridY = 8;
    kernel.gridZ = 1;
    kernel.workgroupX = 64;
    kernel.workgroupY = 1;
    kernel.workgroupZ = 1;
    return kernel;
  }

  private static Activity range(int depth, long begin, long end, long id) {
    Activity range = activity(ActivityKind.ROCTX_RANGE, begin, end);
    range.depth = depth;
    range.name = "d" + depth + "@" + begin;
    range.correlationId = id;
    return range;
  }

  private GpuSpan span(String name) {
    return spans.stream().filter(span -> span.getName().equals(name)).findFirst().orElseThrow();
  }

  private static <T> T attribute(GpuSpan span, AttributeKey<T> key) {
    return span.getAttributes().get(key);
  }

  @Test
  void aCallThatFailedIsAnError() {
    SpanMaker maker = maker(SpanOptions.ALL);
    for (String result : new String[] {"", "unknown", null, "hipErrorOutOfMemory"}) {
      Activity call = call(1000, 1500);
      call.name = "hip" + result;
      call.result = result;
      maker.accept(call);
    }
    maker.accept(kernel(2000, 5000));
    GpuSpan failed = span("hiphipErrorOutOfMemory");
    assertThat(failed.getStatus()).isEqualTo(StatusData.error());
    assertThat(attribute(failed, GpuAttributes.ERROR_TYPE)).isEqualTo("hipErrorOutOfMemory");
    assertThat(spans).hasSize(5);
    assertThat(spans)
        .filteredOn(span -> span != failed)
        .allMatch(span -> span.getStatus().equals(StatusData.unset()))
        .allMatch(span -> attribute(span, GpuAttributes.ERROR_TYPE) == null);
  }

  @Test
  void kernelUnderCallUnderSpan() {
    SpanMaker maker = maker(SpanOptions.ALL);
    maker.accept(kernel(2000, 5000)); // work may come before its call
    maker.accept(call(1000, 1500));
    GpuSpan call = span("hipModuleLaunchKernel");
    GpuSpan kernel = span("gemm");
    assertThat(spans).hasSize(2);
    assertThat(call.getTraceId()).isEqualTo(TRACE);
    assertThat(call.getParentSpanId()).isEqualTo(APP_ID);
    assertThat(kernel.getTraceId()).isEqualTo(TRACE);
    assertThat(kernel.getParentSpanId()).isEqualTo(call.getSpanId());
    assertThat(kernel.getStartEpochNanos()).isEqualTo(2000);
    assertThat(kernel.getEndEpochNanos()).isEqualTo(5000);
    assertThat(kernel.getKind()).isEqualTo(SpanKind.INTERNAL);
    assertThat(attribute(kernel, GpuAttributes.GRID)).containsExactly(16L, 8L, 1L);
    assertThat(attribute(kernel, GpuAttributes.WORKGROUP)).containsExactly(64L, 1L, 1L);
    assertThat(attribute(kernel, GpuAttributes.CORRELATION)).isEqualTo(42);
    assertThat(attribute(kernel, GpuAttributes.EXTERNAL)).isEqualTo(APP);
    assertThat(attribute(kernel, GpuAttributes.THREAD_ID)).isEqualTo(9);
    assertThat(attribute(kernel, GpuAttributes.LDS)).isNull();
    assertThat(kernel.getResource().getAttribute(AttributeKey.stringKey("hw.id"))).isEqualTo("0");
    assertThat(call.getResource().getAttribute(AttributeKey.stringKey("hw.id"))).isNull();
    assertThat(counts.produced()).isEqualTo(2);
  }

  @Test
  void theSameAgainHasTheSameIds() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      spans.clear();
      SpanMaker maker = maker(SpanOptions.ALL);
      maker.accept(call(1000, 1500));
      maker.accept(kernel(2000, 5000));
      maker.accept(kernel(5000, 6000)); // the second one of a graph
      spans.forEach(span -> ids.add(span.getSpanId()));
    }
    assertThat(ids.subList(0, 3)).doesNotHaveDuplicates().isEqualTo(ids.subList(3, 6));
  }

  @Test
  void withoutApiSpansWorkIsUnderTheSpan() {
    SpanMaker maker = maker(new SpanOptions(SpanOptions.Orphans.TRACE, false, 0, "*"));
    maker.accept(call(1000, 1500));
    maker.accept(kernel(2000, 5000));
    assertThat(spans).hasSize(1);
    assertThat(span("gemm").getParentSpanId()).isEqualTo(APP_ID);
    assertThat(counts.dropped(DropReason.FILTERED)).isEqualTo(1);
  }

  @Test
  void workOfAFilteredCallIsUnderTheSpan() {
    SpanMaker maker = maker(new SpanOptions(SpanOptions.Orphans.TRACE, true, 1000, "*"));
    maker.accept(kernel(2000, 5000)); // waits for its call
    assertThat(spans).isEmpty();
    maker.accept(call(1000, 1999)); // 1 ns too short
    assertThat(spans).hasSize(1);
    assertThat(span("gemm").getParentSpanId()).isEqualTo(APP_ID);
    maker.accept(kernel(6000, 6999));
    assertThat(spans).hasSize(1);
    Activity copy = activity(ActivityKind.MEM_COPY, 7000, 9000);
    copy.correlationId = 43;
    copy.direction = CopyDirection.HOST_TO_DEVICE;
    copy.bytes = 4096;
    maker.accept(copy); // its call never comes
    maker.finish();
    assertThat(span("memcpy HostToDevice").getParentSpanId()).isEqualTo(APP_ID);
    assertThat(counts.dropped(DropReason.FILTERED)).isEqualTo(2);
    assertThat(counts.produced()).isEqualTo(4);
  }

  @Test
  void operationsAreGlobs() {
    SpanMaker maker = maker(new SpanOptions(SpanOptions.Orphans.TRACE, true, 0, "hip*, g?mm"));
    maker.accept(call(1000, 1500));
    maker.accept(kernel(2000, 5000));
    Activity other = kernel(2000, 5000);
    other.kernel = "softmax";
    maker.accept(other);
    assertThat(spans).extracting(GpuSpan::getName).containsExactly("hipModuleLaunchKernel", "gemm");
  }

  @Test
  void unsampledTracesHaveNoSpans() {
    SpanMaker maker = maker(SpanOptions.ALL);
    Activity call = call(1000, 1500);
    call.externalId = UNSAMPLED;
    maker.accept(call);
    assertThat(spans).isEmpty();
    assertThat(counts.dropped(DropReason.UNSAMPLED)).isEqualTo(1);
  }

  @Test
  void orphansAreATraceOrDropped() {
    Activity call = call(1000, 1500);
    call.externalId = 0;
    Activity kernel = kernel(2000, 5000);
    kernel.externalId = 0;
    SpanMaker maker = maker(SpanOptions.ALL);
    maker.accept(call);
    maker.accept(kernel);
    assertThat(spans.get(0).getParentSpanContext().isValid()).isFalse();
    assertThat(spans.get(1).getParentSpanId()).isEqualTo(spans.get(0).getSpanId());
    assertThat(spans.get(1).getTraceId()).isEqualTo(spans.get(0).getTraceId()).isNotEqualTo(TRACE);
    spans.clear();
    SpanMaker dropping = maker(new SpanOptions(SpanOptions.Orphans.DROP, true, 0, "*"));
    dropping.accept(call);
    dropping.accept(kernel);
    assertThat(spans).isEmpty();
    assertThat(counts.dropped(DropReason.NO_PARENT)).isEqualTo(2);
  }

  /** Whatever the sampler goes by, a call and its work have one answer. */
  @Test
  void orphansFollowTheSampler() {
    List<String> asked = new ArrayList<>();
    sampler =
        (high, low, first) -> {
          asked.add(HexIds.format(high, low));
          return asked.size() % 4 == 0;
        };
    SpanMaker maker = maker(SpanOptions.ALL);
    for (int i = 1; i <= 400; i++) {
      Activity call = call(1000, 1500);
      Activity kernel = kernel(2000, 5000);
      call.externalId = 0;
      kernel.externalId = 0;
      call.correlationId = i;
      kernel.correlationId = i;
      maker.accept(i % 2 == 0 ? kernel : call);
      maker.accept(i % 2 == 0 ? call : kernel);
    }
    assertThat(asked).hasSize(400).doesNotHaveDuplicates();
    assertThat(spans).hasSize(200).allMatch(span -> (span.traceFlags() & 1) == 1);
    assertThat(spans.stream().map(GpuSpan::getTraceId).distinct()).hasSize(100).isSubsetOf(asked);
    assertThat(counts.dropped(DropReason.UNSAMPLED)).isEqualTo(600);
    maker.accept(call(1000, 1500));
    assertThat(asked).as("what has a parent is not asked for").hasSize(400);
    assertThat(spans).hasSize(201);
  }

  /** Ranges that no span was current for are one trace, which appears or does not. */
  @Test
  void nestedOrphansAreSampledAsOne() {
    for (boolean taken : new boolean[] {true, false}) {
      List<Long> asked = new ArrayList<>();
      sampler = (high, low, first) -> asked.add(high) && taken;
      spans.clear();
      SpanMaker maker = maker(SpanOptions.ALL);
      for (Activity range :
          List.of(range(2, 30, 40, -1), range(1, 20, 50, -2), range(0, 10, 90, -5))) {
        range.externalId = 0;
        maker.accept(range);
      }
      assertThat(asked).hasSize(1);
      assertThat(spans).hasSize(taken ? 3 : 0);
    }
    assertThat(counts.dropped(DropReason.UNSAMPLED)).isEqualTo(3);
  }

  @Test
  void rangesNest() {
    SpanMaker maker = maker(SpanOptions.ALL);
    maker.accept(range(2, 30, 40, -1));
    maker.accept(range(1, 20, 50, -2));
    maker.accept(range(1, 60, 70, -3));
    Activity mark = range(1, 80, 80, -4);
    mark.kind = ActivityKind.ROCTX_MARK;
    maker.accept(mark);
    assertThat(spans).isEmpty();
    maker.accept(range(0, 10, 90, -5));
    String outer = span("d0@10").getSpanId();
    assertThat(span("d0@10").getParentSpanId()).isEqualTo(APP_ID);
    assertThat(span("d1@20").getParentSpanId()).isEqualTo(outer);
    assertThat(span("d1@60").getParentSpanId()).isEqualTo(outer);
    assertThat(span("d1@80").getParentSpanId()).isEqualTo(outer);
    assertThat(span("d2@30").getParentSpanId()).isEqualTo(span("d1@20").getSpanId());
    assertThat(spans).hasSize(5).allMatch(span -> span.getTraceId().equals(TRACE));
  }

  @Test
  void rangesInAnyOrder() {
    SpanMaker maker = maker(SpanOptions.ALL);
    maker.accept(range(1, 20, 50, -2));
    maker.accept(range(0, 110, 190, -6)); // the next outermost one comes first
    maker.accept(range(0, 10, 90, -5));
    maker.accept(range(2, 30, 40, -1)); // after what it is in
    maker.accept(range(2, 130, 140, -7)); // before what it is in
    maker.accept(range(1, 120, 150, -8)); // which is itself late
    assertThat(span("d1@20").getParentSpanId()).isEqualTo(span("d0@10").getSpanId());
    assertThat(span("d2@30").getParentSpanId()).isEqualTo(span("d1@20").getSpanId());
    assertThat(span("d1@120").getParentSpanId()).isEqualTo(span("d0@110").getSpanId());
    assertThat(span("d2@130").getParentSpanId()).isEqualTo(span("d1@120").getSpanId());
  }

  @Test
  void aSpanThatBecameCurrentWithinARangeIsTheParent() {
    SpanMaker maker = maker(SpanOptions.ALL);
    traces.put(99, 0x0123456789abcdefL, 0xff, 1);
    Activity inner = range(1, 20, 50, -2);
    inner.externalId = 99;
    maker.accept(inner);
    maker.accept(range(0, 10, 90, -5));
    assertThat(span("d1@20").getParentSpanId()).isEqualTo("0000000000000063");
  }

  @Test
  void rangesWithoutASpanAreOneTrace() {
    SpanMaker maker = maker(SpanOptions.ALL);
    for (Activity range :
        List.of(range(2, 30, 40, -1), range(1, 20, 50, -2), range(0, 10, 90, -5))) {
      range.externalId = 0;
      maker.accept(range);
    }
    assertThat(spans).extracting(GpuSpan::getTraceId).hasSize(3);
    assertThat(spans.stream().map(GpuSpan::getTraceId).distinct()).hasSize(1);
    assertThat(span("d0@10").getParentSpanContext().isValid()).isFalse();
    assertThat(span("d2@30").getParentSpanId()).isEqualTo(span("d1@20").getSpanId());
  }

  @Test
  void aRangeWhoseOuterOneWasLostGoesToTheSpan() {
    SpanMaker maker = maker(SpanOptions.ALL);
    maker.accept(range(1, 20, 50, -2));
    maker.finish();
    assertThat(span("d1@20").getParentSpanId()).isEqualTo(APP_ID);
    assertThat(counts.produced()).isEqualTo(1);
  }
}
