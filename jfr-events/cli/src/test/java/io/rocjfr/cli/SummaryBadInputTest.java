// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.recording.Chunk;
import io.rocjfr.recording.ChunkReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code summary} does with files that are no whole recordings: never hang, never lie. */
@Timeout(1800)
class SummaryBadInputTest {
  private static final int STEP = 64 << 10;

  @TempDir Path folder;

  @Test
  void aFileThatIsMissingOrEmptyOrAFolder() throws IOException {
    expect(CliRun.of("summary", folder.resolve("no.jfr")), "no.jfr does not exist");
    expect(CliRun.of("summary", Files.createFile(folder.resolve("empty.jfr"))), "is empty");
    expect(CliRun.of("summary", folder), "is a folder", "*.jfr");
    expect(CliRun.of("summary", Files.createDirectory(folder.resolve("d"))), "is a folder without");
    expect(CliRun.of("summary"), "Missing required parameter", "FILE");
  }

  @Test
  void aFileThatIsNoRecording() throws IOException {
    Random random = new Random(1);
    for (int bytes : new int[] {1, 3, 4, 67, 68, 69, 100_000}) {
      byte[] garbage = new byte[bytes];
      random.nextBytes(garbage);
      garbage[0] = 'X';
      String expected = bytes < 4 ? "is truncated" : "is not a flight recording";
      expect(CliRun.of("summary", write("garbage.jfr", garbage)), expected);
    }
    byte[] zip = "PK\u0003\u0004 and so on".getBytes(StandardCharsets.ISO_8859_1);
    expect(CliRun.of("summary", write("zip.jfr", zip)), "compressed");
    byte[] heap = "JAVA PROFILE 1.0.2\0".getBytes(StandardCharsets.ISO_8859_1);
    expect(CliRun.of("summary", write("heap.jfr", heap)), "heap dump");
  }

  @Test
  void garbageBehindAGoodHeader() throws IOException {
    byte[] good = Files.readAllBytes(threeChunks(100));
    Random random = new Random(2);
    for (int i = 0; i < 20; i++) {
      byte[] bad = good.clone();
      byte[] garbage = new byte[2000];
      random.nextBytes(garbage);
      int at = ChunkReader.HEADER_BYTES + random.nextInt(bad.length - garbage.length - 100);
      System.arraycopy(garbage, 0, bad, at, garbage.length);
      Path file = write("bad.jfr", bad);
      CliRun run =
          Assertions.assertTimeoutPreemptively(
              Duration.ofMinutes(10), () -> CliRun.of("summary", file));
      if (run.code() == 0) {
        assertThat(run.err()).isEmpty();
      } else {
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("rocjfr: " + file);
      }
    }
  }

  @Test
  void truncationAnywhereShowsTheWholeChunksBefore() throws IOException {
    int perChunk = 15_000;
    Path whole = threeChunks(perChunk);
    byte[] bytes = Files.readAllBytes(whole);
    List<Chunk> chunks = ChunkReader.read(whole).chunks();
    assertThat(bytes.length).as("big enough to be cut often").isGreaterThan(10 * STEP);
    assertThat(chunks).hasSize(5);

    for (int length = STEP; length < bytes.length; length += STEP) {
      int cut = length;
      Path file = write("cut.jfr", Arrays.copyOf(bytes, cut));
      CliRun run =
          Assertions.assertTimeoutPreemptively(
              Duration.ofMinutes(10), () -> CliRun.of("summary", "--json", file));
      boolean atBorder = chunks.stream().anyMatch(chunk -> chunk.endOffset() == cut);
      assertThat(run.code()).isEqualTo(atBorder ? 0 : 2);
      assertThat(run.err()).contains(atBorder ? "" : "is truncated");
      // Every other chunk has events of ours: starting and stopping another recording made two.
      long expected = 0;
      for (int i = 0; i < chunks.size(); i += 2) {
        expected += chunks.get(i).endOffset() <= cut ? perChunk : 0;
      }
      assertThat(dispatches(run)).as("events before byte %d", cut).isEqualTo(expected);
    }
    assertThat(CliRun.of("summary", whole).code()).isZero();
  }

  @Test
  void aGoodFileIsShownBesideABadOne() throws IOException {
    Path good = threeChunks(5);
    Path bad = write("bad.jfr", "no recording".getBytes(StandardCharsets.UTF_8));

    CliRun run = CliRun.of("summary", bad, good);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("bad.jfr is not a flight recording").doesNotContain("good.jfr");
    assertThat(run.row("scale")).startsWith("scale 15 ");
  }

  @Test
  void aRecordingOfAnotherProgramGetsTheHintHowToRecord() throws Exception {
    Path file = folder.resolve("other.jfr");
    // Another JVM, since this one knows our events.
    assertThat(java("-XX:StartFlightRecording:filename=" + file, "-version").waitFor()).isZero();

    CliRun run = CliRun.of("summary", file);

    expect(run, "other.jfr has no events of rocjfr", "-javaagent:rocjfr.jar", "attach PID");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aRecordingInWhichTheEventsWereDisabledIsNotForeign() throws IOException {
    Path file = folder.resolve("disabled.jfr");
    RecordingMaker.register();
    try (Recording recording = new Recording()) {
      recording.disable("rocjfr.TracerStatus");
      recording.start();
      recording.stop();
      recording.dump(file);
    }
    CliRun run = CliRun.of("summary", file);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("No GPU activity");
  }

  @Test
  void whatAKilledJvmHadFlushedIsShown() throws Exception {
    Path repository = folder.resolve("repository");
    Process process =
        java(
            "-XX:FlightRecorderOptions:repository=" + repository,
            "-cp",
            System.getProperty("java.class.path"),
            KilledProgram.class.getName());
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("flushed");
    } finally {
      process.destroyForcibly().waitFor();
    }
    Path file;
    try (Stream<Path> files = Files.walk(repository)) {
      file = files.filter(name -> name.toString().endsWith(".jfr")).findFirst().orElseThrow();
    }

    CliRun run = CliRun.of("summary", file);

    expect(run, "breaks off: the JVM that wrote it was killed", "Only the readable part is shown");
    assertThat(run.row("scale")).startsWith("scale 1,234 ");
  }

  @Test
  void aHeaderInUpdateDoesNotMakeUsWaitForEver() throws IOException {
    byte[] bytes = Files.readAllBytes(threeChunks(5));
    bytes[64] = (byte) 255;
    Path file = write("updating.jfr", bytes);
    CliRun run =
        Assertions.assertTimeoutPreemptively(
            Duration.ofMinutes(10), () -> CliRun.of("summary", file));
    expect(run, "breaks off while the JVM wrote the header");
  }

  private static long dispatches(CliRun run) throws IOException {
    JsonNode kernels = run.json().get("kernels");
    return kernels.isEmpty() ? 0 : kernels.get(0).get("count").asLong();
  }

  private static void expect(CliRun run, String... messages) {
    assertThat(run.err()).contains(messages);
    assertThat(run.code()).isEqualTo(2);
  }

  private static Process java(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private Path threeChunks(int kernelsPerChunk) throws IOException {
    try (RecordingMaker maker = new RecordingMaker()) {
      for (int chunk = 0; chunk < 3; chunk++) {
        if (chunk > 0) {
          maker.rotate();
        }
        for (int i = 0; i < kernelsPerChunk; i++) {
          maker.kernel("scale", 0, 1, i * 1000L, 500);
        }
      }
      return maker.dump(folder.resolve("good.jfr"));
    }
  }
}
