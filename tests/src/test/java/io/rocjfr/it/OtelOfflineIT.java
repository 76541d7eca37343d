// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Collector;
import io.rocjfr.harness.ExpectedSpans;
import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.FakeOtlp.Answer;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OtlpSpans;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.SpanTimes;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spans from recordings alone: the command {@code export}. */
class OtelOfflineIT {
  @TempDir static Path recorded;
  @TempDir Path folder;

  private static Path recording;
  private static Flight flight;
  private static ExpectedSpans expected;

  /** Several chunks, by 4 threads with overlapping traces. */
  @BeforeAll
  static void record() {
    recording = recorded.resolve("traced.jfr");
    Path expect = recorded.resolve("expect");
    Program.Finished program =
        new Jvm(Jdk.JAVA_17)
            .agent("ring=4m")
            .withOpenTelemetry()
            .recordInto(recording)
            .environment("OTEL_TRACES_EXPORTER", "none")
            .environment("OTEL_METRICS_EXPORTER", "none")
            .environment("OTEL_LOGS_EXPORTER", "none")
            .start(
                "io.rocjfr.load.Traced",
                "mode=auto",
                "threads=4",
                "traces=1000",
                "pause=500",
                "hold=true",
                "chunks=4",
                "expect=" + expect)
            .finish()
            .expectStatus(0);
    assertThat(program.outText()).contains("\"lost\":{}");
    expected = ExpectedSpans.read(expect);
    flight = Flight.read(recording);
  }

  private static Program.Finished export(Object... arguments) {
    return new Jvm(Jdk.JAVA_17)
        .export(Stream.of(arguments).map(String::valueOf).toArray(String[]::new));
  }

  /** The recording is enough, and gives the same each time. */
  @Test
  void theRecordingAloneIsEnough() {
    OtlpSpans first;
    OtlpSpans second;
    try (Collector collector = Collector.start(folder)) {
      Program.Finished done =
          export(
              "--endpoint",
              collector.http(),
              "--protocol",
              "http/protobuf",
              "--service-name",
              "offline",
              "--progress",
              recording);
      done.expectStatus(0);
      assertThat(done.errText()).contains("traced.jfr: ");
      first = collector.finish();
    }
    expected.check(first);
    assertThat(first.gpu()).hasSize((int) flight.records());
    assertThat(SpanTimes.of(first)).isEqualTo(SpanTimes.of(flight));
    assertThat(first.gpu()).allMatch(span -> span.resource().get("service.name").equals("offline"));
    Path other = folder.resolve("again");
    other.toFile().mkdirs();
    try (Collector collector = Collector.start(other)) {
      export("--endpoint", collector.grpc(), recording).expectStatus(0);
      second = collector.finish();
    }
    assertThat(ids(second)).isEqualTo(ids(first));
  }

  /** HIP's, as the recording's last status says it. */
  @Test
  void theRuntimesVersionIsThatOfTheProcess() {
    List<Activity> statuses = flight.statuses();
    String version = statuses.get(statuses.size() - 1).text("version");
    assertThat(version).isNotBlank();
    try (FakeOtlp receiver = new FakeOtlp().keep().start()) {
      export(
              "--endpoint",
              receiver.base(),
              "--protocol",
              "http/protobuf",
              "--compression",
              "none",
              recording)
          .expectStatus(0);
      List<OtlpSpans.Span> spans = receiver.spans().gpu();
      assertThat(spans).hasSize((int) flight.records());
      assertThat(spans)
          .allMatch(span -> version.equals(span.resource().get("gpu.runtime.version")));
    }
  }

  /** There is no sampler in a recording. */
  @Test
  void whatIsNobodysIsExportedOrDropped() {
    long orphans =
        Stream.of(flight.calls(), flight.work(), flight.ranges(), flight.marks())
            .flatMap(List::stream)
            .filter(activity -> activity.externalId() == 0)
            .count();
    assertThat(orphans).isPositive();
    String produced = flight.records() + " activities, ";
    Program.Finished trace = export("--discard", "--orphans", "trace", recording).expectStatus(0);
    assertThat(trace.outText()).contains(produced + flight.records() + " spans exported, in");
    Program.Finished drop = export("--discard", "--orphans", "drop", recording).expectStatus(0);
    assertThat(drop.outText())
        .contains(
            produced
                + (flight.records() - orphans)
                + " spans exported; dropped: "
                + orphans
                + " no_parent, in");
    Program.Finished sample = export("--discard", "--orphans", "sample", recording).expectStatus(2);
    assertThat(sample.errText())
        .contains("--orphans must be trace or drop, because a recording has no sampler");
  }

