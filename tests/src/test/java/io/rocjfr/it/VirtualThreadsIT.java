// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnVirtualThreads;
import io.rocjfr.harness.OtlpSpans;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server with a virtual thread per request under OpenTelemetry's agent, whose instrumentation
 * attaches contexts on carriers, too: all work is under its own request.
 *
 * <p>-Drocjfr.requests=1000 and -Drocjfr.parked=50000 for the whole load (JAVA_OPTIONS of
 * tests/it.sh). On other JDKs: tests/jdks.sh.
 */
class VirtualThreadsIT {
  private static final int KERNELS = 10;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final List<String> KINDS =
      List.of("virtual", "executor", "future", "structured", "platform");

  @TempDir Path folder;

  @OnVirtualThreads
  void everyRequestHasItsKernels(Jdk jdk) throws Exception {
    int requests = Integer.getInteger("rocjfr.requests", 50);
    check(jdk, requests, 0, List.of("virtual"));
  }

  /** On threads of executors, futures and scopes, beside platform threads and many parked ones. */
  @OnVirtualThreads
  void whicheverThreadsTheyUse(Jdk jdk) throws Exception {
    int requests = Integer.getInteger("rocjfr.requests", 50);
    // On JDK 28-ea OpenTelemetry's agent 2.33.1 does not carry the context to these threads.
    Set<String> notFollowed =
        jdk.version() < 28 ? Set.of() : Set.of("executor", "future", "structured");
    List<String> kinds = KINDS.stream().filter(kind -> !notFollowed.contains(kind)).toList();
    check(jdk, requests, Integer.getInteger("rocjfr.parked", 2000), kinds);
  }

  /** What is kept of the spans of 50,000 live threads is little, and none loses its id. */
  @OnVirtualThreads
  void manyThreadsWithASpanEach(Jdk jdk) {
    assertThat(bytesOfAScope(jdk, 1) - bytesOfAScope(jdk, 0)).isBetween(1, 1024);
  }

  private static int bytesOfAScope(Jdk jdk, int listen) {
    Program.Finished finished =
        new Jvm(jdk)
            .agent()
            .withoutGpu()
            .withOpenTelemetry()
            .options("-Xmx1g")
            .start("io.rocjfr.load.ScopedThreads", "threads=50000", "listen=" + listen)
            .finish()
            .expectStatus(0);
    Matcher scoped =
        Pattern.compile("scoped: 50000 threads, (\\d+) bytes each, evicted 0")
            .matcher(finished.outText());
    assertThat(scoped.find()).as(finished.outText()).isTrue();
    return Integer.parseInt(scoped.group(1));
  }

  private void check(Jdk jdk, int requests, int parked, List<String> kinds) throws Exception {
    Path recording = folder.resolve("requests.jfr");
    int waiting = 0;
    for (int i = 0; i < requests; i++) {
      waiting += kinds.get(i % kinds.size()).equals("platform") ? 0 : 1;
    }
    OtlpSpans spans;
    Program.Finished finished;
    Jvm jvm = new Jvm(jdk).agent("ring=4m", "memory=256m").recordInto(recording);
    try (FakeOtlp collector = new FakeOtlp().keep().start();
        Program server =
            configure(jvm, collector)
                .start("io.rocjfr.load.RequestServer", "parties=" + waiting, "parked=" + parked)) {
      String port = server.expect("server: ready ").substring("server: ready ".length());
      request(port, requests, kinds);
      finished = server.finish().expectStatus(0);
      spans = collector.spans();
    }
    assertThat(finished.outText())
        .contains("\"evicted\":0", "\"failures\":0", "\"lost\":{}", "\"skipped\":0");
    assertThat(spans.of("kernel"))
        .as("kernels among %d spans of ours", spans.gpu().size())
        .hasSize(requests * KERNELS);
    Map<Long, String> paths = checkSpans(spans, requests, kinds);
    checkRecording(Flight.read(recording), paths, requests);
    System.out.printf(
        "virtual threads: on Java %d %d of %d kernels of %d requests on %s threads are under their"
            + " own request, in spans and recording, beside %d parked threads%n",
        jdk.version(), requests * KERNELS, requests * KERNELS, requests, kinds, parked);
  }

