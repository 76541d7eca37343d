// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import io.rocjfr.figures.TemporaryFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Reads the events of one file with the JDK's parser: every event once, in the file's order. */
final class EventReader {
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

  /** Reads a file from its begin; what stopped it before the end is returned, else null. */
  String read(Path file) {
    // On damaged data the parser throws about anything, and so do the fields of its events.
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        accept(recording.readEvent());
      }
      return null;
    } catch (TemporaryFileException | OutputException e) {
      throw e; // It is not the recording that is at fault.
    } catch (IOException
        | RuntimeException
        | InternalError
        | OutOfMemoryError
        | StackOverflowError e) {
      return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
  }

  /**
   * Reads a damaged file chunk by chunk: the parser looks ahead, so that it would lose the last
   * event before the damage, and all behind it. What {@link #read} got is not read again.
   */
  String readChunks(Path file, List<Chunk> chunks, long fileBytes) {
    skip = events;
    events = 0;
    String failure = null;
    for (Chunk chunk : chunks) {
      // An unfinished one says how long it was at the last flush; more may lie behind it.
      if (chunk.bytes() > fileBytes - chunk.offset() || chunk.bytes() < ChunkReader.HEADER_BYTES) {
        continue; // Truncated: without its end the parser can do nothing.
      }
      try {
        String inChunk = readCopy(file, chunk.offset(), chunk.bytes());
        failure = failure == null ? inChunk : failure;
      } catch (IOException e) {
        return "cannot be read chunk by chunk, which needs temporary files: " + e.getMessage();
      }
    }
    return failure;
  }

  private String readCopy(Path file, long offset, long bytes) throws IOException {
    Path copy = Leftovers.add(Files.createTempFile("rocjfr", ".jfr"));
    try {
      try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
          FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE)) {
        for (long done = 0; done < bytes; ) {
          long more = from.transferTo(offset + done, bytes - done, to);
          if (more <= 0) {
            throw new IOException(file + " became shorter");
          }
          done += more;
        }
        // Otherwise the parser waits in vain for the JVM to go on, and loses the last event.
        to.write(ByteBuffer.wrap(new byte[] {ChunkReader.FINISHED}), ChunkReader.STATE_AT);
      }
      return read(copy);
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
