// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import io.rocjfr.figures.Units;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;

/** Reads recordings event by event; a bad one gives what is readable of it, and the reason. */
public final class RecordingScanner {
  private static final String HOW_TO_RECORD =
      "It was recorded without rocjfr. Start the program with -javaagent:rocjfr.jar, or attach"
          + " to it (rocjfr attach PID). Then record: jcmd PID JFR.start";

  private final Consumer<RecordedEvent> consumer;
  private final Consumer<RecordedEvent> others;
  private final Progress progress;

  /** Every event of rocjfr goes to {@code consumer}. */
  public RecordingScanner(Consumer<RecordedEvent> consumer, Progress progress) {
    this(consumer, event -> {}, progress);
  }

  /** And every event of others, the JVM's among them, to {@code others}. */
  public RecordingScanner(
      Consumer<RecordedEvent> consumer, Consumer<RecordedEvent> others, Progress progress) {
    this.consumer = consumer;
    this.others = others;
    this.progress = progress;
  }

  /** Reads a file, of which what is readable goes to the consumer. */
  public FileReport scan(Path file) {
    long bytes = 0;
    try {
      if (Files.isDirectory(file)) {
        return FileReport.unreadable(file, 0, "is a folder" + recordingsIn(file));
      }
      if (Files.notExists(file)) {
        return FileReport.unreadable(file, 0, "does not exist");
      }
      bytes = Files.size(file);
      return scan(file, bytes, CheckedRecording.of(file));
    } catch (NotAFileException e) {
      return FileReport.unreadable(
          file, 0, "is not read: " + e.getReason() + ". To read a pipe, name - and redirect it");
    } catch (AccessDeniedException e) {
      return FileReport.unreadable(file, bytes, "may not be read by this user");
    } catch (IOException e) {
      return FileReport.unreadable(file, bytes, "cannot be read: " + e.getMessage());
    }
  }

  private FileReport scan(Path file, long bytes, CheckedRecording checked) {
    ChunkReader headers = checked.headers();
    List<Chunk> chunks = headers.chunks();
    if (!headers.isReadable()) {
      return FileReport.unreadable(file, bytes, headers.problem() + advice(headers, 0));
    }
    EventReader reader = new EventReader(consumer, others, progress);
    String failure = null;
    progress.begin(file, bytes, chunks);
    try {
      failure = checked.isSound() ? reader.read(file, checked.events()) : null;
      // A copy of a single sound chunk would be read no further.
      if (!checked.isSound() || (failure != null && chunks.size() > 1)) {
        String inChunks = reader.readChunks(file, checked);
        failure = failure == null ? inChunks : failure;
      }
    } finally {
      progress.end();
    }

    boolean knowsOurs = reader.ownEvents() > 0;
    String problem = checked.problem() == null ? failure : checked.problem();
    if (problem != null) {
      problem += advice(headers, reader.events());
    } else if (!knowsOurs) {
      knowsOurs = declaresOurs(file);
      problem = knowsOurs ? null : "has no events of rocjfr. " + HOW_TO_RECORD;
    }
    if (reader.leftOut() != null) {
      problem = reader.leftOut() + (problem == null ? "" : ". It " + problem);
    }
    Span recorded = new Span();
    for (Chunk chunk : chunks) {
      recorded.include(chunk.beginNanos(), chunk.beginNanos() + Math.max(chunk.nanos(), 0));
    }
    return new FileReport(
        file,
        bytes,
        chunks.size(),
        recorded.begin(),
        recorded.end(),
        reader.events(),
        reader.ownEvents(),
        knowsOurs,
        problem);
  }

  private static String advice(ChunkReader headers, long events) {
    if (events > 0) {
      return ". Only the readable part is shown: "
          + Units.count(events, "event", "events")
          + " of all kinds.";
    }
    return headers.chunks().isEmpty()
        ? ". Recordings are made with jcmd PID JFR.start and JFR.dump."
        : ". Nothing could be read, because JFR can only be read in complete chunks.";
  }

  private static boolean declaresOurs(Path file) {
    return RecordedTypes.of(file).stream().anyMatch(OwnEvents::isOurs);
  }

  private static String recordingsIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      long recordings = files.filter(file -> file.toString().endsWith(".jfr")).count();
      return recordings == 0
          ? " without recordings in it"
          : ". Name the files: " + folder.resolve("*.jfr");
    } catch (IOException e) {
      return "";
    }
  }
}
