// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two applications that share OpenTelemetry's API; the server stops the first, whose copy of us
 * tracks for both, and which has not shut its SDK down.
 */
@Timeout(1800)
class StoppedApplicationTest {
  private static final String ONE = "1111111111111111";

  private final FakeAgent agent = new FakeAgent();
  private Deployment first;
  private Deployment second;

  @BeforeEach
  void deploy() throws Exception {
    ClassLoader shared = Deployment.shared(path -> path.contains("opentelemetry-"));
    first = new Deployment(shared, agent.functions());
    second = new Deployment(shared, agent.functions());
  }

  private String request() {
    return (String) second.order("request", (Runnable) agent::launch);
  }

  /** Nothing of it is loaded any more: it has all that it needs. */
  @Test
  void itsTrackingGoesOn() {
    assertThat(first.order("install")).isEqualTo(true);
    first.stop();
    second.order("open", ONE);
    assertThat(String.format("%016x", agent.current())).isEqualTo(ONE);
    second.order("close");
    assertThat(agent.current()).isZero();
    second.order("export", true);
    String trace = request();
    assertThat(second.exported()).isEqualTo(List.of("hipLaunchKernel " + trace, "gemm " + trace));
    second.order("shutdown");
  }

  /** Whose a span is is not known as long as both export. */
  @Test
  void itsExportEnds() throws Exception {
    Set<Thread> before = threads("rocjfr-otel-export");
    first.order("export", false);
    second.order("export", false);
    first.stop();
    while (second.exported().isEmpty()) {
      request();
      Thread.sleep(1);
    }
    assertThat(agent.listeners()).isEqualTo(1);
    second.order("shutdown");
    Set<Thread> threads = threads("rocjfr-otel-export");
    threads.removeAll(before);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static Set<Thread> threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .collect(Collectors.toSet());
  }

  @Test
  void itsScopesAreRecorded() throws Exception {
    assertThat(first.order("install")).isEqualTo(true);
    first.stop();
    Path file = Files.createTempFile("scopes", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("rocjfr.SpanScope");
      recording.start();
      second.order("open", ONE); // has it registered, on a thread of its own
      second.order("close");
      for (Thread thread : threads("rocjfr-otel-event")) {
        thread.join();
      }
      second.order("open", ONE);
      second.order("close");
      recording.dump(file);
      assertThat(RecordingFile.readAllEvents(file))
          .isNotEmpty()
          .allMatch(event -> event.getString("spanId").equals(ONE));
    } finally {
      Files.delete(file);
    }
  }
}
