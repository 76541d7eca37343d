// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.recording.ChunkMaker.Element;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is let through to parsers, and what is said of the rest. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CheckedRecordingTest {
  private static final long SPARSE_BYTES = 1_900_000_000L;

  @TempDir Path folder;

  @Name("rocjfr.CheckedTest")
  static final class TextEvent extends Event {
    String text;
  }

  private record Scan(List<String> texts, FileReport report) {}

  private Path write(byte[]... chunks) throws IOException {
    Path file = Files.createTempFile(folder, "made", ".jfr");
    for (byte[] chunk : chunks) {
      Files.write(file, chunk, StandardOpenOption.APPEND);
    }
    return file;
  }

  private static Scan scan(Path file) {
    List<String> texts = new ArrayList<>();
    Progress none = Progress.NONE;
    RecordingScanner scanner = new RecordingScanner(e -> texts.add(e.getString("text")), none);
    return new Scan(texts, scanner.scan(file));
  }

  private Scan scan(ChunkMaker chunk) throws IOException {
    return scan(write(chunk.make()));
  }

  /** Nothing of it reaches a parser, and the message says where and why. */
  private void refused(ChunkMaker chunk, long offset, String why) throws IOException {
    Path file = write(chunk.make());
    assertThat(CheckedRecording.of(file).chunks()).noneMatch(CheckedChunk::readable);
    Scan scan = scan(file);
    assertThat(scan.report().problem())
        .startsWith("is damaged at byte " + offset + ": ")
        .contains(why, "Nothing of it could be read");
    assertThat(scan.texts()).isEmpty();
  }

  @Test
  void whatTheJvmWritesIsSound() throws IOException {
    Path file = folder.resolve("good.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ExecutionSample");
      recording.enable("jdk.ActiveSetting");
      recording.enable("jdk.JVMInformation");
      recording.enable("jdk.ThreadStart");
      recording.start();
      for (int chunk = 0; chunk < 3; chunk++) {
        for (int i = 0; i < 500; i++) {
          TextEvent event = new TextEvent();
          event.text = "x".repeat(i);
          event.commit();
        }
        try (Recording other = new Recording()) { // begins a chunk
          other.start();
        }
      }
      recording.dump(file);
    }
    CheckedRecording checked = CheckedRecording.of(file);
    assertThat(checked.problem()).isNull();
    assertThat(checked.isSound()).isTrue();
    assertThat(checked.soundChunks()).hasSizeGreaterThan(3);
    assertThat(checked.events()).isEqualTo(RecordingFile.readAllEvents(file).size());
    assertThat(CheckedRecording.of(file)).as("looked through once").isSameAs(checked);
  }

  @Test
  void aMadeChunkIsReadAsItIs() throws IOException {
    Scan scan = scan(new ChunkMaker().event("a").constants().event("b").metadata());
    assertThat(scan.report().problem()).isNull();
    assertThat(scan.texts()).containsExactly("a", "b");
  }

  @Test
  void placesInTheHeaderThatAreNone() throws IOException {
    for (int at : new int[] {16, 24}) {
      for (long place : new long[] {0, 67, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1 << 20}) {
        byte[] bytes = new ChunkMaker().event("a").constants().metadata().make();
        ByteBuffer.wrap(bytes).putLong(at, place);
        Scan scan = scan(write(bytes));
        assertThat(scan.report().problem())
            .startsWith("is damaged at byte " + at + ": ")
            .contains("byte " + place);
      }
    }
  }

  /** The JDK's parser goes back, and reads the same event for ever. */
  @Test
  void aSizeThatLeadsBack() throws IOException {
    ChunkMaker chunk = new ChunkMaker().event("a").constants().event("b");
    long at = chunk.here();
    chunk.raw(-12L, ChunkMaker.EVENT, 5, new byte[] {0});
    Scan scan = scan(chunk.event("c").metadata());
    assertThat(scan.report().problem())
        .startsWith("is damaged at byte " + at + ": an event says that it has -12 bytes")
        .contains("What is shown here is what could be read: 2 events");
    assertThat(scan.texts()).containsExactly("a", "b");
  }

  @Test
  void behindConstantsItGoesOn() throws IOException {
    ChunkMaker chunk = new ChunkMaker().event("a");
    long at = chunk.here();
    chunk.raw(new byte[] {0, 0, 0}).constants().event("b").event("c").metadata();
    Scan scan = scan(chunk.event("d").raw(new byte[] {0}));
    assertThat(scan.report().problem())
        .startsWith("is damaged at byte " + at + ": an event says that it has 0 bytes")
        .contains("(the first of 2 damaged places)", "4 events");
    assertThat(scan.texts()).containsExactly("a", "b", "c", "d");
  }

  /** It would read so much for each of its events: hours. */
  @Test
  void anEventThatReadsBehindItsEnd() throws IOException {
    ChunkMaker chunk = new ChunkMaker().event("a");
    long at = chunk.here();
    chunk.raw(6L, ChunkMaker.EVENT, 5, new byte[] {3}, 1000L);
    for (int i = 0; i < 300; i++) {
      chunk.event("b");
    }
    Scan scan = scan(chunk.constants().event("c").metadata());
    assertThat(scan.report().problem()).contains("damaged at byte " + (at + 4), "1000 bytes of a");
    assertThat(scan.texts()).containsExactly("a", "c");
  }

  @Test
  void constantsThatGoRound() throws IOException {
    ChunkMaker itself = new ChunkMaker().event("a");
    long at = itself.here();
    refused(itself.constants(4, 0).metadata(), at, "4 bytes from them");
    ChunkMaker others = new ChunkMaker().metadata().constants();
    long event = others.here();
    others.event("a");
    long delta = event - others.here();
    refused(others.constants(delta, 0), event, "where constants shall be is an event of type 100");
  }

  @Test
  void constantsThatAreMoreThanThereIsRoomFor() throws IOException {
    ChunkMaker pools = new ChunkMaker();
    refused(pools.constants(0, 1 << 30).metadata(), 68 + 7, "1073741824 constant pools");
    ChunkMaker values = new ChunkMaker();
    refused(
        values.constants(0, 1, ChunkMaker.TEXT, 1 << 30).metadata(),
        68 + 9,
        "1073741824 constants");
    ChunkMaker unknown = new ChunkMaker();
    refused(unknown.constants(0, 1, 777, 1, 1, 1).metadata(), 68 + 8, "type 777");
  }

  @Test
  void metadataThatNeverEnd() throws IOException {
    Element nested = Element.of("annotation", "class", ChunkMaker.TEXT);
    for (int i = 0; i < 100; i++) {
      nested = Element.of("annotation", "class", ChunkMaker.TEXT, nested);
    }
    Path deep = write(new ChunkMaker().constants().metadata(nested).make());
    assertThat(CheckedRecording.of(deep).problem()).contains("nested more than 32 deep");

    Element itself =
        Element.of(
            "class", "id", 200, "name", "loop", Element.of("field", "name", "x", "class", 200));
    Path loop = write(new ChunkMaker().constants().metadata(itself).make());
    assertThat(CheckedRecording.of(loop).problem()).contains("the type loop holds itself");

    List<Element> doubling = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      long inner = i == 0 ? ChunkMaker.INT : 300 + i - 1;
      Element field = Element.of("field", "name", "x", "class", inner);
      doubling.add(Element.of("class", "id", 300 + i, "name", "t" + i, field, field));
    }
    Path huge =
        write(new ChunkMaker().constants().metadata(doubling.toArray(Element[]::new)).make());
    assertThat(CheckedRecording.of(huge).problem()).contains("never ends");
  }

  @Test
  void theChunksThatAreSoundAreReadAroundOneThatIsNot() throws IOException {
    byte[] good = new ChunkMaker().event("a").constants().metadata().make();
    byte[] bad = new ChunkMaker().event("b").constants(5, 0).metadata().make();
    byte[] last = new ChunkMaker().event("c").constants().metadata().make();
    Path file = write(good, bad, last);
    assertThat(scan(file).texts()).containsExactly("a", "c");
    assertThat(CheckedRecording.of(file).soundChunks())
        .extracting(Chunk::offset)
        .containsExactly(0L, (long) good.length + bad.length);
    List<String> named = new ArrayList<>();
    NamedEvents.read(file, Set.of("rocjfr.Test"), event -> named.add(event.getString("text")));
    assertThat(named).containsExactly("a", "c");
    assertThat(RecordedTypes.of(file)).isEmpty();
  }

  @Test
  void aParserThatFindsMoreThanThereIsIsStopped() throws IOException {
    Path file = write(new ChunkMaker().event("a").event("b").constants().metadata().make());
    Progress none = Progress.NONE;
    EventReader reader = new EventReader(event -> {}, event -> {}, none);
    assertThat(reader.read(file, 1)).contains("it has 1 events, and the JDK finds more");
    assertThat(reader.read(file, 2)).isNull();
  }

  /** Its zeros are no event, and take no room where the rest of it is copied. */
  @Test
  void aSparseFileIsNotCopied() throws Exception {
    Path file = write(new ChunkMaker().event("a").constants().metadata().make());
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(SPARSE_BYTES);
      sparse.seek(ChunkReader.SIZE_AT);
      sparse.writeLong(SPARSE_BYTES);
    }
    Scan scan = scan(file);
    assertThat(scan.report().problem()).contains("says that it has 0 bytes", "1 event");
    assertThat(scan.texts()).containsExactly("a");
    CheckedChunk chunk = CheckedRecording.of(file).chunks().get(0);
    Path copy = Files.createFile(folder.resolve("copy.jfr"));
    try (FileChannel from = FileChannel.open(file);
        FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE)) {
      SparseCopy.mend(from, chunk, to);
    }
    assertThat(Files.size(copy)).isLessThan(10_000);
  }

  @Test
  void whatNobodyReadsTakesNoRoomInACopy() throws Exception {
    byte[] begin = new ChunkMaker().event("a").constants().event("b").metadata().make();
    Path file = write(begin);
    long tail = SPARSE_BYTES - begin.length;
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.seek(begin.length);
      sparse.write(ChunkMaker.bytes(tail, 99L)); // an event of a type that there is not
      sparse.setLength(SPARSE_BYTES);
      sparse.seek(ChunkReader.SIZE_AT);
      sparse.writeLong(SPARSE_BYTES);
      sparse.seek(ChunkReader.STATE_AT);
      sparse.writeByte(1); // The JVM was killed: there will be a copy.
    }
    CheckedChunk chunk = CheckedRecording.of(file).chunks().get(0);
    Path copy = Files.createFile(folder.resolve("copy.jfr"));
    try (FileChannel from = FileChannel.open(file);
        FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE)) {
      SparseCopy.mend(from, chunk, to);
    }
    assertThat(copy).hasSize(SPARSE_BYTES);
    assertThat(kibibytesOnDisk(copy)).isLessThan(1000);
    assertThat(scan(file).texts()).containsExactly("a", "b");
  }

  private static long kibibytesOnDisk(Path file) throws Exception {
    Process du = new ProcessBuilder("du", "-k", file.toString()).start();
    String text = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(du.waitFor()).isZero();
    return Long.parseLong(text.substring(0, text.indexOf('\t')));
  }

  @Test
  void standardInputIsTakenAsFarAsItIsARecording() throws IOException {
    byte[] good = new ChunkMaker().event("a").constants().metadata().make();
    Path copy = folder.resolve("copy.jfr");
    StreamCopy.copy(new ByteArrayInputStream(ChunkMaker.bytes(good, good)), copy);
    assertThat(copy).hasBinaryContent(ChunkMaker.bytes(good, good));
    StreamCopy.copy(followedByZeros(good), copy);
    assertThat(copy).hasSize(good.length + 68L);
    assertThat(scan(copy).report().problem()).contains("byte " + good.length, "no chunk begins");
    StreamCopy.copy(followedByZeros(new byte[] {0x1f, (byte) 0x8b}), copy);
    assertThat(scan(copy).report().problem()).contains("it is compressed");
    byte[] unfinished = good.clone();
    unfinished[ChunkReader.STATE_AT] = 1;
    StreamCopy.copy(followedByZeros(unfinished), copy);
    assertThat(scan(copy).texts()).containsExactly("a");
  }

  private static InputStream followedByZeros(byte[] start) {
    return new InputStream() {
      private int at;

      @Override
      public int read() {
        return at < start.length ? start[at++] & 0xff : 0;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) {
        for (int i = 0; i < length; i++) {
          bytes[offset + i] = (byte) read();
        }
        return length;
      }
    };
  }
}
