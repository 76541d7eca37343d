// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.trace.data.StatusData;
import org.junit.jupiter.api.Test;

/** What spans take over from the SDK's limits and from the span that they are under. */
class LimitsTest extends SpanMakerFixture {
  private static final long REMOTE = 77;

  private static SpanOptions limited(int count, int length) {
    return SpanOptions.ALL.withLimits(new AttributeLimits(count, length));
  }

  private static Activity failedCall() {
    Activity call = call(1000, 1500);
    call.result = "hipErrorOutOfMemory";
    return call;
  }

  @Test
  void theFirstAttributesAreKept() {
    maker(SpanOptions.ALL).accept(failedCall());
    int all = spans.get(0).getAttributes().size();
    spans.clear();
    maker(limited(3, 1000)).accept(failedCall());
    GpuSpan span = spans.get(0);
    assertThat(span.getAttributes().asMap())
        .containsOnlyKeys(SpanAttributes.TYPE, SpanAttributes.SYSTEM, SpanAttributes.CORRELATION);
    assertThat(span.getTotalAttributeCount()).isEqualTo(all);
    assertThat(span.getAttributes().dropped()).isEqualTo(all - 3);
    assertThat(span.getStatus()).isEqualTo(StatusData.error());
  }

  @Test
  void textsAreShortened() {
    SpanMaker maker = burstMaker(limited(128, 2));
    for (int i = 0; i < 60; i++) {
      Activity kernel = kernel(1000L * i, 1000L * i + 10);
      kernel.correlationId = i + 1L;
      maker.accept(kernel);
    }
    maker.accept(failedCall());
    maker.finish();
    GpuSpan burst = span("gpu burst");
    assertThat(attribute(burst, SpanAttributes.KERNEL_NAMES)).containsExactly("ge");
    assertThat(attribute(burst, SpanAttributes.KERNEL_COUNTS)).containsExactly(60L);
    assertThat(attribute(burst, SpanAttributes.TYPE)).isEqualTo("bu");
    GpuSpan failed = span("hipModuleLaunchKernel");
    assertThat(attribute(failed, SpanAttributes.ERROR_TYPE)).isEqualTo("hi");
    assertThat(attribute(failed, SpanAttributes.CORRELATION)).isEqualTo(42);
    assertThat(failed.getParentSpanId()).isEqualTo(burst.getSpanId());
    assertThat(spans).hasSize(2);
  }

  @Test
  void whatIsBelowALimitIsAsItIs() {
    SpanAttributes attributes = SpanShapes.attributes(failedCall());
    assertThat(AttributeLimits.USUAL.apply(attributes)).isSameAs(attributes);
    assertThat(new AttributeLimits(100, 100).apply(attributes)).isEqualTo(attributes);
  }

  /** A parent of another process is marked, a parent of ours is not. */
  @Test
  void theParentMayBeRemote() {
    SpanMaker maker = burstMaker(SpanOptions.ALL);
    traces.put(REMOTE, 3, 4, 1 | SpanTraces.REMOTE);
    for (Activity activity : new Activity[] {call(1000, 1500), kernel(2000, 5000)}) {
      activity.externalId = REMOTE;
      maker.accept(activity);
    }
    maker.accept(call(1000, 1500));
    maker.endBursts();
    assertThat(spans)
        .extracting(span -> span.getParentSpanContext().isRemote())
        .containsExactly(true, false, false);
    assertThat(spans).allMatch(span -> span.traceFlags() == 1 && !span.getSpanContext().isRemote());
    spans.clear();
    for (int i = 0; i < 60; i++) {
      Activity kernel = kernel(1000L * i, 1000L * i + 10);
      kernel.externalId = REMOTE;
      maker.accept(kernel);
    }
    maker.finish();
    assertThat(spans).singleElement().matches(GpuSpan::isParentRemote);
  }
}
