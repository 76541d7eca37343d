// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordingFile;

/** The types of events that a recording declares, whether it has such events or not. */
public final class RecordedTypes {
  private RecordedTypes() {}

  /** None of a damaged one: its events tell their types. */
  public static List<EventType> of(Path recording) {
    try {
      if (!CheckedRecording.of(recording).isSound()) {
        return List.of();
      }
      try (RecordingFile file = new RecordingFile(recording)) {
        return file.readEventTypes();
      }
    } catch (IOException
        | RuntimeException
        | InternalError
        | OutOfMemoryError
        | StackOverflowError e) {
      return List.of();
    }
  }
}
