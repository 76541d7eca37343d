// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.ActivityKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spans of roctx ranges. */
class RangeSpansTest extends SpanMakerFixture {
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

  /** The application's own numbers say nothing of spans. */
  @ParameterizedTest
  @ValueSource(longs = {APP, 0, 12})
  void anExternalIdThatIsNoSpansKeepsTheRangeAround(long outerId) {
    SpanMaker maker = maker(SpanOptions.ALL);
    Activity inner = range(2, 30, 40, -1);
    inner.externalId = 13;
    Activity middle = range(1, 20, 50, -2);
    middle.externalId = 14;
    Activity outer = range(0, 10, 90, -5);
    outer.externalId = outerId;
    List.of(inner, middle, outer).forEach(maker::accept);
    assertThat(span("d2@30").getParentSpanId()).isEqualTo(span("d1@20").getSpanId());
    assertThat(span("d1@20").getParentSpanId()).isEqualTo(span("d0@10").getSpanId());
    assertThat(span("d0@10").getParentSpanContext().isValid()).isEqualTo(outerId == APP);
    assertThat(spans.stream().map(GpuSpan::getTraceId).distinct()).hasSize(1);
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
