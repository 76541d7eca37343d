// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The door through which every command opens a recording: no parser, the JDK's or JMC's, is given
 * what has not been looked through here. A file is looked through once as long as it stays as it
 * is. This needs memory for the types of a chunk and one window, however long the file is.
 */
public final class CheckedRecording {
  private static final int KEPT = 16;

  /** Of a recording that is kept. */
  private static final int MOST_CHUNKS_KEPT = 10_000;

  private record Key(Path file, Object identity, long bytes, long modifiedNanos) {}

  private static final Map<Key, CheckedRecording> LATEST =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, CheckedRecording> eldest) {
          return size() > KEPT;
        }
      };

  private final long bytes;
  private final ChunkReader headers;
  private final List<CheckedChunk> chunks;

  /** What is said of chunks that the file has again; null if it has none. */
  private final String repeats;

  /** Why times may be wrong; null where nothing says so. */
  private final String doubt;

  private CheckedRecording(
      long bytes, ChunkReader headers, List<CheckedChunk> chunks, String repeats) {
    this.bytes = bytes;
    this.headers = headers;
    this.chunks = chunks;
    this.repeats = repeats;
    doubt = doubt(chunks);
  }

  private static String doubt(List<CheckedChunk> chunks) {
    String first = null;
    int count = 0;
    Chunk before = null;
    for (CheckedChunk chunk : chunks) {
      String doubt = chunk.doubt();
      if (doubt == null && chunk.readable() && before != null) {
        doubt = ChunkClock.doubt(before, chunk.chunk());
      }
      if (doubt != null) {
        first = first == null ? doubt : first;
        count++;
      }
      before = chunk.readable() ? chunk.chunk() : null;
    }
    return count <= 1 ? first : first + " (the first of " + count + " such chunks)";
  }

  /**
   * Looks through a file.
   *
   * @throws NotAFileException if it is something else, of which the end may never come
   * @throws IOException if it cannot be read; what is wrong with its content is no exception
   */
  public static CheckedRecording of(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    Key key =
        new Key(
            file.toAbsolutePath(),
            attributes.fileKey(),
            attributes.size(),
            attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
    synchronized (LATEST) {
      CheckedRecording known = LATEST.get(key);
      if (known != null) {
        return known;
      }
    }
    CheckedRecording checked = check(file, attributes.size());
    if (checked.chunks.size() <= MOST_CHUNKS_KEPT) {
      synchronized (LATEST) {
        LATEST.put(key, checked);
      }
    }
    return checked;
  }

  private static CheckedRecording check(Path file, long bytes) throws IOException {
    ChunkReader headers = ChunkReader.read(file);
    List<CheckedChunk> chunks = new ArrayList<>();
    String problem;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      RepeatedChunks repeated = new RepeatedChunks(channel);
      for (Chunk chunk : headers.chunks()) {
        // An unfinished one says how long it was at the last flush; more may lie behind it.
        boolean whole =
            chunk.bytes() >= ChunkReader.HEADER_BYTES && chunk.bytes() <= bytes - chunk.offset();
        chunks.add(
            whole && !repeated.isAgain(chunk, chunks.size() + 1)
                ? ChunkWalk.of(channel, chunk)
                : CheckedChunk.unreadable(chunk, null));
      }
      problem = repeated.problem();
    }
    return new CheckedRecording(bytes, headers, List.copyOf(chunks), problem);
  }

  /** Of the file when it was looked through. */
  long bytes() {
    return bytes;
  }

  ChunkReader headers() {
    return headers;
  }

  List<CheckedChunk> chunks() {
    return chunks;
  }

  /** Whether a parser may see the file as it is. */
  boolean isSound() {
    return headers.problem() == null && chunks.stream().allMatch(CheckedChunk::isSound);
  }

  /** Its chunks that a parser may see as they are, where that sees nothing else of the file. */
  public List<Chunk> soundChunks() {
    return chunks.stream().filter(CheckedChunk::isSound).map(CheckedChunk::chunk).toList();
  }

  /** How many events there are in what can be read. */
  long events() {
    return chunks.stream().mapToLong(CheckedChunk::events).sum();
  }

  /** What is wrong with it, first by its place in the file; null if nothing is. */
  public String problem() {
    String all =
        Stream.of(damage(), repeats, doubt)
            .filter(Objects::nonNull)
            .collect(Collectors.joining(". It "));
    return all.isEmpty() ? null : all;
  }

  private String damage() {
    List<CheckedChunk> bad = chunks.stream().filter(one -> one.problem() != null).toList();
    if (bad.isEmpty()) {
      return headers.problem();
    }
    long places = bad.stream().mapToLong(one -> Math.max(1, one.bad().size())).sum();
    return bad.get(0).problem()
        + (places == 1 ? "" : " (the first of " + places + " damaged places)");
  }
}
