// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.rocjfr.recording.ChunkMaker.Element;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
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
        .contains(why, "Nothing could be read");
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

  private static byte[] chunk(String... texts) {
    ChunkMaker chunk = new ChunkMaker();
    for (String text : texts) {
      chunk.event(text);
    }
    return chunk.constants().metadata().make();
  }

  /**
   * JFR appends to a file that is there: two dumps to one file have the first one's chunks twice.
   */
  @Test
  void aChunkThatTheFileHasAgainIsReadOnce() throws IOException {
    byte[] first = chunk("a", "b");
    byte[] second = chunk("c");
    Path file = write(first, first, second);
    CheckedRecording checked = CheckedRecording.of(file);
    assertThat(checked.events()).isEqualTo(3);
    assertThat(checked.isSound()).isFalse();
    assertThat(checked.soundChunks())
        .extracting(Chunk::offset)
        .containsExactly(0L, 2L * first.length);
    Scan scan = scan(file);
    assertThat(scan.texts()).containsExactly("a", "b", "c");
    assertThat(scan.report().problem())
        .startsWith("contains a chunk twice: chunk 2 is the same as chunk 1, and is read once. ")
        .contains("3 events of all kinds");
    assertThat(scan(write(first, second, first, second)).report().problem())
        .startsWith(
            "contains a chunk twice: chunk 3 is the same as chunk 1 (the first of 2 such chunks), and each"
                + " is read once");
  }

  /** Also where it is longer than what is compared at a time, and differs at its end only. */
  @Test
  void aChunkThatDiffersInOneByteIsAnotherOne() throws IOException {
    String text = "x".repeat(10_000);
    String[] texts = new String[20];
    Arrays.fill(texts, text);
    byte[] first = chunk(texts);
    texts[19] = text.substring(1) + "y";
    byte[] second = chunk(texts);
    assertThat(second).hasSameSizeAs(first);
    Scan scan = scan(write(first, second));
    assertThat(scan.report().problem()).isNull();
    assertThat(scan.texts()).hasSize(40);
    assertThat(scan(write(first, second, first)).texts()).hasSize(40);
  }

  @Test
  void whatIsDamagedAndIsThereAgainIsSaidToBeBoth() throws IOException {
    byte[] first = chunk("a");
    byte[] cut = Arrays.copyOf(chunk("b"), first.length - 1);
    Scan scan = scan(write(first, first, cut));
    assertThat(scan.report().problem())
        .startsWith("is truncated: ")
        .contains(". It contains a chunk twice: chunk 2 is the same as chunk 1, and is read once");
    assertThat(scan.texts()).containsExactly("a");
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
        .startsWith("is damaged at byte " + at + ": an event claims to have -12 bytes")
        .contains("Only the readable part is shown: 2 events");
    assertThat(scan.texts()).containsExactly("a", "b");
  }

  @Test
  void behindConstantsItGoesOn() throws IOException {
    ChunkMaker chunk = new ChunkMaker().event("a");
    long at = chunk.here();
    chunk.raw(new byte[] {0, 0, 0}).constants().event("b").event("c").metadata();
    Scan scan = scan(chunk.event("d").raw(new byte[] {0}));
    assertThat(scan.report().problem())
        .startsWith("is damaged at byte " + at + ": an event claims to have 0 bytes")
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
    refused(itself.constants(4, 0).metadata(), at, "constants should be 4 bytes away");
    ChunkMaker others = new ChunkMaker().metadata().constants();
    long event = others.here();
    others.event("a");
    long delta = event - others.here();
    refused(
        others.constants(delta, 0),
        event,
        "instead of constants there is an event of type" + " 100");
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

  /** So many take memory or hours if each is kept, or looked for from the end of the file. */
  @Test
  void constantsWithoutEndTakeNoMemory() throws IOException {
    int count = 4_000_000;
    ChunkMaker chunk = new ChunkMaker().event("a").constants();
    byte[] one = ChunkMaker.bytes(15L, 1L, 0L, 0L, -15L, new byte[] {0}, 0L);
    assertThat(one).hasSize(15);
    int first = ChunkMaker.bytes(1, 0, 0, 0, new byte[] {0}, 0).length + 2;
    byte[] all = new byte[count * one.length];
    for (int i = 0; i < count; i++) {
      System.arraycopy(one, 0, all, i * one.length, one.length);
    }
    // The first of them follows the constants that none come before.
    byte[] leading = ChunkMaker.bytes(15L, 1L, 0L, 0L, (long) -first, new byte[] {0}, 0L);
    System.arraycopy(leading, 0, all, 0, leading.length);
    byte[] bytes = chunk.raw((Object) all).constantsAt(-15).event("b").metadata().make();
    Path file = write(bytes);
    CheckedRecording checked = CheckedRecording.of(file);
    assertThat(checked.problem()).isNull();
    assertThat(checked.events()).isEqualTo(2);
    assertThat(allocatedBytes(() -> CheckedRecordingTest.walk(file))).isLessThan(16 << 20);
    assertThat(scan(file).texts()).containsExactly("a", "b");
  }

  private static void walk(Path file) {
    try (FileChannel channel = FileChannel.open(file)) {
      long size = channel.size();
      assertThat(ChunkWalk.of(channel, new Chunk(0, size, 0, 0, 0, 1, true)).isSound()).isTrue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long allocatedBytes(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  /** Constants, events and metadata in any order over many stretches, and damage between them. */
  @Test
  void constantsAreFoundAgainWhereverTheyLie() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      ChunkMaker chunk = new ChunkMaker();
      List<String> texts = new ArrayList<>();
      long last = 0;
      boolean damaged = false;
      int metadataAt = random.nextInt(300);
      for (int i = 0; i < 300; i++) {
        if (i == metadataAt) {
          chunk.metadata();
          damaged = false;
        }
        if (random.nextInt(3) == 0) {
          long here = chunk.here();
          chunk.constants(last == 0 ? 0 : last - here, 0);
          last = here;
          damaged = false;
        } else if (random.nextInt(20) == 0) {
          chunk.raw(new byte[] {0, 0, 0});
          damaged = true;
        } else {
          chunk.event(i + "x".repeat(random.nextInt(16_000)));
          if (!damaged) {
            texts.add(String.valueOf(i));
          }
        }
      }
      if (last == 0) {
        continue;
      }
      assertThat(scan(chunk).texts().stream().map(text -> text.replace("x", "")))
          .as("seed " + seed)
          .containsExactlyElementsOf(texts);
    }
  }

  @Test
  void damageWithoutEndTakesNoMemory() throws IOException {
    ChunkMaker chunk = new ChunkMaker();
    long last = 0;
    for (int i = 0; i < 20_000; i++) {
      long here = chunk.here();
      chunk.constants(i == 0 ? 0 : last - here, 0).raw(new byte[] {0, 0, 0});
      last = here;
    }
    Path file = write(chunk.constants(last - chunk.here(), 0).metadata().make());
    assertThat(CheckedRecording.of(file).problem()).contains("in more than 10000 places");
    assertThat(CheckedRecording.of(file).chunks()).noneMatch(CheckedChunk::readable);
  }

  @Test
  void chunksWithoutEndAreNotAllRead() throws IOException {
    byte[] none = new ChunkMaker().make();
    byte[] good = new ChunkMaker().event("a").constants().metadata().make();
    ByteBuffer all = ByteBuffer.allocate(good.length + 200_000 * none.length).put(good);
    while (all.hasRemaining()) {
      all.put(none);
    }
    Path file = write(all.array());
    assertThat(CheckedRecording.of(file).chunks()).hasSize(ChunkReader.MOST_CHUNKS);
    assertThat(ChunkReader.read(file).problem())
        .isEqualTo(
            "is read up to byte "
                + (good.length + (ChunkReader.MOST_CHUNKS - 1L) * none.length)
                + ": it has more than 100000 chunks");
    assertThat(CheckedRecording.of(file).soundChunks()).hasSize(1);
  }

  @Test
  void metadataThatTakeTooMuchMemory() throws IOException {
    Path strings = write(new ChunkMaker().constants().metadata(1 << 19).make());
    assertThat(CheckedRecording.of(strings).problem()).contains("strings");
    Path bytes = write(new ChunkMaker().constants().metadata("x".repeat(33 << 20)).make());
    assertThat(CheckedRecording.of(bytes).problem()).contains("the metadata have 346");
  }

  @Test
  void metadataWithoutTypes() throws IOException {
    Element region = Element.of("region", "locale", "en", "gmtOffset", 0);
    for (Element root :
        List.of(
            Element.of("root", Element.of("metadata"), region),
            Element.of("root", region),
            Element.of("root"))) {
      ChunkMaker chunk = new ChunkMaker().event("a").constants();
      long at = chunk.here();
      refused(chunk.metadata(root), at, "no types");
    }
    ChunkMaker chunk = new ChunkMaker().event("a").constants();
    long at = chunk.here();
    Element type = Element.of("class", "id", ChunkMaker.INT, "name", "int");
    Element root = Element.of("root", Element.of("metadata", type));
    refused(chunk.metadata(root), at, "lack the region");
  }

  @Test
  void aFileThatIsCutSaysWhereItEnds() throws IOException {
    byte[] good = new ChunkMaker().event("a").constants().metadata().make();
    byte[] cut = Arrays.copyOf(good, good.length - 10);
    assertThat(CheckedRecording.of(write(good, cut)).problem())
        .isEqualTo(
            "is truncated: it ends at byte "
                + (2 * good.length - 10)
                + ", but chunk 2, which begins at byte "
                + good.length
                + ", should have "
                + good.length
                + " bytes");
    assertThat(CheckedRecording.of(write(good, Arrays.copyOf(good, 20))).problem())
        .isEqualTo(
            "is truncated: it ends at byte "
                + (good.length + 20)
                + ", within the header of chunk 2, which begins at byte "
                + good.length);
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
    assertThat(CheckedRecording.of(loop).problem()).contains("the type loop contains itself");

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
    assertThat(reader.read(file, 1)).contains("it has 1 events, but the JDK finds more");
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
    assertThat(scan.report().problem()).contains("claims to have 0 bytes", "1 event");
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
