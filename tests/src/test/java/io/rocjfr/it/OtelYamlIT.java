// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.ExpectedSpans;
import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OtlpSpans;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OpenTelemetry configured by a file that names rocjfr. */
class OtelYamlIT {
  private static final String YAML =
      """
      file_format: "1.0"
      resource:
        attributes:
          - name: service.name
            value: from-a-file
      tracer_provider:
        sampler:
          parent_based:
            root:
              always_on:
        processors:
          - rocjfr:
          - batch:
              schedule_delay: 200
              export_timeout: 600000
              max_queue_size: 100000
              exporter:
                otlp_http:
                  endpoint: %s/v1/traces
                  timeout: 600000
      """;

  @TempDir Path folder;

  private Path yaml(FakeOtlp collector) throws IOException {
    return Files.writeString(folder.resolve("otel.yaml"), YAML.formatted(collector.base()));
  }

  private void check(Program.Finished program, FakeOtlp collector) {
    assertThat(program.outText()).contains("\"lost\":{}");
    ExpectedSpans expected = ExpectedSpans.read(folder.resolve("expect"));
    assertThat(expected.size()).isGreaterThan(400);
    OtlpSpans spans = collector.spans();
    assertThat(spans.application()).hasSizeGreaterThan(400);
    expected.check(spans);
    assertThat(spans.gpu())
        .allMatch(span -> "from-a-file".equals(span.resource().get("service.name")));
    assertThat(program.errText()).doesNotContain("rocjfr:");
  }

  private Program.Finished run(Jvm jvm, String mode, FakeOtlp collector) throws Exception {
    Path expect = folder.resolve("expect");
    try (Program program =
        jvm.start(
            "io.rocjfr.load.Traced",
            "mode=" + mode,
            "threads=4",
            "traces=100",
            "linger=true",
            "expect=" + expect)) {
      program.expect("traced: {");
      ExpectedSpans.read(expect).await(collector::spans, 800);
      return program.finish().expectStatus(0);
    }
  }

  @Test
  void theSdk() throws Exception {
    try (FakeOtlp collector = new FakeOtlp().keep().start()) {
      Jvm jvm = new Jvm(Jdk.JAVA_17).agent("ring=4m").withOpenTelemetry(yaml(collector));
      check(run(jvm, "auto", collector), collector);
    }
  }

  @Test
  void theAgent() throws Exception {
    try (FakeOtlp collector = new FakeOtlp().keep().start()) {
      Jvm jvm =
          new Jvm(Jdk.JAVA_17)
              .agent("ring=4m")
              .withOpenTelemetry()
              .options(
                  "-javaagent:" + Product.otelAgent(),
                  "-Dotel.javaagent.extensions=" + Product.otel(),
                  "-Dotel.config.file=" + yaml(collector));
      check(run(jvm, "agent", collector), collector);
    }
  }
}
