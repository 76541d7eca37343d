// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.event.SourceFileEvent;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** This test's own frames belong to the way into native code; JUnit's are the application's. */
class CallSitesTest {
  private final CallSites calls = new CallSites();

  @TempDir Path folder;

  @Test
  void nothingIsKeptUnlessSomebodyListens() {
    calls.add(1);
    assertThat(calls.of(1)).isNull();
    calls.want(true);
    assertThat(calls.of(1)).isNull();
    calls.add(2);
    StackTraceElement site = calls.of(2);
    assertThat(site.getClassName()).startsWith("org.junit.");
    assertThat(site.getFileName()).endsWith(".java");
    assertThat(site.getLineNumber()).isPositive();
    calls.want(false);
    calls.add(3);
    assertThat(calls.of(3)).isNull();
  }

  @Test
  void aCallsPlaceIsNotTakenForAnothers() {
    calls.want(true);
    calls.add(5);
    assertThat(calls.of(5)).isNotNull();
    assertThat(calls.of(5 + (1 << 14))).isNull();
    calls.add(5 + (1 << 14));
    assertThat(calls.of(5)).isNull();
    calls.add(0); // no id: nobody's
    assertThat(calls.of(0)).isNull();
  }

  @Test
  void wherePickedCallsAreManyFewAreLookedAt() {
    AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1); // it wraps round
    CallSites looking = new CallSites(now::get);
    assertThat(looking.hasJustLooked()).isTrue();
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(10));
    assertThat(looking.hasJustLooked()).isFalse();
    assertThat(looking.hasJustLooked()).isTrue();
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(10) - 1);
    assertThat(looking.hasJustLooked()).isTrue();
    now.incrementAndGet();
    assertThat(looking.hasJustLooked()).isFalse();
  }

  @Test
  void theFilesAreInTheRecording() throws Exception {
    FlightRecorder.register(SourceFileEvent.class);
    Path file = folder.resolve("files.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("rocjfr.SourceFile");
      recording.start();
      calls.add(1);
      calls.add(2);
      calls.commitFiles();
      recording.dump(file);
    }
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("rocjfr.SourceFile"))
            .toList();
    assertThat(events).hasSize(1);
    assertThat(events.get(0).getString("type")).startsWith("org.junit.");
    assertThat(events.get(0).getString("file")).endsWith(".java");
  }
}