  private static Jvm configure(Jvm jvm, FakeOtlp collector) {
    return jvm.options(
            "-javaagent:" + Product.otelAgent(),
            "-Dotel.javaagent.extensions=" + Product.otel(),
            "--enable-preview",
            "-Djdk.virtualThreadScheduler.parallelism=4")
        .environment("OTEL_SERVICE_NAME", "requests")
        .environment("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
        .environment("OTEL_EXPORTER_OTLP_ENDPOINT", collector.base())
        .environment("OTEL_EXPORTER_OTLP_TIMEOUT", "600000") // it sends what takes longer again
        .environment("OTEL_BSP_MAX_QUEUE_SIZE", "100000")
        .environment("OTEL_LOGS_EXPORTER", "none")
        .environment("OTEL_METRICS_EXPORTER", "none");
  }

  /** All at once. */
  private static void request(String port, int requests, List<String> kinds) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 1; i <= requests; i++) {
      String path = "/" + kinds.get((i - 1) % kinds.size()) + "/" + i;
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .timeout(PATIENCE)
              .build();
      answers.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
    }
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      assertThat(answer.get().statusCode()).isEqualTo(200);
    }
  }

  /** Returns the paths of the requests by the ids of their spans. */
  private static Map<Long, String> checkSpans(OtlpSpans spans, int requests, List<String> kinds) {
    Map<String, OtlpSpans.Span> byId = spans.byId();
    Map<Long, String> paths = new HashMap<>();
    for (OtlpSpans.Span span : spans.application()) {
      if (span.attributes().containsKey("url.path")) {
        paths.put(Long.parseUnsignedLong(span.id(), 16), span.attributes().get("url.path"));
      }
    }
    assertThat(paths).hasSize(requests);
    int[] kernels = new int[requests + 1];
    for (OtlpSpans.Span kernel : spans.of("kernel").toList()) {
      int number = Integer.parseInt(kernel.attributes().get("gpu.kernel.lds.size"));
      OtlpSpans.Span call = byId.get(kernel.parentId());
      OtlpSpans.Span request = byId.get(call.parentId());
      assertThat(request).as("what %s is under", call).isNotNull();
      assertThat(request.attributes().get("url.path"))
          .as("whose kernel %s is", kernel)
          .isEqualTo("/" + kinds.get((number - 1) % kinds.size()) + "/" + number);
      assertThat(kernel.traceId()).isEqualTo(request.traceId());
      kernels[number]++;
    }
    for (int number = 1; number <= requests; number++) {
      assertThat(kernels[number]).as("kernels of request %d", number).isEqualTo(KERNELS);
    }
    return paths;
  }

  private static void checkRecording(Flight flight, Map<Long, String> paths, int requests) {
    assertThat(flight.lost()).isEmpty();
    assertThat(flight.dispatches()).hasSize(requests * KERNELS);
    Map<Long, Activity> calls = new HashMap<>();
    flight.calls().forEach(call -> calls.put(call.correlationId(), call));
    for (Activity kernel : flight.dispatches()) {
      assertThat(paths.get(kernel.externalId()))
          .as("whose kernel %s is", kernel)
          .endsWith("/" + kernel.number("ldsBytes"));
      Activity call = calls.get(kernel.correlationId());
      assertThat(call.externalId()).isEqualTo(kernel.externalId());
      assertThat(call.javaThreadId()).isEqualTo(kernel.javaThreadId()).isPositive();
      boolean platform = paths.get(kernel.externalId()).startsWith("/platform/");
      assertThat(kernel.threadName().startsWith("ForkJoinPool")).as("on a carrier").isFalse();
      assertThat(kernel.threadName().startsWith("pool-")).isEqualTo(platform);
      if (kernel.thread() != null) {
        assertThat(kernel.thread().getJavaThreadId()).isEqualTo(kernel.javaThreadId());
      }
    }
  }
}
