// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.rocjfr.ActivityKind;
import io.rocjfr.otel.span.Activity;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** GPU time by route, with spans of the SDK. */
class RequestTimesTest {
  private final LiveExport export =
      new LiveExport(
          SpanExporter.composite(),
          Resource.empty(),
          LiveOptions.DEFAULT,
          Sampler.alwaysOn(),
          null);

  private final TestReader scrape = TestReader.cumulative();
  private final Runnable end =
      GpuMetrics.register(export, SdkMeterProvider.builder().registerMetricReader(scrape).build());
  private final SdkTracerProvider provider =
      SdkTracerProvider.builder().addSpanProcessor(new LiveProcessor(export, false)).build();
  private final Tracer tracer = provider.get("test");

  @AfterEach
  void end() {
    end.run();
    CompletableResultCode closed = provider.shutdown();
    assertThat(closed).isNotNull();
  }

  private Span request() {
    return tracer.spanBuilder("GET").setSpanKind(SpanKind.SERVER).setNoParent().startSpan();
  }

  private Span inner(Span around) {
    return tracer.spanBuilder("inner").setParent(Context.root().with(around)).startSpan();
  }

  private static void end(Span request, String route) {
    request.setAttribute(RequestTimes.ROUTE, route);
    request.end();
  }

  private void work(ActivityKind kind, Span under, long nanos) {
    Activity activity = new Activity();
    activity.kind = kind;
    activity.begin = 1000;
    activity.end = 1000 + nanos;
    activity.externalId = Long.parseUnsignedLong(under.getSpanContext().getSpanId(), 16);
    export.use().add(activity);
  }

  private void kernel(Span under, long nanos) {
    work(ActivityKind.KERNEL_DISPATCH, under, nanos);
  }

  private Map<String, Double> seconds() {
    Map<String, Double> found = new TreeMap<>();
    for (MetricData metric : scrape.collect()) {
      if (metric.getName().equals("rocjfr.gpu.request.time")) {
        assertThat(metric.getUnit()).isEqualTo("s");
        for (DoublePointData point : metric.getDoubleSumData().getPoints()) {
          found.put(point.getAttributes().get(RequestTimes.ROUTE), point.getValue());
        }
      }
    }
    return found;
  }

  /** Before the route is known and after, of the request and of what is within it. */
  @Test
  void allOfARequestCounts() {
    Span request = request();
    Span inner = inner(request);
    Span innermost = inner(inner);
    kernel(request, 1_000_000_000);
    kernel(innermost, 2_000_000_000L);
    innermost.end();
    inner.end();
    assertThat(seconds()).isEmpty(); // the route is unknown
    end(request, "/score/{id}");
    assertThat(seconds()).isEqualTo(Map.of("/score/{id}", 3.0));
    work(ActivityKind.MEM_COPY, inner, 500_000_000);
    work(ActivityKind.HIP_API, inner, 500_000_000); // no work of the GPU
    assertThat(seconds()).isEqualTo(Map.of("/score/{id}", 3.5));
  }

  @Test
  void routesAreToldApart() {
    Span one = request();
    Span other = request();
    kernel(one, 1_000_000_000);
    kernel(other, 250_000_000);
    end(one, "/one");
    end(other, "/other");
    Span again = request();
    kernel(again, 1_000_000_000);
    end(again, "/one");
    assertThat(seconds()).isEqualTo(Map.of("/one", 2.0, "/other", 0.25));
  }

  /** What is unknown is not there. */
  @Test
  void whatIsNoRequestDoesNotCount() {
    Span job = tracer.spanBuilder("job").setNoParent().startSpan();
    kernel(job, 1_000_000_000);
    end(job, "/job"); // it is of no server
    Span nameless = request();
    kernel(nameless, 1_000_000_000);
    nameless.end();
    end(request(), "/idle"); // without the GPU
    assertThat(seconds()).isEmpty();
  }

  @Test
  void routesAreBounded() {
    for (int i = 0; i < RequestTimes.MAX_ROUTES + 10; i++) {
      Span request = request();
      kernel(request, 1_000_000_000);
      end(request, "/" + i);
    }
    assertThat(seconds())
        .hasSize(RequestTimes.MAX_ROUTES + 1)
        .containsEntry(RequestTimes.OTHER, 10.0)
        .containsEntry("/0", 1.0);
  }

  /** More spans than are remembered: the new ones are right. */
  @Test
  void oldSpansAreForgotten() {
    Span old = request();
    kernel(old, 1_000_000_000);
    for (int i = 0; i < 200_000; i++) {
      request().end();
    }
    end(old, "/old");
    Span request = request();
    kernel(request, 1_000_000_000);
    end(request, "/new");
    assertThat(seconds()).isEqualTo(Map.of("/new", 1.0));
  }
}
