// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.recording.ChunkMaker.Element;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Numbers of a chunk's header that could be right, and are not. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChunkHeaderTest {
  private static final int BEGIN_AT = 32;
  private static final int NANOS_AT = 40;
  private static final int TICKS_AT = 48;
  private static final int RATE_AT = 56;
  private static final long SECOND = 1_000_000_000;

  @TempDir Path folder;

  @Name("rocjfr.HeaderTest")
  static final class TypeEvent extends Event {
    Class<?> type;
  }

  private record Scan(List<String> names, String problem) {}

  private Scan scan(byte[] bytes) throws IOException {
    Path file = Files.write(Files.createTempFile(folder, "header", ".jfr"), bytes);
    List<String> names = new ArrayList<>();
    RecordingScanner scanner =
        new RecordingScanner(
            event ->
                names.add(
                    event.hasField("type")
                        ? String.valueOf(event.getClass("type"))
                        : event.getString("text")),
            Progress.NONE);
    return new Scan(names, scanner.scan(file).problem());
  }

  /** What the JVM writes in so many chunks, each with an event. */
  private byte[] recorded(int chunks) throws IOException {
    Path file = Files.createTempFile(folder, "good", ".jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      for (int i = 0; i < chunks; i++) {
        TypeEvent event = new TypeEvent();
        event.type = ChunkHeaderTest.class;
        event.commit();
        try (Recording other = new Recording()) { // begins a chunk
          other.start();
        }
      }
      recording.dump(file);
    }
    return Files.readAllBytes(file);
  }

  @Test
  void constantsBehindThoseThatTheHeaderNamesAreRead() throws IOException {
    byte[] bytes = recorded(1);
    Scan good = scan(bytes);
    assertThat(good.problem()).isNull();
    assertThat(good.names()).hasSize(1).noneMatch("null"::equals);
    ByteBuffer.wrap(bytes).putLong(ChunkReader.CONSTANTS_AT, ChunkReader.HEADER_BYTES);
    Scan scan = scan(bytes);
    assertThat(scan.problem())
        .startsWith("is damaged at byte 16: the chunk's last constants are at its byte")
        .contains(
            " 68, according to its header. rocjfr reads others, at its byte ",
            ". Only the readable part is shown");
    assertThat(scan.names()).hasSize(1).noneMatch("null"::equals);
  }

  /** The last constants name no earlier ones, and there are some. */
  @Test
  void aChainThatIsCutIsToldWithItsPlace() throws IOException {
    ChunkMaker chunk = new ChunkMaker().event("a");
    long first = chunk.here();
    Scan scan = scan(chunk.constants().event("b").constants().metadata().make());
    assertThat(scan.problem())
        .startsWith("is damaged at byte " + first + ": the chunk's header does not lead to the")
        .contains("names, threads and stacks may be missing", "2 events");
    assertThat(scan.names()).containsExactly("a", "b");
  }

  @Test
  void aChainThatPassesOverConstantsIsToldWithTheirPlace() throws IOException {
    ChunkMaker chunk = new ChunkMaker();
    long first = chunk.here();
    chunk.constants();
    long second = chunk.here();
    chunk.constants(first - second, 0);
    chunk.constants(first - chunk.here(), 0);
    assertThat(scan(chunk.event("a").metadata().make()).problem())
        .startsWith("is damaged at byte " + second + ": the chunk's header does not lead to the");
  }

  @Test
  void metadataBehindThoseThatTheHeaderNamesAreRead() throws IOException {
    Element extra = Element.of("class", "id", 900, "name", "int");
    ChunkMaker chunk = new ChunkMaker().constants();
    long first = chunk.here();
    chunk.metadata().event("a");
    byte[] good = chunk.metadata(new Element[] {extra}).make();
    assertThat(scan(good).problem()).isNull();
    Scan scan = scan(chunk.metadataAt(first).make());
    assertThat(scan.problem())
        .startsWith("is damaged at byte 24: the chunk's last metadata are at its byte")
        .contains("1 event");
    assertThat(scan.names()).containsExactly("a");
  }

  /** Nothing but a type's number makes it metadata: what cannot be read is no better. */
  @Test
  void whatOnlyLooksLikeMetadataIsPassedOver() throws IOException {
    ChunkMaker chunk = new ChunkMaker().constants().event("a").metadata();
    chunk.event(0, 0, 0, 1, 1000);
    Scan scan = scan(chunk.event("b").make());
    assertThat(scan.problem()).isNull();
    assertThat(scan.names()).containsExactly("a", "b");
  }

  private void doubted(byte[] bytes, int at, long value, String... why) throws IOException {
    byte[] changed = bytes.clone();
    ByteBuffer.wrap(changed).putLong(at, value);
    Scan scan = scan(changed);
    assertThat(scan.problem())
        .as("byte %d is %d", at, value)
        .startsWith("has times that may be wrong: at byte ")
        .contains(why);
    assertThat(scan.names()).as("all is read").hasSameSizeAs(scan(bytes).names());
  }

  /** A chunk of ten seconds whose last constants were written at its end. Events may be later. */
  private static ChunkMaker tenSeconds(long beginTicks) {
    ChunkMaker chunk = new ChunkMaker();
    chunk.event(ChunkMaker.EVENT, beginTicks + 99 * SECOND, new byte[] {3}, "a");
    long constants = chunk.here();
    chunk.event(1, beginTicks + 10 * SECOND, 0, 0, new byte[] {0}, 0);
    return chunk.constantsAt(constants - chunk.here()).metadata();
  }

  private static byte[] tenSeconds(long beginNanos, long beginTicks) {
    byte[] bytes = tenSeconds(beginTicks).make();
    ByteBuffer.wrap(bytes)
        .putLong(BEGIN_AT, beginNanos)
        .putLong(NANOS_AT, 10 * SECOND)
        .putLong(TICKS_AT, beginTicks);
    return bytes;
  }

  @Test
  void aClockThatDoesNotFitTheEventsIsDoubted() throws IOException {
    long begin = 1_790_000_000L * SECOND;
    byte[] bytes = tenSeconds(begin, 5 * SECOND);
    assertThat(scan(bytes).problem()).isNull();
    doubted(bytes, RATE_AT, 2 * SECOND, "2000000000 ticks", "last constants are 5.000 s");
    doubted(bytes, RATE_AT, SECOND / 2, "500000000 ticks", "last constants are 20.000 s");
    doubted(bytes, RATE_AT, 1, "last constants are ");
    doubted(bytes, RATE_AT, Long.MAX_VALUE, "last constants are 0.000 s");
    doubted(bytes, TICKS_AT, 7 * SECOND, "last constants are 8.000 s");
    doubted(bytes, TICKS_AT, 0, "last constants are 15.000 s");
    doubted(bytes, TICKS_AT, 3600 * SECOND, "last constants are -3585.000 s");
    doubted(bytes, TICKS_AT, Long.MIN_VALUE, "last constants are ");
    doubted(bytes, NANOS_AT, 60 * SECOND, "it lasts 60.000 s");
    doubted(bytes, NANOS_AT, SECOND, "it lasts 1.000 s");
    doubted(bytes, NANOS_AT, -1, "lasted -1");
    doubted(bytes, BEGIN_AT, -1, "began at -1");
    doubted(bytes, BEGIN_AT, Long.MAX_VALUE, "began at " + Long.MAX_VALUE);
  }

  @Test
  void chunksOfOneClockThatDoNotFollowAreDoubted() throws IOException {
    long begin = 1_790_000_000L * SECOND;
    byte[] one = tenSeconds(begin, 5 * SECOND);
    byte[] next = tenSeconds(begin + 10 * SECOND, 15 * SECOND);
    byte[] file = ChunkMaker.bytes(one, next);
    assertThat(scan(file).problem()).isNull();
    int second = one.length;
    doubted(file, second + BEGIN_AT, begin + 60 * SECOND, "begins 60.000 s", "that is 10.000 s");
    doubted(file, BEGIN_AT, begin - 3600 * SECOND, "begins 3610.000 s");
    doubted(file, second + RATE_AT, SECOND - 100, "999999900 ticks", "1000000000");
    byte[] other = tenSeconds(begin - 3600 * SECOND, 5 * SECOND);
    assertThat(scan(ChunkMaker.bytes(one, other)).problem()).as("another JVM's").isNull();
  }

  @Test
  void theJvmsOwnChunksAreNotDoubted() throws IOException {
    assertThat(scan(recorded(4)).problem()).isNull();
  }
}
