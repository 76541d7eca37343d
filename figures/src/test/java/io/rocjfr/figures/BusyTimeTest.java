// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BusyTimeTest {
  @Test
  void figuresWorkedOutByHand() {
    BusyTime time = new BusyTime();
    assertThat(time.nanos()).isZero();
    time.add(10, 20);
    time.add(15, 30); // overlaps
    time.add(30, 40); // touches
    time.add(50, 60); // 10 to 40, 50 to 60
    time.add(35, 35); // empty
    time.add(99, 90); // the wrong way round
    assertThat(time.nanos()).isEqualTo(40);
    time.add(0, 100);
    assertThat(time.nanos()).isEqualTo(100);
    time.add(-7, -3);
    assertThat(time.nanos()).isEqualTo(104);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 16, 100, BusyTime.IN_MEMORY})
  void theUnionInAnyOrder(int inMemory) {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      BitSet busy = new BitSet();
      BusyTime time = new BusyTime(inMemory);
      for (int i = 0; i < 300; i++) {
        int begin = random.nextInt(3000);
        int end = begin + random.nextInt(20);
        time.add(begin, end);
        busy.set(begin, end);
        if (random.nextInt(50) == 0) {
          assertThat(time.nanos()).as("seed %d", seed).isEqualTo(busy.cardinality());
        }
      }
      assertThat(time.nanos()).as("seed %d", seed).isEqualTo(busy.cardinality());
    }
  }

  /** What the version before let go after 4096 separate later intervals was not counted. */
  @Test
  void whatComesLateIsCounted() {
    BusyTime time = new BusyTime();
    int count = 100_000;
    for (int i = count - 1; i >= 0; i--) {
      time.add(10L * i, 10L * i + 4);
    }
    assertThat(time.nanos()).isEqualTo(4L * count);
  }

  @Test
  void whatDoesNotFitIntoMemoryIsExactToo() {
    long seed = new Random().nextLong();
    int count = 5 * BusyTime.IN_MEMORY;
    List<Integer> shuffled = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      shuffled.add(i);
    }
    Collections.shuffle(shuffled, new Random(seed));
    BusyTime time = new BusyTime();
    shuffled.forEach(i -> time.add(10L * i, 10L * i + 4));
    assertThat(time.isInMemory()).isFalse();
    assertThat(time.nanos()).as("seed %d", seed).isEqualTo(4L * count);
    shuffled.forEach(i -> time.add(10L * i, 10L * i + 4));
    assertThat(time.nanos()).as("all of it twice").isEqualTo(4L * count);
    shuffled.subList(0, 1000).forEach(i -> time.add(10L * i, 10L * i + 5));
    assertThat(time.nanos()).isEqualTo(4L * count + 1000);
    time.add(0, 10L * count);
    assertThat(time.nanos()).isEqualTo(10L * count);
  }

  @Test
  void whatOverlapsTakesNoRoom() {
    BusyTime time = new BusyTime(64);
    Random random = new Random(5);
    for (int i = 0; i < 1_000_000; i++) {
      int begin = random.nextInt(10_000);
      time.add(begin, begin + 5000);
    }
    assertThat(time.isInMemory()).isTrue();
    assertThat(time.nanos()).isEqualTo(14_999);
  }

  /** In a process of its own, since the JDK looks at the property once. */
  @Test
  void aFolderThatCannotBeUsedIsNamed(@TempDir Path folder) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Djava.io.tmpdir=" + folder.resolve("missing"),
                "-cp",
                System.getProperty("java.class.path"),
                NoRoom.class.getName())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("do not fit into memory", folder.resolve("missing").toString(), "tmpdir");
    assertThat(process.waitFor()).isEqualTo(3);
  }

  static final class NoRoom {
    public static void main(String[] args) {
      BusyTime time = new BusyTime(2);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100; i++) {
                  time.add(10L * i, 10L * i + 1);
                }
              })
          .isInstanceOf(TemporaryFileException.class)
          .satisfies(e -> System.out.println(e.getMessage()));
      System.exit(3);
    }
  }

  @Test
  void nothingStaysBehind() throws Exception {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    BusyTime time = new BusyTime(2);
    for (int i = 0; i < 1000; i++) {
      time.add(10L * i, 10L * i + 1);
    }
    assertThat(time.isInMemory()).isFalse();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(file -> file.toString().endsWith(".intervals"))).isEmpty();
    }
    assertThat(time.nanos()).isEqualTo(1000);
  }
}
