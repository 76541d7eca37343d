// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.resources.Resource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Work without a parent. */
class OrphanTracesTest extends SpanMakerFixture {
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

  /** It is the span of another application in the process, or may be. */
  @Test
  void anIdThatMayBeOthersIsNoOrphan() {
    SpanMaker maker =
        new SpanMaker(
            KEY,
            SpanOptions.ALL.withBurst(0),
            new SpanMaker.Traces() {
              @Override
              public SpanTraces find(long externalId, long javaThreadId) {
                return null;
              }

              @Override
              public boolean mayBeOthers() {
                return true;
              }
            },
            RootSampler.ALL,
            new SpanResources(Resource.empty(), "5.2.3"),
            counts,
            spans::add);
    maker.accept(call(1000, 1500));
    maker.accept(kernel(2000, 5000));
    assertThat(spans).isEmpty();
    assertThat(counts.dropped(DropReason.NO_PARENT)).isEqualTo(2);
    Activity nobodys = call(1000, 1500);
    nobodys.externalId = 0;
    maker.accept(nobodys);
    assertThat(spans).hasSize(1);
  }

  /** What came without a call has nothing in common with what else came without one. */
  @Test
  void workWithoutACallIsATraceOfItsOwn() {
    SpanMaker maker = maker(SpanOptions.ALL);
    for (int i = 0; i < 3; i++) {
      Activity kernel = kernel(2000, 5000);
      kernel.externalId = 0;
      kernel.correlationId = 0;
      maker.accept(kernel);
    }
    assertThat(spans).extracting(GpuSpan::getTraceId).doesNotHaveDuplicates().hasSize(3);
  }

  /** Another application may want them. */
  @Test
  void whoDropsOrphansDoesNotTakeThem() {
    List<Activity> asked = new ArrayList<>();
    RootSampler first =
        new RootSampler() {
          @Override
          public boolean samples(long high, long low, Activity activity) {
            return true;
          }

          @Override
          public boolean isResponsible() {
            asked.add(null);
            return true;
          }
        };
    SpanMaker maker =
        new SpanMaker(
            KEY,
            new SpanOptions(SpanOptions.Orphans.DROP, true, 0, "*"),
            (id, thread) -> null,
            first,
            new SpanResources(Resource.empty(), "5.2.3"),
            counts,
            spans::add);
    maker.accept(call(1000, 1500));
    assertThat(asked).isEmpty();
    assertThat(counts.dropped(DropReason.NO_PARENT)).isEqualTo(1);
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
}
