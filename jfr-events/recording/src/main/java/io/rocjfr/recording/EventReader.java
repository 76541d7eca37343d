// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import io.rocjfr.figures.TemporaryFileException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Reads the events of one file with the JDK's parser: every event once, in the file's order. */
final class EventReader {
  /** What is said where memory does not suffice. */
  static final String NO_MEMORY =
      "there is not enough memory. Give it more: ROCJFR_JAVA_OPTS=-Xmx8g rocjfr ...";

  private final Consumer<RecordedEvent> consumer;
  private final Consumer<RecordedEvent> others;
  private final Progress progress;
  private long events;
  private long ownEvents;
  private final OwnEvents own = new OwnEvents();

  /** How many events a second reading has to pass over. */
  private long skip;

  EventReader(Consumer<RecordedEvent> consumer, Consumer<RecordedEvent> others, Progress progress) {
    this.consumer = consumer;
    this.others = others;
    this.progress = progress;
  }

  long events() {
    return events;
  }

  long ownEvents() {
    return ownEvents;
  }

  /** See {@link OwnEvents#leftOut}. */
  String leftOut() {
    return own.leftOut();
  }

  /**
   * Reads a file that a parser may see, from its begin; what stopped it before the end is returned,
   * else null.
   *
   * @param most how many events were found in it: a parser that finds more goes round in circles
   */
  String read(Path file, long most) {
    long before = events;
    // What the door does not know of: the parser throws about anything, as its events' fields do.
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        accept(recording.readEvent());
        if (events - before > most) {
          return "is not read further: it has " + most + " events, but the JDK finds more";
        }
      }
      return null;
    } catch (TemporaryFileException | OutputException e) {
      throw e; // It is not the recording that is at fault.
    } catch (OutOfMemoryError e) {
      return "cannot be read completely: " + NO_MEMORY;
    } catch (IOException | RuntimeException | InternalError | StackOverflowError e) {
      return "is damaged: "
          + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }
  }

  /**
   * Reads a damaged file chunk by chunk, without what is damaged: the parser looks ahead, so that
   * it would lose the last event before the damage, and all behind it. What {@link #read} got is
   * not read again.
   */
  String readChunks(Path file, CheckedRecording checked) {
    skip = events;
    events = 0;
    String failure = null;
    for (CheckedChunk chunk : checked.chunks()) {
      if (!chunk.readable()) {
        continue;
      }
      try {
        String inChunk = readCopy(file, chunk);
        failure = failure == null ? inChunk : failure;
      } catch (IOException e) {
        return "cannot be read chunk by chunk, because that needs temporary files: "
            + e.getMessage();
      }
    }
    return failure;
  }

  private String readCopy(Path file, CheckedChunk chunk) throws IOException {
    Path copy = Leftovers.add(Files.createTempFile("rocjfr", ".jfr"));
    try {
      try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
          FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE)) {
        SparseCopy.mend(from, chunk, to);
      }
      return read(copy, chunk.events());
    } finally {
      Leftovers.delete(copy);
    }
  }

  private void accept(RecordedEvent event) {
    events++;
    if (events <= skip) {
      return;
    }
    if (OwnEvents.isNamedSo(event.getEventType())) {
      if (own.isOurs(event)) {
        ownEvents++;
        consumer.accept(event);
      }
    } else {
      others.accept(event);
    }
    progress.event(event);
  }
}
