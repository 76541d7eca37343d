// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.otel.span.Activity;
import java.nio.file.Path;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work of OpenCL's queues without profiling. */
class UntimedWorkTest {
  @Name("rocjfr.KernelDispatch")
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable") // JFR reads them
  static final class Dispatch extends Event {
    String api;
    boolean timed;
  }

  @TempDir Path folder;

  /** As it is told live: the event's own length is nobody's. */
  @Test
  void itHasNoLength() throws Exception {
    Path file = folder.resolve("untimed.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(Dispatch.class).withoutThreshold();
      recording.start();
      for (boolean timed : new boolean[] {true, false}) {
        Dispatch event = new Dispatch();
        event.api = "OpenCL";
        event.timed = timed;
        event.begin();
        for (long since = System.nanoTime(); System.nanoTime() == since; ) {
          Thread.onSpinWait();
        }
        event.commit();
      }
      recording.dump(file);
    }
    EventActivity activities = new EventActivity();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      Activity activity = activities.read(event);
      assertThat(activity.end > activity.begin).isEqualTo(event.getBoolean("timed"));
    }
  }
}
