// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Drain;
import io.rocjfr.bridge.Drains;
import io.rocjfr.bridge.FakeTracer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A drain over a fake tracer, wired to this JVM's JFR as the agent does it. */
public final class Harness implements AutoCloseable {
  /** For drains of tests: on a busy machine a thread may have to wait for seconds. */
  public static final int PATIENCE = 60;

  public final FakeTracer tracer = new FakeTracer();
  public final Drain drain;

  public Harness() {
    this(tracer -> {});
  }

  /** What the tracer is like has to be so before the drain looks at it. */
  public Harness(Consumer<FakeTracer> prepare) {
    this(prepare, PATIENCE);
  }

  /** For tests of what happens when patience ends; users have 1. */
  public static Harness withPatience(int patience) {
    return new Harness(tracer -> {}, patience);
  }

  private Harness(Consumer<FakeTracer> prepare, int patience) {
    drain = new Drain(tracer, patience);
    prepare.accept(tracer);
    drain.start();
    JfrWiring.connect(drain, null);
  }

  /** Joins another drain to this JVM's JFR. */
  public static void connect(Drain drain) {
    JfrWiring.connect(drain, null);
  }

  @Override
  public void close() {
    Drains.stop(drain);
  }

  /** The events of ours in a stopped or running recording, in the order of their begin. */
  public static List<RecordedEvent> events(Recording recording) throws IOException {
    Path file = Files.createTempFile("rocjfr", ".jfr");
    try {
      recording.dump(file);
      List<RecordedEvent> events = new ArrayList<>();
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        if (event.getEventType().getName().startsWith("rocjfr.")) {
          events.add(event);
        }
      }
      events.sort(Comparator.comparing(RecordedEvent::getStartTime));
      return events;
    } finally {
      Files.delete(file);
    }
  }

  /** The same, of one type. */
  public static List<RecordedEvent> events(Recording recording, String type) throws IOException {
    return events(recording).stream()
        .filter(event -> event.getEventType().getName().equals("rocjfr." + type))
        .toList();
  }
}
