// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.OtlpSpans;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spans say where in Java their call was made: those that a recording has picked, and no others.
 */
class OtelSitesIT {
  @TempDir Path folder;

  @OnEachJdk
  void liveAndFromTheRecordingTheSame(Jdk jdk) {
    Path recording = folder.resolve("demo.jfr");
    Map<String, List<String>> live;
    Map<String, List<String>> recorded;
    try (FakeOtlp receiver = new FakeOtlp().keep().start()) {
      withReceiver(new Jvm(jdk).agent("ring=4m").withOpenTelemetry(), receiver)
          .environment("OTEL_METRICS_EXPORTER", "none")
          .environment("OTEL_LOGS_EXPORTER", "none")
          .recordInto(recording)
          .start("io.rocjfr.demo.TracedTranspose", "10")
          .finish()
          .expectStatus(0);
      live = sites(receiver.spans());
    }
    try (FakeOtlp receiver = new FakeOtlp().keep().start()) {
      withReceiver(new Jvm(jdk), receiver).export(recording.toString()).expectStatus(0);
      recorded = sites(receiver.spans());
    }
    Set<String> picked =
        Flight.read(recording).of("rocjfr.LaunchSite").stream()
            .map(site -> Long.toString(site.number("correlationId")))
            .collect(Collectors.toSet());
    assertThat(live.keySet()).isNotEmpty().isEqualTo(picked);
    assertThat(recorded).isEqualTo(live);
    live.values()
        .forEach(
            site -> {
              assertThat(site.get(0)).isEqualTo("io.rocjfr.demo.CallCounter.call");
              assertThat(site.get(1)).isEqualTo("io/rocjfr/demo/CallCounter.java");
              assertThat(Integer.parseInt(site.get(2))).isPositive();
            });
  }

  private static Jvm withReceiver(Jvm jvm, FakeOtlp receiver) {
    return jvm.environment("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
        .environment("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.base())
        .environment("OTEL_EXPORTER_OTLP_COMPRESSION", "none");
  }

  /** Function, file and line by correlation id, of the spans that have any of these. */
  private static Map<String, List<String>> sites(OtlpSpans spans) {
    Map<String, List<String>> sites = new TreeMap<>();
    for (OtlpSpans.Span span : spans.gpu()) {
      Map<String, String> attributes = span.attributes();
      if (attributes.keySet().stream().anyMatch(key -> key.startsWith("code."))) {
        assertThat(span.type()).isEqualTo("api");
        assertThat(attributes)
            .containsKeys("code.function.name", "code.file.path", "code.line.number");
        sites.put(
            attributes.get("gpu.correlation.id"),
            List.of(
                attributes.get("code.function.name"),
                attributes.get("code.file.path"),
                attributes.get("code.line.number")));
      }
    }
    return sites;
  }
}
