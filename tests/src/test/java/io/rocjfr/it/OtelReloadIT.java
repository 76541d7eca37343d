// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.OtlpSpans;
import io.rocjfr.harness.Program;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** An application that is deployed four times in one server, with OpenTelemetry and rocjfr. */
class OtelReloadIT {
  private static final int REQUESTS = 40;
  private static final int KERNELS = 5;

  private static Jvm configure(Jvm jvm, FakeOtlp collector) {
    return jvm.agent()
        .withOpenTelemetry()
        .environment("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
        .environment("OTEL_EXPORTER_OTLP_ENDPOINT", collector.base())
        .environment("OTEL_METRICS_EXPORTER", "none")
        .environment("OTEL_LOGS_EXPORTER", "none");
  }

  private static Program.Finished run(Jdk jdk, FakeOtlp collector, boolean shared) {
    return configure(new Jvm(jdk), collector)
        .start("io.rocjfr.load.Reloads", "shared=" + shared, "reloads=3", "requests=" + REQUESTS)
        .finish()
        .expectStatus(0);
  }

  /** Each deployment has all its kernels under its own requests. */
  private static void check(OtlpSpans spans) {
    Map<String, OtlpSpans.Span> byId = spans.byId();
    for (OtlpSpans.Span kernel : spans.of("kernel").toList()) {
      OtlpSpans.Span request = byId.get(byId.get(kernel.parentId()).parentId());
      assertThat(request).as("what %s is under", kernel).isNotNull();
      assertThat(request.name()).isEqualTo("request");
      assertThat(kernel.resource().get("service.name"))
          .isEqualTo(request.resource().get("service.name"));
    }
    Map<String, Long> kernels =
        spans
            .of("kernel")
            .collect(
                Collectors.groupingBy(
                    kernel -> kernel.resource().get("service.name"), Collectors.counting()));
    long each = REQUESTS * KERNELS;
    assertThat(kernels)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "deployment-0", each,
                "deployment-1", each,
                "deployment-2", each,
                "deployment-3", each));
  }

  /** It brings all of OpenTelemetry: nothing of it stays. */
  @OnEachJdk
  void eachDeploymentHasItsSpansAndGoes(Jdk jdk) {
    try (FakeOtlp collector = new FakeOtlp().keep().start()) {
      Program.Finished finished = run(jdk, collector, false);
      check(collector.spans());
      assertThat(finished.outText()).contains("reloads: 0 loaders are left");
      assertThat(finished.errText()).doesNotContain("rocjfr:");
    }
  }

  /** The server has the API: the first deployment's loader stays, and the log says so. */
  @Test
  void withASharedApiOneLoaderStays() {
    try (FakeOtlp collector = new FakeOtlp().keep().start()) {
      Program.Finished finished = run(Jdk.JAVA_17, collector, true);
      check(collector.spans());
      assertThat(finished.outText()).contains("reloads: 1 loaders are left");
      assertThat(finished.errText())
          .containsOnlyOnce("rocjfr stays in memory with this application's class loader");
    }
  }
}
