// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of what shares are: the time of a file's chunks, as the command summary has it. */
class RecordedPeriodTest {
  private static final long MS = 1_000_000;

  @TempDir Path folder;

  /** A kernel of 4 ms, 10 ms after the first event that JMC knows. */
  private final RecordingData data = Made.data(made -> made.kernel("k", 0, 0, 1, 0, 4 * MS));

  private final long kernel = data.table().begin(0);
  private final long end = data.table().end(0);

  @Test
  void itIsTheTimeOfTheChunksAndNotFromTheFirstEventToTheLast() throws IOException {
    Path file = chunks(kernel - 20 * MS, 15 * MS, kernel - 5 * MS, 30 * MS);
    RecordedPeriod recorded = RecordedPeriod.of(data.table(), file, kernel - 10 * MS, end);
    assertThat(recorded).isEqualTo(new RecordedPeriod(kernel - 20 * MS, kernel + 25 * MS, 45 * MS));
  }

  @Test
  void chunksThatJmcHasNotReadDoNotCount() throws IOException {
    Path file = chunks(kernel - 90 * MS, 80 * MS, kernel - 5 * MS, 30 * MS);
    RecordedPeriod recorded = RecordedPeriod.of(data.table(), file, kernel - 2 * MS, end);
    assertThat(recorded.nanos()).isEqualTo(30 * MS);
  }

  @Test
  void workBeforeAndAfterCounts() throws IOException {
    Path file = chunks(kernel + MS, MS);
    RecordedPeriod within = RecordedPeriod.of(data.table(), file, kernel, end);
    assertThat(within).isEqualTo(new RecordedPeriod(kernel, end, end - kernel));
    Path later = chunks(end + MS, 7 * MS);
    RecordedPeriod apart = RecordedPeriod.of(data.table(), later, kernel, end + 2 * MS);
    assertThat(apart).isEqualTo(new RecordedPeriod(kernel, end + 8 * MS, 7 * MS + end - kernel));
  }

  @Test
  void withoutAFileItIsFromTheFirstEventToTheLast() throws IOException {
    RecordedPeriod expected =
        new RecordedPeriod(kernel - 10 * MS, end + MS, 11 * MS + end - kernel);
    assertThat(RecordedPeriod.of(data.table(), null, kernel - 10 * MS, end + MS))
        .isEqualTo(expected);
    Path none = folder.resolve("none.jfr");
    assertThat(RecordedPeriod.of(data.table(), none, kernel - 10 * MS, end + MS))
        .isEqualTo(expected);
    Path half = Files.write(none, new byte[] {'F', 'L', 'R', 0, 0, 2});
    assertThat(RecordedPeriod.of(data.table(), half, kernel - 10 * MS, end + MS))
        .isEqualTo(expected);
    Path packed = Files.write(none, new byte[1000]);
    assertThat(RecordedPeriod.of(data.table(), packed, kernel - 10 * MS, end + MS))
        .isEqualTo(expected);
  }

  @Test
  void theTimesOfJfrsOwnFileAreRead() throws IOException {
    Path file = folder.resolve("own.jfr");
    Instant before = Instant.now();
    try (Recording recording = new Recording()) {
      recording.start();
      recording.stop();
      recording.dump(file);
    }
    assertThat(ChunkTimes.of(file))
        .isNotEmpty()
        .allSatisfy(
            chunk -> {
              assertThat(chunk.end()).isGreaterThan(chunk.begin());
              assertThat(nanos(before.minus(Duration.ofMinutes(1)))).isLessThan(chunk.begin());
              assertThat(nanos(Instant.now().plus(Duration.ofMinutes(1))))
                  .isGreaterThan(chunk.end());
            });
  }

  private static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }

  /** A file of chunks, of each the begin and how long it lasted. */
  private Path chunks(long... beginsAndNanos) throws IOException {
    ByteBuffer file = ByteBuffer.allocate(50 * beginsAndNanos.length);
    for (int i = 0; i < beginsAndNanos.length; i += 2) {
      int at = 50 * i;
      file.put(at, new byte[] {'F', 'L', 'R', 0});
      file.putLong(at + 8, 100);
      file.putLong(at + 32, beginsAndNanos[i]);
      file.putLong(at + 40, beginsAndNanos[i + 1]);
    }
    return Files.write(folder.resolve("chunks.jfr"), file.array());
  }
}
