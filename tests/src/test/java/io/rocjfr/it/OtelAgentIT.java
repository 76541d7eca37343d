// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Collector;
import io.rocjfr.harness.ExpectedSpans;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.OtlpSpans;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** rocjfr-otel.jar as an extension of OpenTelemetry's Java agent. */
class OtelAgentIT {
  private static final int REQUESTS = 5;

  @TempDir Path folder;

  private static Jvm configure(Jvm jvm, Collector collector) {
    return jvm.options("-Dotel.javaagent.extensions=" + Product.otel())
        .environment("OTEL_SERVICE_NAME", "scoring")
        .environment("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
        .environment("OTEL_EXPORTER_OTLP_ENDPOINT", collector.http())
        .environment("OTEL_BSP_MAX_QUEUE_SIZE", "100000")
        .environment("OTEL_BSP_SCHEDULE_DELAY", "200")
        .environment("OTEL_LOGS_EXPORTER", "none")
        .environment("OTEL_METRIC_EXPORT_INTERVAL", "500");
  }

  private static Jvm agents(Jdk jdk, boolean rocjfrFirst) {
    String otel = "-javaagent:" + Product.otelAgent();
    return rocjfrFirst
        ? new Jvm(jdk).agent("ring=4m").options(otel)
        : new Jvm(jdk).options(otel).agent("ring=4m");
  }

  /** From the HTTP request that the agent sees down to the kernels: one trace. */
  @OnEachJdk
  void httpServerToKernel(Jdk jdk) throws Exception {
    try (Collector collector = Collector.start(folder)) {
      try (Program server =
          configure(agents(jdk, true), collector).start("io.rocjfr.load.TracedServer")) {
        String port = server.expect("server: ready ").substring("server: ready ".length());
        request(port);
        // OpenTelemetry's agent gives the end ten seconds: what is looked at arrives before.
        while (collector.spans().of("kernel").count() < 2 * REQUESTS
            || requests(collector.spans()) < REQUESTS
            || collector.spans().of("memcpy").count() < REQUESTS
            || !collector.metricsText().contains("rocjfr.spans.exported")) {
          Thread.sleep(200); // JUnit ends a wait in vain
        }
        Program.Finished finished = server.finish().expectStatus(0);
        assertThat(finished.errText()).doesNotContain("rocjfr:");
      }
      checkRequests(collector.finish());
      assertThat(collector.metricsText()).contains("rocjfr.spans.exported");
    }
  }

  private static void request(String port) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    for (int i = 0; i < REQUESTS; i++) {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/score")).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(response.body()).isEqualTo("scored\n");
    }
  }

  private static long requests(OtlpSpans spans) {
    return spans.application().stream()
        .filter(span -> "/score".equals(span.attributes().get("url.path")))
        .count();
  }

  private static void checkRequests(OtlpSpans spans) {
    Map<String, OtlpSpans.Span> byId = spans.byId();
    Set<String> traces = new HashSet<>();
    List<String> kernels = new ArrayList<>();
    for (OtlpSpans.Span kernel : spans.of("kernel").toList()) {
      OtlpSpans.Span call = byId.get(kernel.parentId());
      OtlpSpans.Span http = byId.get(call.parentId());
      assertThat(call.name()).isEqualTo("hipModuleLaunchKernel");
      assertThat(http).as("what %s is under", call).isNotNull();
      assertThat(http.attributes()).containsEntry("url.path", "/score");
      assertThat(List.of(kernel.traceId(), call.traceId())).containsOnly(http.traceId());
      traces.add(http.traceId());
      kernels.add(kernel.name());
    }
    assertThat(traces).hasSize(REQUESTS);
    assertThat(kernels).hasSize(2 * REQUESTS).contains("spin", "empty");
    assertThat(spans.of("memcpy").filter(fill -> traces.contains(fill.traceId())))
        .hasSize(REQUESTS);
  }

  /** The agent and the application both bring rocjfr; in either order of the agents. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void neverDoubled(boolean rocjfrFirst) throws Exception {
    Path expect = folder.resolve("expect");
    OtlpSpans arrived;
    Program.Finished program;
    try (Collector collector = Collector.start(folder)) {
      try (Program traced =
          configure(agents(Jdk.JAVA_17, rocjfrFirst), collector)
              .withOpenTelemetry()
              .start(
                  "io.rocjfr.load.Traced",
                  "mode=agent",
                  "threads=4",
                  "traces=100",
                  "linger=true",
                  "expect=" + expect)) {
        traced.expect("traced: {");
        ExpectedSpans.read(expect).await(collector::spans, 800);
        program = traced.finish().expectStatus(0);
      }
      arrived = collector.finish();
    }
    assertThat(program.outText()).contains("traced: installed false");
    assertThat(program.errText()).as("no false warning").doesNotContain("rocjfr:");
    ExpectedSpans expected = ExpectedSpans.read(expect);
    assertThat(expected.size()).isGreaterThan(400);
    expected.check(arrived);
  }

  /** A program that uses the context first and rocjfr then gets told. */
  @Test
  void warnsWhenItComesTooLate() {
    Program.Finished program =
        new Jvm(Jdk.JAVA_17)
            .agent()
            .withOpenTelemetry()
            .start("io.rocjfr.load.LateInstall")
            .finish()
            .expectStatus(0);
    assertThat(program.out()).contains("tracking: false");
    assertThat(program.errText()).containsOnlyOnce("GPU work cannot be attributed to spans");
  }
}
