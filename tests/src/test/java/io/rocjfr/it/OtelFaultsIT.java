// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rocjfr.harness.Collector;
import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.FakeOtlp.Answer;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OtlpSpans;
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Receivers that fail: every activity is exported, or counted as dropped for a reason. */
class OtelFaultsIT {
  private static final String[] REASONS = {
    "no_parent", "unsampled", "filtered", "queue_full", "export_failed", "rejected", "shutdown"
  };

  /** What a collector that is killed had accepted, and not written yet. */
  private static final int UNWRITTEN = 2048;

  @TempDir Path folder;

  private static Program start(FakeOtlp receiver, String... more) {
    return start(receiver.url(), more);
  }

  private static Program start(String url, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("mode=plain", "endpoint=" + url, "threads=2", "traces=600"));
    arguments.addAll(List.of(more));
    Program program =
        new Jvm(Jdk.JAVA_17)
            .agent("ring=8m")
            .withOpenTelemetry()
            .start("io.rocjfr.load.Traced", arguments.toArray(String[]::new));
    program.expect("traced: ready");
    return program;
  }

  /** What the program counted; the sums are right. */
  private static JsonNode finish(Program program) throws Exception {
    JsonNode result = new ObjectMapper().readTree(program.expect("traced: {").substring(8));
    program.finish().expectStatus(0);
    long dropped = 0;
    for (String reason : REASONS) {
      dropped += result.required(reason).asLong();
    }
    assertThat(result.required("lost").isEmpty()).as("records lost: %s", result).isTrue();
    assertThat(result.required("produced").asLong())
        .as("%s", result)
        .isGreaterThan(10_000)
        .isEqualTo(result.required("exported").asLong() + dropped);
    // Where it is given seconds it does not take forever.
    assertThat(result.required("shutdownMillis").asLong()).isLessThan(300_000);
    assertThat(result.required("tracking").asBoolean()).isTrue();
    return result;
  }

  private static void sleep(long seconds) throws InterruptedException {
    TimeUnit.SECONDS.sleep(seconds);
  }

  /** Waits until spans have come: while it is under load, which goes on until it is told to end. */
  private static void await(BooleanSupplier arrived) throws InterruptedException {
    while (!arrived.getAsBoolean()) {
      TimeUnit.MILLISECONDS.sleep(10); // JUnit ends a wait in vain
    }
  }

  @Test
  void nothingIsLostWhileNothingFails() throws Exception {
    try (FakeOtlp receiver = new FakeOtlp().start();
        Program program = start(receiver)) {
      JsonNode result = finish(program);
      assertThat(receiver.accepted()).isEqualTo(result.required("exported").asInt());
      assertThat(receiver.accepted()).isEqualTo(result.required("produced").asInt());
    }
  }

  @Test
  void awayForTwoSeconds() throws Exception {
    try (FakeOtlp receiver = new FakeOtlp().start();
        Program program = start(receiver, "traces=1600", "pause=2000", "told=true")) {
      await(() -> receiver.accepted() > 0);
      receiver.stop();
      sleep(2);
      int before = receiver.accepted();
      receiver.start();
      await(() -> receiver.accepted() > before);
      program.send("end");
      JsonNode result = finish(program);
      // What was under way when it was killed may have been accepted without an answer.
      assertThat(receiver.accepted()).isGreaterThanOrEqualTo(result.required("exported").asInt());
      assertThat(result.required("exported").asLong()).isPositive();
    }
  }

  /** A real collector's process, by SIGKILL. */
  @Test
  void collectorKilledForFiveSeconds() throws Exception {
    try (Collector collector = Collector.start(folder);
        Program program =
            start(collector.http() + "/v1/traces", "traces=1700", "pause=4000", "told=true")) {
      await(() -> collector.received() > 0);
      collector.kill();
      Instant killed = Instant.now();
      sleep(5);
      collector.begin();
      Instant restarted = Instant.now();
      long before = collector.received();
      await(() -> collector.received() > before);
      sleep(2); // and what comes now began after that
      program.send("end");
      JsonNode result = finish(program);
      OtlpSpans arrived = collector.finish();
      assertThat(arrived.gpu()).anyMatch(span -> span.beganBefore(killed));
      assertThat(arrived.gpu())
          .as("that began while it was away")
          .anyMatch(span -> !span.beganBefore(killed) && span.beganBefore(restarted));
      assertThat(arrived.gpu()).anyMatch(span -> !span.beganBefore(restarted));
      long different = arrived.gpu().stream().map(OtlpSpans.Span::id).distinct().count();
      assertThat(different)
          .as("spans that arrived, of %s", result)
          .isGreaterThan(result.required("exported").asLong() - UNWRITTEN)
          .isLessThanOrEqualTo(result.required("produced").asLong());
    }
  }

  @Test
  void refusing429() throws Exception {
    try (FakeOtlp receiver = new FakeOtlp().behave((n, spans) -> new Answer(429, 0, 0)).start();
        Program program = start(receiver, "shutdown=2000")) {
      JsonNode result = finish(program);
      assertThat(receiver.requests()).isPositive();
      assertThat(receiver.accepted()).isZero();
      assertThat(result.required("exported").asLong()).isZero();
      assertThat(result.required("export_failed").asLong() + result.required("shutdown").asLong())
          .isEqualTo(result.required("produced").asLong());
    }
  }

  @Test
  void refusing503WithRetryAfter() throws Exception {
    AtomicInteger refused = new AtomicInteger();
    try (FakeOtlp receiver =
            new FakeOtlp()
                .behave(
                    (n, spans) -> {
                      boolean refuse = n % 2 == 1 && refused.getAndIncrement() < 2;
                      return refuse ? new Answer(503, 1, 0) : Answer.OK;
                    })
                .start();
        Program program = start(receiver)) {
      JsonNode result = finish(program);
      assertThat(refused.get()).isGreaterThanOrEqualTo(2);
      assertThat(receiver.accepted()).isEqualTo(result.required("exported").asInt());
      assertThat(receiver.accepted()).isEqualTo(result.required("produced").asInt());
    }
  }

  @Test
  void partialSuccess() throws Exception {
    try (FakeOtlp receiver =
            new FakeOtlp().behave((n, spans) -> new Answer(200, 0, Math.min(spans, 10))).start();
        Program program = start(receiver)) {
      JsonNode result = finish(program);
      // The SDK's exporter reports it as a success: what was rejected is in the receiver's counts.
      assertThat(receiver.accepted() + receiver.rejected())
          .isEqualTo(result.required("exported").asInt());
    }
  }

  @Test
  void hanging() throws Exception {
    FakeOtlp[] self = new FakeOtlp[1];
    try (FakeOtlp receiver = new FakeOtlp().behave((n, spans) -> self[0].hang());
        Program program = start(self(self, receiver).start(), "timeout=1000", "shutdown=2000")) {
      JsonNode result = finish(program);
      assertThat(receiver.accepted()).isZero();
      assertThat(result.required("exported").asLong()).isZero();
    }
  }

  private static FakeOtlp self(FakeOtlp[] self, FakeOtlp receiver) {
    self[0] = receiver;
    return receiver;
  }

  @Test
  void absentAtStart() throws Exception {
    try (FakeOtlp receiver = new FakeOtlp();
        Program program = start(receiver, "pause=2000", "told=true")) {
      sleep(1);
      receiver.start();
      await(() -> receiver.accepted() > 0);
      program.send("end");
      JsonNode result = finish(program);
      assertThat(receiver.accepted()).isPositive();
      assertThat(receiver.accepted()).isEqualTo(result.required("exported").asInt());
    }
  }

  @Test
  void absentAtShutdown() throws Exception {
    try (FakeOtlp receiver = new FakeOtlp().start();
        Program program = start(receiver, "pause=2000", "shutdown=2000", "told=true")) {
      await(() -> receiver.accepted() > 0);
      receiver.stop();
      sleep(1);
      program.send("end");
      JsonNode result = finish(program);
      assertThat(receiver.accepted()).isGreaterThanOrEqualTo(result.required("exported").asInt());
      assertThat(result.required("export_failed").asLong() + result.required("shutdown").asLong())
          .isPositive();
    }
  }

  @Test
  void aQueueThatIsTooSmall() throws Exception {
    CountDownLatch loaded = new CountDownLatch(1);
    try (FakeOtlp receiver =
            new FakeOtlp()
                .behave(
                    (n, spans) -> {
                      loaded.await();
                      return Answer.OK;
                    })
                .start();
        Program program = start(receiver, "queue=512", "batch=512")) {
      program.expect("traced: loaded");
      loaded.countDown();
      JsonNode result = finish(program);
      assertThat(result.required("queue_full").asLong()).isPositive();
      // On a busy machine the sender gives up the request that waits, and it is accepted later.
      assertThat(receiver.accepted()).isGreaterThanOrEqualTo(result.required("exported").asInt());
      assertThat(result.required("exported").asInt()).isPositive();
    }
  }
}
