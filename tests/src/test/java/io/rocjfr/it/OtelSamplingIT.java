// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.OtlpSpans;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Whole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Work that is nobody's, exported live by a process whose sampler takes one percent. */
class OtelSamplingIT {
  private static final int LAUNCHES = 20_000;
  private static final int PERCENT = 1;

  /** What the SDK's sampler by trace ids goes by. */
  private static final long BOUND = (long) (PERCENT / 100.0 * Long.MAX_VALUE);

  @TempDir Path folder;

  private static boolean isSampled(String traceId) {
    return Math.abs(Long.parseUnsignedLong(traceId.substring(16), 16)) < BOUND;
  }

  /** The traces that the recording has, by their ids: there is no sampler when it is exported. */
  private static OtlpSpans exportAll(Path recording) {
    try (FakeOtlp receiver = new FakeOtlp().keep().start()) {
      new Jvm(Jdk.JAVA_17)
          .export(
              "--endpoint",
              receiver.base(),
              "--protocol",
              "http/protobuf",
              "--compression",
              "none",
              recording.toString())
          .expectStatus(0);
      return receiver.spans();
    }
  }

  private static Map<String, Set<String>> byTrace(OtlpSpans spans) {
    Map<String, Set<String>> traces = new HashMap<>();
    for (OtlpSpans.Span span : spans.gpu()) {
      traces.computeIfAbsent(span.traceId(), unused -> new TreeSet<>()).add(span.id());
    }
    return traces;
  }

  private static Map<String, Set<String>> sampled(Map<String, Set<String>> traces) {
    return traces.entrySet().stream()
        .filter(trace -> isSampled(trace.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static final String YAML =
      """
      file_format: "1.0"
      tracer_provider:
        sampler:
          parent_based:
            root:
              trace_id_ratio_based:
                ratio: 0.01
        processors:
          - rocjfr:
          - batch:
              export_timeout: 600000
              exporter:
                otlp_http:
                  endpoint: %s/v1/traces
                  timeout: 600000
      """;

  static final List<String> WAYS = Whole.oneOfEachPair("auto", "yaml", "agent yaml", "agent");

  /**
   * The same however the SDK is configured: by its environment or a file, alone or by its agent.
   */
  @ParameterizedTest
  @FieldSource("WAYS")
  void onePercentAppearsHoweverItIsConfigured(String way) throws Exception {
    Path recording = folder.resolve("orphans.jfr");
    try (FakeOtlp receiver = new FakeOtlp().keep().start()) {
      Path yaml = Files.writeString(folder.resolve("otel.yaml"), YAML.formatted(receiver.base()));
      Jvm jvm = new Jvm(Jdk.JAVA_17).agent("ring=8m", "memory=256m", "lossless=true");
      boolean agent = way.startsWith("agent");
      if (agent) {
        jvm.options(
            "-javaagent:" + Product.otelAgent(), "-Dotel.javaagent.extensions=" + Product.otel());
      }
      if (!way.endsWith("yaml")) {
        jvm.withOpenTelemetry()
            .environment("OTEL_TRACES_SAMPLER", "parentbased_traceidratio")
            .environment("OTEL_TRACES_SAMPLER_ARG", "0.01")
            .environment("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
            .environment("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.base())
            .environment("OTEL_METRICS_EXPORTER", "none")
            .environment("OTEL_LOGS_EXPORTER", "none");
      } else if (agent) {
        jvm.withOpenTelemetry().options("-Dotel.config.file=" + yaml);
      } else {
        jvm.withOpenTelemetry(yaml);
      }
      Map<String, Set<String>> expected;
      try (Program program =
          jvm.options("-XX:StartFlightRecording:name=all,settings=" + Product.settings())
              .start(
                  "io.rocjfr.load.Orphans",
                  "mode=" + (agent ? "agent" : "auto"),
                  "linger=true",
                  "launches=" + LAUNCHES)) {
        program.expect("orphans: {");
        Jvm.tool(
                Jdk.JAVA_17,
                "jcmd",
                Long.toString(program.pid()),
                "JFR.stop",
                "name=all",
                "filename=" + recording)
            .expectStatus(0);
        Flight flight = Flight.read(recording);
        assertThat(flight.lost()).isEmpty();
        assertThat(flight.dispatches()).hasSize(LAUNCHES);
        expected = sampled(byTrace(exportAll(recording)));
        assertThat(expected).hasSizeBetween(100, 300);
        // OpenTelemetry's agent gives the end ten seconds: what is looked at arrives before.
        while (!byTrace(receiver.spans()).equals(expected)) {
          assertThat(expected.keySet()).containsAll(byTrace(receiver.spans()).keySet());
          Thread.sleep(100); // JUnit ends a wait in vain
        }
        program.finish().expectStatus(0);
      }
      assertThat(byTrace(receiver.spans())).isEqualTo(expected);
    }
  }

  /** Exactly the traces appear that the sampler takes, each whole; all the rest is counted. */
  @OnEachJdk
  void onePercentAppears(Jdk jdk) throws Exception {
    Path recording = folder.resolve("orphans.jfr");
    OtlpSpans live;
    JsonNode counts;
    try (FakeOtlp receiver = new FakeOtlp().keep().start()) {
      Program program =
          new Jvm(jdk)
              .agent("ring=8m", "memory=256m", "lossless=true")
              .withOpenTelemetry()
              .recordInto(recording)
              .start(
                  "io.rocjfr.load.Orphans",
                  "mode=plain",
                  "endpoint=" + receiver.url(),
                  "percent=" + PERCENT,
                  "launches=" + LAUNCHES);
      counts = new ObjectMapper().readTree(program.expect("orphans: {").substring(9));
      program.finish().expectStatus(0);
      live = receiver.spans();
    }
    Flight flight = Flight.read(recording);
    assertThat(flight.lost()).isEmpty();
    assertThat(flight.dispatches()).hasSize(LAUNCHES);
    int activities = flight.calls().size() + flight.work().size();
    assertThat(counts.get("produced").asInt()).isEqualTo(activities);
    assertThat(counts.get("exported").asInt()).isEqualTo(live.gpu().size());
    assertThat(counts.get("unsampled").asInt()).isEqualTo(activities - live.gpu().size());

    Map<String, Set<String>> all = byTrace(exportAll(recording));
    assertThat(all).hasSizeGreaterThan(LAUNCHES);
    assertThat(byTrace(live)).isEqualTo(sampled(all));
    // Of 20,000 with one in a hundred: 200, and a standard deviation of 14.
    assertThat(live.of("kernel").count()).isBetween(100L, 300L);
  }
}
