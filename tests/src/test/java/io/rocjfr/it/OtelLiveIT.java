// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Collector;
import io.rocjfr.harness.ExpectedSpans;
import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.OnVirtualThreads;
import io.rocjfr.harness.OtlpSpans;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.SpanTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spans that a process exports while it runs, as a real collector receives them. */
class OtelLiveIT {
  private static final int ITERATIONS = 20;
  private static final long CLOCK_NANOS = 10_000_000_000L;

  @TempDir Path folder;

  /** The demo under nested spans of an application; live and from its recording. */
  @ParameterizedTest
  @ValueSource(strings = {"grpc", "http/protobuf"})
  void theDemoUnderSpans(String protocol) {
    Path recording = folder.resolve("demo.jfr");
    OtlpSpans live;
    try (Collector collector = Collector.start(folder)) {
      configure(new Jvm(Jdk.JAVA_17).agent("ring=4m"), collector, protocol)
          .recordInto(recording)
          .start("io.rocjfr.demo.TracedTranspose", Integer.toString(ITERATIONS))
          .finish()
          .expectStatus(0);
      live = collector.finish();
    }
    Map<String, OtlpSpans.Span> byId = live.byId();
    assertThat(live.application()).hasSize(4 * ITERATIONS);
    assertThat(live.of("kernel")).hasSize(ITERATIONS);
    for (OtlpSpans.Span kernel : live.of("kernel").toList()) {
      assertThat(path(kernel, byId))
          .containsExactly(
              "matrixTranspose", "hipModuleLaunchKernel", "compute", kernelTrace(kernel, byId));
      assertThat(kernel.attributes())
          .containsEntry("gpu.system", "hip")
          .containsEntry("gpu.kernel.name", "matrixTranspose")
          .containsEntry("gpu.kernel.grid.size", "[16, 16, 1]")
          .containsEntry("gpu.kernel.workgroup.size", "[16, 16, 1]")
          .containsEntry("gpu.device.index", "0")
          .containsEntry("thread.name", "main");
      assertThat(kernel.resource())
          .containsEntry("service.name", "demo")
          .containsEntry("hw.type", "gpu")
          .containsEntry("hw.id", "0");
    }
    assertThat(
            live.of("api")
                .map(OtlpSpans.Span::attributes)
                .map(call -> call.get("gpu.api.name") + " " + call.get("gpu.api.category"))
                .collect(Collectors.toSet()))
        .contains("hipModuleLaunchKernel launch", "hipMalloc memory");
    assertThat(live.of("memcpy")).hasSize(2 * ITERATIONS);
    assertThat(live.of("memcpy").map(copy -> path(copy, byId).get(2)).collect(Collectors.toSet()))
        .isEqualTo(Set.of("upload", "download"));
    for (OtlpSpans.Span range : live.of("marker").toList()) {
      String parent = byId.get(range.parentId()).name();
      // A span that became current within a range is the inner range's parent.
      assertThat(parent)
          .isEqualTo(range.name().equals("transpose") ? "compute" : kernelRequest(range, byId));
    }
    assertThat(live.of("marker")).hasSize(2 * ITERATIONS);

    Flight flight = Flight.read(recording);
    sameAsRecorded(live, flight);
    exportsTheSame(recording, flight, live);
  }

  private static List<String> path(OtlpSpans.Span span, Map<String, OtlpSpans.Span> byId) {
    List<String> names = new java.util.ArrayList<>();
    for (OtlpSpans.Span at = span; at != null; at = byId.get(at.parentId())) {
      assertThat(at.traceId()).isEqualTo(span.traceId());
      names.add(at.name());
    }
    return names;
  }

  private static String kernelTrace(OtlpSpans.Span span, Map<String, OtlpSpans.Span> byId) {
    List<String> names = path(span, byId);
    assertThat(names).hasSize(4);
    assertThat(names.get(3)).startsWith("request ");
    return names.get(3);
  }

  private static String kernelRequest(OtlpSpans.Span span, Map<String, OtlpSpans.Span> byId) {
    List<String> names = path(span, byId);
    return names.get(names.size() - 1);
  }

