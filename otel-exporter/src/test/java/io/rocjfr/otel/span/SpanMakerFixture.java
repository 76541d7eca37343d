// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.resources.Resource;
import io.rocjfr.ActivityKind;
import java.util.ArrayList;
import java.util.List;

/** Activities, and a maker that makes spans of them. */
abstract class SpanMakerFixture {
  static final long KEY = 0x1234_5678_9ABC_DEF1L;
  static final long APP = 0x00AA_BBCC_DDEE_FF01L;
  static final String APP_ID = "00aabbccddeeff01";
  static final String TRACE = "0123456789abcdef00000000000000ff";
  static final long UNSAMPLED = 7;

  final SpanTraces traces = new SpanTraces(8);
  final SpanCounts counts = new SpanCounts();
  final List<GpuSpan> spans = new ArrayList<>();

  RootSampler sampler = RootSampler.ALL;

  /** Every activity has a span of its own. */
  SpanMaker maker(SpanOptions options) {
    return burstMaker(options.withBurst(0));
  }

  SpanMaker burstMaker(SpanOptions options) {
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

  static Activity activity(ActivityKind kind, long begin, long end) {
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

  static Activity call(long begin, long end) {
    Activity call = activity(ActivityKind.HIP_API, begin, end);
    call.name = "hipModuleLaunchKernel";
    call.kernel = "gemm";
    call.stream = 0;
    return call;
  }

  static Activity kernel(long begin, long end) {
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

  static Activity range(int depth, long begin, long end, long id) {
    Activity range = activity(ActivityKind.ROCTX_RANGE, begin, end);
    range.depth = depth;
    range.name = "d" + depth + "@" + begin;
    range.correlationId = id;
    return range;
  }

  GpuSpan span(String name) {
    return spans.stream().filter(span -> span.getName().equals(name)).findFirst().orElseThrow();
  }

  static <T> T attribute(GpuSpan span, AttributeKey<T> key) {
    return span.getAttributes().get(key);
  }
}
