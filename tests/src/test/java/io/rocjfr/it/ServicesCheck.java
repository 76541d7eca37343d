// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.OtlpSpans;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.RequestSpans;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real services: every kernel under the request that launched it, in what a collector gets and in
 * the recording. Too heavy for the build: tests/services.sh runs it. -Drocjfr.requests=N: how many.
 */
class ServicesCheck {
  private static final int REQUESTS = Integer.getInteger("rocjfr.requests", 1000);
  private static final int KERNELS = 10;
  private static final int AT_ONCE = 200;
  private static final int RELOADS = 3;

  @TempDir Path folder;

  private static Path service(String name) {
    Path target = Path.of(System.getProperty("rocjfr.services")).resolve(name).resolve("target");
    assertThat(target.resolve("service.jar")).as("made by tests/services.sh").exists();
    return target;
  }

  private Path recording() {
    return folder.resolve("service.jfr");
  }

  private Jvm jvm(Jdk jdk, String name, FakeOtlp collector) {
    return new Jvm(jdk)
        .bothCompilers()
        // Hundreds of threads; and HIP 5.2 tells of all kernels when the program waits for them.
        .agent("ring=2m", "memory=1g")
        .recordInto(recording())
        .classPathFirst(Path.of(service(name).resolve("lib") + "/*"))
        .classPathFirst(service(name).resolve("service.jar"))
        .environment("OTEL_SERVICE_NAME", name)
        .environment("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
        .environment("OTEL_EXPORTER_OTLP_ENDPOINT", collector.base())
        .environment("OTEL_BSP_MAX_QUEUE_SIZE", "100000")
        .environment("OTEL_LOGS_EXPORTER", "none")
        .environment("OTEL_METRICS_EXPORTER", "none");
  }

  private static Jvm withAgent(Jvm jvm) {
    return jvm.options(
        "-javaagent:" + Product.otelAgent(), "-Dotel.javaagent.extensions=" + Product.otel());
  }

  private static String port(Program server) {
    return server.expect("server: ready ").substring("server: ready ".length());
  }

  private static void request(String port, int first, int last) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    Semaphore slots = new Semaphore(AT_ONCE);
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = first; i <= last; i++) {
      slots.acquire();
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/request/" + i))
              .timeout(Duration.ofMinutes(5))
              .build();
      answers.add(
          client
              .sendAsync(request, HttpResponse.BodyHandlers.ofString())
              .whenComplete((answer, failure) -> slots.release()));
    }
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      assertThat(answer.get().statusCode()).isEqualTo(200);
    }
  }

  private void serve(Program server, FakeOtlp collector, boolean virtual) throws Exception {
    request(port(server), 1, REQUESTS);
    Program.Finished finished = server.finish().expectStatus(0);
    check(finished, collector, virtual);
  }

  private void check(Program.Finished finished, FakeOtlp collector, boolean virtual) {
    assertThat(finished.outText()).contains("server: requests " + REQUESTS);
    assertThat(finished.errText()).doesNotContain("rocjfr:");
    assertThat(Flight.read(recording()).lost()).isEmpty();
    OtlpSpans spans = collector.spans();
    assertThat(spans.of("kernel"))
        .as(
            "kernels beside %d spans of the application and %d of calls, %s%s",
            spans.application().size(),
            spans.of("api").count(),
            finished.outText(),
            finished.errText())
        .hasSize(REQUESTS * KERNELS);
    RequestSpans.check(spans, Flight.read(recording()), REQUESTS, KERNELS);
    assertThat(Flight.read(recording()).dispatches())
        .extracting(Activity::thread)
        .filteredOn(Objects::nonNull) // null: a thread that has ended
        .isNotEmpty()
        .allMatch(
            thread -> (thread.hasField("virtual") && thread.getBoolean("virtual")) == virtual);
    System.out.printf(
        "%d of %d kernels under their requests%n", spans.of("kernel").count(), REQUESTS * KERNELS);
  }

  /** With platform threads on 17, with a virtual thread per request on 25. */
  @OnEachJdk
  void springBootWithTheAgent(Jdk jdk) throws Exception {
    try (FakeOtlp collector = new FakeOtlp().keep().start();
        Program server =
            withAgent(jvm(jdk, "spring", collector))
                .start(
                    "io.rocjfr.services.SpringService",
                    "--server.port=0",
                    "--spring.threads.virtual.enabled=" + (jdk == Jdk.JAVA_25))) {
      serve(server, collector, jdk == Jdk.JAVA_25);
    }
  }

  @OnEachJdk
  void springBootWithMicrometer(Jdk jdk) throws Exception {
    try (FakeOtlp collector = new FakeOtlp().keep().start();
        Program server =
            jvm(jdk, "spring", collector)
                .classPathFirst(Product.otel())
                .start(
                    "io.rocjfr.services.SpringService",
                    "--server.port=0",
                    "--gpu.micrometer=true",
                    "--management.tracing.sampling.probability=1.0",
                    "--management.opentelemetry.tracing.export.otlp.endpoint="
                        + collector.base()
                        + "/v1/traces",
                    "--management.opentelemetry.tracing.export.otlp.compression=none",
                    "--management.otlp.metrics.export.enabled=false",
                    "--spring.threads.virtual.enabled=" + (jdk == Jdk.JAVA_25))) {
      serve(server, collector, jdk == Jdk.JAVA_25);
    }
  }

  /** Helidon is for Java 21 and later. */
  @Test
  void helidonWithTheAgent() throws Exception {
    try (FakeOtlp collector = new FakeOtlp().keep().start();
        Program server =
            withAgent(jvm(Jdk.JAVA_25, "helidon", collector))
                .start("io.rocjfr.services.HelidonService")) {
      serve(server, collector, true);
    }
  }

  /**
   * A web application that brings OpenTelemetry and rocjfr, reloaded three times. On 25 Tomcat's
   * executor of virtual threads has its requests.
   */
  @OnEachJdk
  void reloadedInTomcat(Jdk jdk) throws Exception {
    Path web = webApplication();
    try (FakeOtlp collector = new FakeOtlp().keep().start();
        Program server =
            jvm(jdk, "tomcat", collector)
                .options("-XX:SoftRefLRUPolicyMSPerMB=0") // else soft references stay for minutes
                .start(
                    "io.rocjfr.services.TomcatServer",
                    web.toString(),
                    folder.resolve("tomcat").toString(),
                    String.valueOf(jdk == Jdk.JAVA_25))) {
      String port = port(server);
      int each = REQUESTS / (RELOADS + 1);
      for (int i = 0; i <= RELOADS; i++) {
        if (i > 0) {
          server.send("reload");
          server.expect("server: reloaded " + i);
        }
        request(port, i * each + 1, i == RELOADS ? REQUESTS : (i + 1) * each);
      }
      Program.Finished finished = server.finish().expectStatus(0);
      check(finished, collector, jdk == Jdk.JAVA_25);
      assertThat(finished.outText()).contains("server: loaders left 0");
    }
  }

  /** With its classes, OpenTelemetry's SDK and rocjfr-otel.jar in WEB-INF. */
  private Path webApplication() throws IOException {
    Path web = folder.resolve("web");
    Path lib = Files.createDirectories(web.resolve("WEB-INF/lib"));
    Path classes = Files.createDirectories(web.resolve("WEB-INF/classes/io/rocjfr/services"));
    String name = "io/rocjfr/services/WebRequest.class";
    Files.copy(
        service("tomcat").resolve("classes").resolve(name), classes.resolve("WebRequest.class"));
    Files.copy(Product.otel(), lib.resolve("rocjfr-otel.jar"));
    Path sdk = Path.of(Product.sdk()).getParent();
    try (Stream<Path> jars = Files.list(sdk)) {
      for (Path jar : jars.toList()) {
        Files.copy(jar, lib.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return web;
  }
}
