// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.exporter.internal.marshal.Marshaler;
import io.opentelemetry.exporter.internal.otlp.traces.TraceRequestMarshaler;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.rocjfr.ActivityKind;
import io.rocjfr.CopyDirection;
import io.rocjfr.otel.span.Activity;
import io.rocjfr.otel.span.AttributeLimits;
import io.rocjfr.otel.span.GpuSpan;
import io.rocjfr.otel.span.RootSampler;
import io.rocjfr.otel.span.SpanCounts;
import io.rocjfr.otel.span.SpanMaker;
import io.rocjfr.otel.span.SpanOptions;
import io.rocjfr.otel.span.SpanResources;
import io.rocjfr.otel.span.SpanTraces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Our request and that of the SDK's marshaler are the same, byte for byte. */
class GpuRequestTest {
  private static final int SPANS = 20_000;
  private static final String[] TEXTS = {
    "gemm", "", null, "größe \uD83D\uDE00 \uD800", "void very<long, name>".repeat(30), "spin",
  };

  private static final List<CopyDirection> DIRECTIONS = List.of(CopyDirection.values());

  private final long seed = System.nanoTime();
  private final SplittableRandom random = new SplittableRandom(seed);
  private final SpanTraces traces = new SpanTraces(4);
  private final Resource resource =
      Resource.builder().put("service.name", "s").setSchemaUrl("https://example.org/1").build();

  /** Spans of random activities. */
  private List<GpuSpan> spans(Resource process, int count) {
    List<GpuSpan> spans = spans(process, count, SpanOptions.ALL.withBurst(0));
    assertThat(spans).hasSize(count);
    return spans;
  }

  private List<GpuSpan> spans(Resource process, int count, SpanOptions options) {
    List<GpuSpan> spans = new ArrayList<>();
    for (long id = 1; id < 8; id++) {
      traces.put(
          id * -77, random.nextLong(), random.nextLong(), id % 2 == 0 ? 1 : 1 | SpanTraces.REMOTE);
    }
    SpanMaker maker =
        new SpanMaker(
            random.nextLong(),
            options,
            (id, thread) -> traces.find(id) ? traces : null,
            RootSampler.ALL,
            new SpanResources(process, "5.2.3"),
            new SpanCounts(),
            spans::add);
    for (int i = 0; i < count; i++) {
      maker.accept(activity());
    }
    maker.finish();
    return spans;
  }

  private Activity activity() {
    ActivityKind[] kinds = {
      ActivityKind.HIP_API,
      ActivityKind.KERNEL_DISPATCH,
      ActivityKind.MEM_COPY,
      ActivityKind.ROCTX_RANGE,
      ActivityKind.ROCTX_MARK,
    };
    Activity a = new Activity();
    a.kind = kinds[random.nextInt(kinds.length)];
    a.name = text();
    a.result = text();
    a.kernel = text();
    a.callSite =
        random.nextInt(3) > 0
            ? null
            : new StackTraceElement("a.B", "run", text(), random.nextInt());
    a.threadName = text();
    a.begin = number();
    a.end = a.begin + random.nextInt(1000);
    a.correlationId = random.nextLong();
    a.externalId = random.nextInt(8) * -77L;
    a.device = random.nextInt(4) - 1;
    a.queue = number();
    a.stream = random.nextInt(3) - 1;
    a.bytes = number();
    a.direction = DIRECTIONS.get(random.nextInt(DIRECTIONS.size()));
    a.gridX = random.nextInt(3);
    a.gridY = random.nextInt();
    a.gridZ = 1;
    a.workgroupX = random.nextInt(3);
    a.workgroupY = 1;
    a.ldsBytes = number();
    a.osThreadId = 1;
    a.javaThreadId = random.nextInt(5) - 1L;
    return a;
  }

  private String text() {
    return random.nextInt(10) == 0 ? "text" + random.nextInt() : TEXTS[random.nextInt(6)];
  }

  /** Of all lengths that a varint has. */
  private long number() {
    return random.nextInt(20) == 0 ? 0 : random.nextLong() >>> random.nextInt(64);
  }

  private static byte[] bytes(Marshaler request) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    request.writeBinaryTo(out);
    assertThat(out.size()).isEqualTo(request.getBinarySerializedSize());
    return out.toByteArray();
  }

  @Test
  void theBytesOfTheSdk() throws IOException {
    List<GpuSpan> spans = spans(resource, SPANS);
    Map<Resource, List<SpanData>> byResource = new LinkedHashMap<>();
    spans.forEach(
        span -> byResource.computeIfAbsent(span.getResource(), key -> new ArrayList<>()).add(span));
    assertThat(byResource).hasSize(4);
    // A request of several resources is what requests of one each are, one after the other.
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (List<SpanData> ofOne : byResource.values()) {
      expected.writeBytes(bytes(TraceRequestMarshaler.create(ofOne)));
    }
    assertThat(bytes(new GpuRequest.Maker().request(spans)))
        .as("seed %d", seed)
        .isEqualTo(expected.toByteArray());
  }

  /** Also the next one of the same maker, and one that is written twice. */
  @Test
  void againAndAgain() throws IOException {
    GpuRequest.Maker maker = new GpuRequest.Maker();
    for (int i = 0; i < 20; i++) {
      List<GpuSpan> spans = spans(Resource.empty(), 1 + random.nextInt(600));
      spans.removeIf(span -> span.getResource() != spans.get(0).getResource());
      GpuRequest request = maker.request(spans);
      byte[] expected = bytes(TraceRequestMarshaler.create(List.<SpanData>copyOf(spans)));
      assertThat(bytes(request)).as("seed %d", seed).isEqualTo(expected);
      assertThat(bytes(request)).isEqualTo(expected);
    }
  }

  /** Some attributes are left out, and texts are short. */
  @Test
  void limits() throws IOException {
    SpanOptions options =
        SpanOptions.ALL.withBurst(0).withLimits(new AttributeLimits(random.nextInt(12), 3));
    List<GpuSpan> spans = spans(Resource.empty(), 1000, options);
    spans.removeIf(span -> span.getResource() != spans.get(0).getResource());
    assertThat(bytes(new GpuRequest.Maker().request(spans)))
        .as("seed %d", seed)
        .isEqualTo(bytes(TraceRequestMarshaler.create(List.<SpanData>copyOf(spans))));
  }

  /** Their attributes are lists, too. */
  @Test
  void bursts() throws IOException {
    List<GpuSpan> spans = spans(resource, 3000, SpanOptions.ALL);
    assertThat(spans).filteredOn(span -> span.getName().equals("gpu burst")).hasSize(7);
    spans.removeIf(span -> !span.getName().equals("gpu burst"));
    assertThat(bytes(new GpuRequest.Maker().request(spans)))
        .as("seed %d", seed)
        .isEqualTo(bytes(TraceRequestMarshaler.create(List.<SpanData>copyOf(spans))));
  }

  @Test
  void nothing() throws IOException {
    assertThat(bytes(new GpuRequest.Maker().request(List.of()))).isEmpty();
  }
}
