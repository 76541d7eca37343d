// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The recordings that a user named: files; {@code -} for standard input; the repository of a JVM,
 * the folder in which it keeps what it has recorded, also while it goes on. The latter two are read
 * into temporary files, which go when this is closed.
 */
public final class RecordingFiles implements AutoCloseable {
  /** Standard input. */
  public static final Path STANDARD_INPUT = Path.of("-");

  private static final Pattern CHUNK =
      Pattern.compile("\\d{4}_\\d{2}_\\d{2}_\\d{2}_\\d{2}_\\d{2}(_\\d+)?\\.jfr");

  /** JFR writes a header again within microseconds; of a killed JVM it stays half written. */
  private static final int LOOKS = 50;

  private static final int LOOK_MILLIS = 20;

  /**
   * One recording.
   *
   * @param shown what the user called it
   * @param file where it is to be read
   */
  public record Named(Path shown, Path file) {}

  private final List<Named> all = new ArrayList<>();
  private final List<Path> temporary = new ArrayList<>();

  private RecordingFiles() {}

  /**
   * What the user named.
   *
   * @param input what {@code -} means
   * @throws IOException if a temporary file cannot be written; the message says so
   */
  public static RecordingFiles of(List<Path> names, InputStream input) throws IOException {
    RecordingFiles files = new RecordingFiles();
    try {
      for (Path name : names) {
        files.add(name, input);
      }
      return files;
    } catch (IOException e) {
      files.close();
      throw e;
    }
  }

  public List<Named> all() {
    return List.copyOf(all);
  }

  private void add(Path name, InputStream input) throws IOException {
    if (name.equals(STANDARD_INPUT)) {
      Path copy = newTemporary();
      StreamCopy.copy(input, copy);
      all.add(new Named(name, copy));
    } else if (Files.isDirectory(name) && !chunks(name).isEmpty()) {
      Path copy = newTemporary();
      collect(name, copy);
      all.add(new Named(name, copy));
    } else {
      all.add(new Named(name, name));
    }
  }

  private Path newTemporary() throws IOException {
    Path file = Leftovers.add(Files.createTempFile("rocjfr", ".jfr"));
    temporary.add(file);
    return file;
  }

  /** The files of a repository, the oldest first; none if the folder is no repository. */
  public static List<Path> chunks(Path repository) throws IOException {
    try (Stream<Path> files = Files.list(repository)) {
      return files
          .filter(file -> CHUNK.matcher(file.getFileName().toString()).matches())
          // Who opens a pipe waits for what another user may never write to it.
          .filter(file -> !isOther(file))
          .sorted()
          .toList();
    }
  }

  /** Neither a file nor a link, which is not followed. */
  private static boolean isOther(Path file) {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .isOther();
    } catch (IOException e) {
      return false; // The JVM has just removed it: who opens it says so.
    }
  }

  /**
   * Puts the content of a JVM's repository into one recording. It has all data up to the last time
   * that JFR wrote it out, which happens about once a second.
   *
   * @return whether there was anything
   */
  public static boolean collect(Path repository, Path recording) throws IOException {
    boolean some = false;
    try (FileChannel to =
        FileChannel.open(
            recording,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING,
            LinkOption.NOFOLLOW_LINKS)) { // another user may have put a link there
      for (Path chunk : chunks(repository)) {
        // Nor what another user's link names, nor what is no recording.
        try (FileChannel from =
            FileChannel.open(chunk, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
          some |= append(from, to);
        }
      }
    }
    return some;
  }

  private static boolean append(FileChannel from, FileChannel to) throws IOException {
    ByteBuffer header = header(from);
    if (header == null) {
      return false;
    }
    long bytes = Math.min(header.getLong(ChunkReader.SIZE_AT), from.size());
    if (bytes <= ChunkReader.HEADER_BYTES) {
      return false; // It was not written out yet.
    }
    long offset = to.position();
    SparseCopy.copy(from, 0, to, offset, bytes);
    header.put(ChunkReader.STATE_AT, ChunkReader.FINISHED);
    to.write(header, offset);
    to.position(offset + bytes);
    return true;
  }

  /** As it is between two updates; null if there is none. */
  private static ByteBuffer header(FileChannel file) throws IOException {
    for (int look = 0; look < LOOKS; look++) {
      ByteBuffer header = ByteBuffer.allocate(ChunkReader.HEADER_BYTES);
      if (file.read(header, 0) < ChunkReader.HEADER_BYTES
          || header.getInt(0) != ChunkReader.MAGIC) {
        return null;
      }
      if ((header.flip().get(ChunkReader.STATE_AT) & 0xff) != ChunkReader.UPDATING) {
        return header;
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
    }
    return null;
  }

  @Override
  public void close() {
    for (Path file : temporary) {
      try {
        Leftovers.delete(file);
      } catch (IOException e) {
        // It stays in the temporary folder.
      }
    }
  }
}