  /** Every activity of the recording arrived once, at its time. */
  private static void sameAsRecorded(OtlpSpans live, Flight flight) {
    assertThat(flight.lost()).isEmpty();
    Map<String, Activity> recorded = new HashMap<>();
    flight.calls().forEach(call -> recorded.put("api " + call.correlationId(), call));
    flight.dispatches().forEach(work -> recorded.put("kernel " + work.correlationId(), work));
    flight.copies().forEach(work -> recorded.put("memcpy " + work.correlationId(), work));
    assertThat(recorded).hasSize(flight.calls().size() + flight.work().size());
    long spans = 0;
    for (OtlpSpans.Span span : live.gpu()) {
      if (span.is("marker")) {
        continue;
      }
      spans++;
      Activity activity =
          recorded.get(span.type() + " " + span.attributes().get("gpu.correlation.id"));
      assertThat(activity).as("%s in the recording", span).isNotNull();
      assertThat(Math.abs(span.begin() - activity.beginNanos()))
          .as("begin of %s", span)
          .isLessThan(CLOCK_NANOS);
      assertThat(
              Math.abs(span.end() - span.begin() - (activity.endNanos() - activity.beginNanos())))
          .as("duration of %s", span)
          // JFR's ticks are known to a thousandth at first.
          .isLessThan(2000 + (activity.endNanos() - activity.beginNanos()) / 1000);
    }
    assertThat(spans).isEqualTo(recorded.size());
  }

  /** The recording alone gives the same spans. */
  private void exportsTheSame(Path recording, Flight flight, OtlpSpans live) {
    Path other = folder.resolve("offline");
    OtlpSpans offline = export(other, recording);
    assertThat(describe(offline)).isEqualTo(describe(live));
    // As the recording says it, to the nanosecond: of kernels and copies, too.
    List<String> times = SpanTimes.of(offline);
    assertThat(times).hasSizeGreaterThan(5 * ITERATIONS).isEqualTo(SpanTimes.of(flight));
  }

  private static OtlpSpans export(Path folder, Path recording) {
    folder.toFile().mkdirs();
    try (Collector collector = Collector.start(folder)) {
      new Jvm(Jdk.JAVA_17)
          .export("--endpoint", collector.grpc(), recording.toString())
          .expectStatus(0);
      return collector.finish();
    }
  }

  private static Set<String> describe(OtlpSpans spans) {
    Set<String> all = new TreeSet<>();
    for (OtlpSpans.Span span : spans.gpu()) {
      all.add(
          String.join(
              " ",
              span.traceId(),
              span.id(),
              span.parentId(),
              span.name(),
              span.attributes().toString()));
    }
    assertThat(all).hasSize(spans.gpu().size());
    return all;
  }

  private static Jvm configure(Jvm jvm, Collector collector, String protocol) {
    return jvm.withOpenTelemetry()
        .environment("OTEL_SERVICE_NAME", "demo")
        .environment("OTEL_EXPORTER_OTLP_PROTOCOL", protocol)
        .environment(
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            protocol.equals("grpc") ? collector.grpc() : collector.http())
        .environment("OTEL_BSP_MAX_QUEUE_SIZE", "100000")
        .environment("OTEL_METRIC_EXPORT_INTERVAL", "500")
        .environment("OTEL_LOGS_EXPORTER", "none");
  }

