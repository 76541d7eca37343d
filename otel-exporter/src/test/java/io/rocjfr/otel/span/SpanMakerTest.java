// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.rocjfr.ActivityKind;
import io.rocjfr.CopyDirection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Spans of activities whose names, parents and figures are worked out by hand. */
class SpanMakerTest extends SpanMakerFixture {
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
    assertThat(attribute(failed, SpanAttributes.ERROR_TYPE)).isEqualTo("hipErrorOutOfMemory");
    assertThat(spans).hasSize(5);
    assertThat(spans)
        .filteredOn(span -> span != failed)
        .allMatch(span -> span.getStatus().equals(StatusData.unset()))
        .allMatch(span -> attribute(span, SpanAttributes.ERROR_TYPE) == null);
  }

  @Test
  void aCallSaysWhereItWasMade() {
    SpanMaker maker = maker(SpanOptions.ALL);
    for (StackTraceElement site :
        new StackTraceElement[] {
          new StackTraceElement("app.scoring.Model$Layer", "run", "Model.kt", 17),
          new StackTraceElement("Main", "main", "Main.java", 3),
          new StackTraceElement("app.Generated", "run", null, -1),
          null
        }) {
      Activity call = call(1000, 1500);
      call.callSite = site;
      maker.accept(call);
    }
    maker.accept(kernel(2000, 5000));
    assertThat(spans)
        .extracting(span -> attribute(span, SpanAttributes.CODE_FUNCTION))
        .containsExactly(
            "app.scoring.Model$Layer.run", "Main.main", "app.Generated.run", null, null);
    assertThat(spans)
        .extracting(span -> attribute(span, SpanAttributes.CODE_FILE))
        .containsExactly("app/scoring/Model.kt", "Main.java", null, null, null);
    assertThat(spans)
        .extracting(span -> attribute(span, SpanAttributes.CODE_LINE))
        .containsExactly(17L, 3L, null, null, null);
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
    assertThat(attribute(kernel, SpanAttributes.GRID)).containsExactly(16L, 8L, 1L);
    assertThat(attribute(kernel, SpanAttributes.WORKGROUP)).containsExactly(64L, 1L, 1L);
    assertThat(attribute(kernel, SpanAttributes.CORRELATION)).isEqualTo(42);
    assertThat(attribute(kernel, SpanAttributes.EXTERNAL)).isEqualTo(APP);
    assertThat(attribute(kernel, SpanAttributes.THREAD_ID)).isEqualTo(9);
    assertThat(attribute(kernel, SpanAttributes.LDS)).isNull();
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
}