  /** What tracing tools show, as the SDK has written it. */
  @Test
  void idsAreAlsoText() {
    List<Activity> contexts = flight.of("rocjfr.SpanContext");
    assertThat(contexts).isNotEmpty();
    for (Activity context : contexts) {
      assertThat(context.text("traceId")).isEqualTo(expected.trace(context.number("spanId")));
      assertThat(context.text("spanIdHex"))
          .hasSize(16)
          .isEqualTo(String.format("%016x", context.number("spanId")));
    }
  }

  private static Set<String> ids(OtlpSpans spans) {
    Set<String> ids =
        spans.gpu().stream()
            .map(span -> span.traceId() + span.id() + span.parentId() + span.name())
            .collect(Collectors.toSet());
    assertThat(ids).hasSize(spans.gpu().size());
    return ids;
  }

  /** Each chunk by itself says which traces its spans belong to. */
  @Test
  void everyChunkHoldsItsContexts() throws Exception {
    Path chunks = folder.resolve("chunks");
    Files.createDirectories(chunks);
    Jvm.tool(
            Jdk.JAVA_17,
            "jfr",
            "disassemble",
            "--max-chunks",
            "1",
            "--output",
            chunks.toString(),
            recording.toString())
        .expectStatus(0);
    List<Path> files;
    try (Stream<Path> found = Files.list(chunks)) {
      files = found.toList();
    }
    assertThat(files).hasSizeGreaterThan(2);
    for (Path file : files) {
      Flight chunk = Flight.read(file);
      Map<Long, String> contexts = new HashMap<>();
      chunk
          .of("rocjfr.SpanContext")
          .forEach(
              context ->
                  contexts.put(
                      context.number("spanId"),
                      String.format(
                          "%016x%016x",
                          context.number("traceIdHigh"), context.number("traceIdLow"))));
      Stream.of(chunk.calls(), chunk.work(), chunk.ranges())
          .flatMap(List::stream)
          .filter(activity -> activity.externalId() != 0)
          .forEach(
              activity ->
                  assertThat(contexts.get(activity.externalId()))
                      .as("trace of %s in %s", activity, file)
                      .isEqualTo(expected.trace(activity.externalId())));
    }
  }

  @Test
  void aTruncatedRecordingGivesWhatIsReadable() throws Exception {
    Path truncated = folder.resolve("truncated.jfr");
    byte[] all = Files.readAllBytes(recording);
    Files.write(truncated, java.util.Arrays.copyOf(all, all.length * 2 / 3));
    try (FakeOtlp receiver = new FakeOtlp().start()) {
      Program.Finished done =
          export("--endpoint", receiver.base(), "--protocol", "http/protobuf", truncated);
      done.expectStatus(2);
      assertThat(done.errText()).contains(truncated.toString(), "truncated");
      assertThat(receiver.accepted()).isGreaterThan(1000);
      assertThat(done.outText()).contains(receiver.accepted() + " spans exported");
    }
  }

  @Test
  void foreignAndMissingFiles() throws Exception {
    Path foreign = folder.resolve("foreign.jfr");
    Files.writeString(foreign, "no recording");
    Program.Finished done = export("--discard", foreign, folder.resolve("missing.jfr"), recording);
    done.expectStatus(2);
    assertThat(done.errText()).contains("is not a flight recording", "missing.jfr does not exist");
    assertThat(done.outText()).doesNotContain(" 0 spans");
    export("--endpoint", "nonsense", recording).expectStatus(2);
    export("--protocol", "carrier-pigeon", recording).expectStatus(2);
    export("--min-duration", "soon", recording).expectStatus(2);
  }

