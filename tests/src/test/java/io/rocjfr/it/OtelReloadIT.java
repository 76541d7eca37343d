// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that is deployed four times in one server, with OpenTelemetry and rocjfr. */
class OtelReloadIT {
  private static final int REQUESTS = 40;
  private static final int KERNELS = 5;

  /** A span as the application's exporter prints it. */
  private record Span(String service, String type, String parent, String trace) {}

  @TempDir Path folder;

  private Path recording() {
    return folder.resolve("reloads.jfr");
  }

  private Program.Finished run(Jdk jdk, boolean shared) {
    return new Jvm(jdk)
        .agent()
        .options(
            "-XX:StartFlightRecording:filename=" + recording() + ",+rocjfr.SpanScope#enabled=true")
        .withOpenTelemetry()
        .environment("OTEL_METRICS_EXPORTER", "none")
        .environment("OTEL_LOGS_EXPORTER", "none")
        .start("io.rocjfr.load.Reloads", "shared=" + shared, "reloads=3", "requests=" + REQUESTS)
        .finish()
        .expectStatus(0);
  }

  /** Each deployment has all its kernels under its own requests. */
  private void check(Program.Finished finished) {
    Map<String, Span> byId = new HashMap<>();
    for (String line : finished.out()) {
      if (line.startsWith("span: ")) {
        String[] words = line.split(" ", -1);
        byId.put(words[3], new Span(words[1], words[2], words[4], words[5]));
      }
    }
    Map<String, Integer> kernels = new TreeMap<>();
    for (Span kernel : byId.values()) {
      if (kernel.type.equals("kernel")) {
        Span call = byId.get(kernel.parent);
        Span request = byId.get(call.parent);
        assertThat(request).as("what %s is under", kernel).isNotNull();
        assertThat(request.type).isEqualTo("request");
        assertThat(kernel.trace).isEqualTo(request.trace);
        assertThat(kernel.service).isEqualTo(request.service);
        kernels.merge(kernel.service, 1, Integer::sum);
      }
    }
    int each = REQUESTS * KERNELS;
    assertThat(kernels)
        .isEqualTo(
            Map.of(
                "deployment-0", each,
                "deployment-1", each,
                "deployment-2", each,
                "deployment-3", each));
    List<Activity> scopes = Flight.read(recording()).of("rocjfr.SpanScope");
    assertThat(scopes).hasSize(4 * REQUESTS);
  }

  /** It brings all of OpenTelemetry: nothing of it stays. */
  @OnEachJdk
  void eachDeploymentHasItsSpansAndGoes(Jdk jdk) {
    Program.Finished finished = run(jdk, false);
    check(finished);
    assertThat(finished.outText()).contains("reloads: 0 loaders are left");
    assertThat(finished.errText()).doesNotContain("rocjfr:");
    assertThat(finished.outText()).contains("reloads: 0 types of rocjfr.SpanScope are left");
  }

  /** The server has the API: the first deployment's loader stays, and the log says so. */
  @Test
  void withASharedApiOneLoaderStays() {
    Program.Finished finished = run(Jdk.JAVA_17, true);
    check(finished);
    assertThat(finished.outText()).contains("reloads: 1 loaders are left");
    assertThat(finished.errText())
        .containsOnlyOnce("rocjfr keeps this application's class loader in memory");
  }
}