  /** What one reads as differences is not missing from the other. */
  @OnEachJdk
  void eachMetricReaderHasItsTemporality(Jdk jdk) throws IOException {
    try (FakeOtlp receiver = new FakeOtlp().start()) {
      Program.Finished program =
          new Jvm(jdk)
              .agent()
              .withoutGpu()
              .withOpenTelemetry()
              .environment("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
              .environment("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.base())
              .environment("OTEL_METRICS_EXPORTER", "two-delta,two-cumulative")
              .environment("OTEL_METRIC_EXPORT_INTERVAL", "3600000")
              .environment("OTEL_LOGS_EXPORTER", "none")
              .environment("ROCJFR_OTEL_ORPHANS", "trace")
              .start("io.rocjfr.load.TwoReaders")
              .finish()
              .expectStatus(0);
      assertThat(program.out())
          .containsSubsequence("DELTA read DELTA 10", "DELTA read DELTA 10")
          .containsSubsequence("CUMULATIVE read CUMULATIVE 10", "CUMULATIVE read CUMULATIVE 20");
    }
  }

  /** Many traces at a time, whose spans end before the GPU begins, and move between threads. */
  @OnEachJdk
  void overlappingTraces(Jdk jdk) {
    Path expect = folder.resolve("expect");
    long seed = System.nanoTime() & 0xFFFF;
    OtlpSpans arrived;
    Program.Finished program;
    String metrics;
    try (Collector collector = Collector.start(folder)) {
      program =
          configure(new Jvm(jdk).agent("ring=8m", "memory=256m"), collector, "grpc")
              .start(
                  "io.rocjfr.load.Traced",
                  "mode=auto",
                  "threads=8",
                  "traces=500",
                  "hold=true",
                  "seed=" + seed,
                  "expect=" + expect)
              .finish()
              .expectStatus(0);
      arrived = collector.finish();
      metrics = collector.metricsText();
    }
    ExpectedSpans expected = ExpectedSpans.read(expect);
    assertThat(program.outText()).as("seed %d", seed).contains("\"lost\":{}");
    assertThat(expected.size()).isGreaterThan(5000);
    assertThat(arrived.application()).hasSize(8000);
    expected.check(arrived);
    Map<String, OtlpSpans.Span> byId = arrived.byId();
    assertThat(arrived.of("kernel").filter(kernel -> beganAfterItsSpan(kernel, byId)))
        .as("kernels that began when the application's span had ended")
        .hasSizeGreaterThan(100);
    assertThat(metrics)
        .contains("rocjfr.spans.exported", "rocjfr.spans.dropped", "hw.gpu.io", "queue_full");
  }

  private static boolean beganAfterItsSpan(
      OtlpSpans.Span kernel, Map<String, OtlpSpans.Span> byId) {
    OtlpSpans.Span span = byId.get(byId.get(kernel.parentId()).parentId());
    return span != null && span.end() < kernel.begin();
  }

  /** An unsampled trace has no GPU spans, and a sampled one all of them. */
  @Test
  void samplingIsHonoured() {
    Path expect = folder.resolve("expect");
    OtlpSpans arrived;
    String metrics;
    try (Collector collector = Collector.start(folder)) {
      configure(new Jvm(Jdk.JAVA_17).agent("ring=4m"), collector, "grpc")
          .environment("OTEL_TRACES_SAMPLER", "parentbased_traceidratio")
          .environment("OTEL_TRACES_SAMPLER_ARG", "0.25")
          .environment("ROCJFR_OTEL_ORPHANS", "drop")
          .start(
              "io.rocjfr.load.Traced", "mode=auto", "threads=4", "traces=200", "expect=" + expect)
          .finish()
          .expectStatus(0);
      arrived = collector.finish();
      metrics = collector.metricsText();
    }
    Set<String> sampled =
        arrived.application().stream().map(OtlpSpans.Span::traceId).collect(Collectors.toSet());
    assertThat(sampled).hasSizeBetween(100, 300);
    ExpectedSpans.read(expect).only(sampled).check(arrived);
    assertThat(arrived.gpu()).allMatch(span -> !span.parentId().isEmpty());
    assertThat(metrics).contains("unsampled", "no_parent");
  }

  /** Spans of virtual threads, which change carriers within their scopes. */
  @OnVirtualThreads
  void virtualThreadsHaveTheirOwnParents(Jdk jdk) {
    Path expect = folder.resolve("expect");
    OtlpSpans arrived;
    Program.Finished program;
    try (Collector collector = Collector.start(folder)) {
      program =
          configure(
                  new Jvm(jdk)
                      .agent("ring=4m")
                      .options("-Djdk.virtualThreadScheduler.parallelism=2"),
                  collector,
                  "grpc")
              .start(
                  "io.rocjfr.load.Traced",
                  "mode=auto",
                  "threads=8",
                  "traces=100",
                  "nap=1",
                  "virtual=true",
                  "expect=" + expect)
              .finish()
              .expectStatus(0);
      arrived = collector.finish();
    }
    assertThat(program.outText()).contains("\"lost\":{}", "\"skipped\":0");
    ExpectedSpans expected = ExpectedSpans.read(expect);
    assertThat(expected.size()).isGreaterThan(500);
    expected.check(arrived);
  }
}
