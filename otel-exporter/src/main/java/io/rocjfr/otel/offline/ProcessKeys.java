// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Finds the key of the process that a recording is of. */
final class ProcessKeys {
  private ProcessKeys() {}

  /** The one in the first status event of a file; 0 if there is none, or it cannot be read. */
  static long of(Path file) {
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (event.getEventType().getName().equals("rocjfr.TracerStatus")) {
          return of(event);
        }
      }
    } catch (IOException | RuntimeException | InternalError e) {
      // What is wrong with the file is said by who reads it all.
    }
    return 0;
  }

  /** The one in a status event. */
  static long of(RecordedEvent status) {
    return status.hasField("processKey") ? status.getLong("processKey") : 0;
  }
}
