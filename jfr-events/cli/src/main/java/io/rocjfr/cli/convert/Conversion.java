// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import io.rocjfr.recording.FileReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Makes a file of another form of the events of recordings, in bounded memory. */
public interface Conversion extends AutoCloseable {
  /** The events of a recording follow; of how it is called, and where it is. */
  void beginFile(Path shown, Path file);

  /** An event of rocjfr. */
  void add(RecordedEvent event);

  /** An event of the JVM, which may say what process it is. */
  void addOther(RecordedEvent event);

  /** All of the recording was told. */
  void endFile(FileReport report);

  /** All recordings were told: writes what is left. */
  void finish() throws IOException;

  /** Recordings that were left out, since another one holds all of them. */
  default List<FileReport> passedOver() {
    return List.of();
  }

  /** How much work was left out, since nobody told its times. */
  default long withoutTimes() {
    return 0;
  }

  /** How large is what was written there, once it is closed. */
  default long bytes(Path written) throws IOException {
    return Files.size(written);
  }

  /** Lets go of files, whether it finished or not. */
  @Override
  void close() throws IOException;
}