  @Test
  void nobodyListens() {
    try (FakeOtlp receiver = new FakeOtlp()) { // not started
      Program.Finished done =
          new Jvm(Jdk.JAVA_17)
              .environment("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.base())
              .environment("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
              .environment("OTEL_EXPORTER_OTLP_TIMEOUT", "2000") // of all attempts for a batch
              .export(recording.toString())
              .expectStatus(1);
      assertThat(done.outText()).contains(" 0 spans exported").contains("export_failed");
      assertThat(done.errText()).contains("the receiver: ");
    }
  }

  @Test
  void partialSuccessIsCounted() {
    try (FakeOtlp receiver =
        new FakeOtlp().behave((n, spans) -> new Answer(200, 0, Math.min(7, spans))).start()) {
      Program.Finished done =
          export("--endpoint", receiver.base(), "--protocol", "http/protobuf", recording);
      done.expectStatus(1);
      assertThat(done.outText())
          .contains(receiver.accepted() + " spans exported")
          .contains(receiver.rejected() + " rejected");
      assertThat(done.errText()).contains("too many");
    }
  }

  @Test
  void tlsAndHeadersFromTheEnvironment() throws Exception {
    Path store = folder.resolve("keys.p12");
    Path certificate = folder.resolve("certificate.pem");
    keytool(
        "-genkeypair",
        "-alias",
        "otlp",
        "-keyalg",
        "EC",
        "-dname",
        "CN=127.0.0.1",
        "-ext",
        "san=ip:127.0.0.1",
        "-keystore",
        store,
        "-storepass",
        "secret");
    keytool(
        "-exportcert",
        "-rfc",
        "-alias",
        "otlp",
        "-keystore",
        store,
        "-storepass",
        "secret",
        "-file",
        certificate);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, "secret".toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, "secret".toCharArray());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(managers.getKeyManagers(), null, null);
    try (FakeOtlp receiver = new FakeOtlp(tls).start()) {
      new Jvm(Jdk.JAVA_17)
          .environment("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.base())
          .environment("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
          .environment("OTEL_EXPORTER_OTLP_CERTIFICATE", certificate.toString())
          .environment("OTEL_EXPORTER_OTLP_HEADERS", "Authorization=Bearer%20abc")
          .environment("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
          .export(recording.toString())
          .expectStatus(0);
      assertThat(receiver.accepted()).isEqualTo((int) flight.records());
      assertThat(receiver.authorization()).isEqualTo("Bearer abc");
    }
  }

  private static void keytool(Object... arguments) {
    Jvm.tool(
            Jdk.JAVA_17,
            "keytool",
            Stream.of(arguments).map(String::valueOf).toArray(String[]::new))
        .expectStatus(0);
  }

  /** On Java 25 {@code jfr print} shows the span beside other events of the thread. */
  @Test
  void scopesAreContext() throws Exception {
    Path settings = folder.resolve("scopes.jfc");
    Files.writeString(
        settings,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <configuration version="2.0">
          <event name="rocjfr.HipApi"><setting name="enabled">true</setting></event>
          <event name="rocjfr.SpanScope"><setting name="enabled">true</setting></event>
          <event name="jdk.ThreadPark">
            <setting name="enabled">true</setting><setting name="threshold">0 ns</setting>
          </event>
        </configuration>
        """);
    Path file = folder.resolve("scopes.jfr");
    new Jvm(Jdk.JAVA_25)
        .agent()
        .withOpenTelemetry()
        .recordInto(file, settings)
        .environment("OTEL_TRACES_EXPORTER", "none")
        .environment("OTEL_METRICS_EXPORTER", "none")
        .environment("OTEL_LOGS_EXPORTER", "none")
        .start("io.rocjfr.load.Traced", "mode=auto", "threads=1", "traces=20", "nap=100")
        .finish()
        .expectStatus(0);
    assertThat(Flight.read(file).of("rocjfr.SpanScope")).hasSizeGreaterThanOrEqualTo(80);
    Program.Finished print =
        Jvm.tool(Jdk.JAVA_25, "jfr", "print", "--events", "jdk.ThreadPark", file.toString());
    assertThat(print.out())
        .filteredOn(line -> line.contains("Context: SpanScope.traceId = "))
        .hasSizeGreaterThanOrEqualTo(40);
  }
}
