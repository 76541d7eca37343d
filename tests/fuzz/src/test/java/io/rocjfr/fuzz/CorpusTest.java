// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.cli.ReadingCommands;
import io.rocjfr.cli.Seeds;
import io.rocjfr.otel.offline.ResponseTarget;
import io.rocjfr.recording.DoorTarget;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each input that once failed, and some that are as hard: once. tests/fuzz.sh looks for more. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CorpusTest {
  private static final Path CORPUS = Path.of("corpus");

  @TempDir Path folder;

  private static Stream<Path> inputs(String target) throws IOException {
    try (Stream<Path> files = Files.list(CORPUS.resolve(target))) {
      return files.sorted().toList().stream();
    }
  }

  private static byte[] bytes(Path input) throws IOException {
    try (InputStream in = Files.newInputStream(input)) {
      return (input.toString().endsWith(".gz") ? new GZIPInputStream(in) : in).readAllBytes();
    }
  }

  static Stream<Path> recordings() throws IOException {
    return inputs("recordings");
  }

  static Stream<Path> agentOptions() throws IOException {
    return inputs("agent-options");
  }

  static Stream<Path> settings() throws IOException {
    return inputs("settings");
  }

  static Stream<Path> responses() throws IOException {
    return inputs("responses");
  }

  @ParameterizedTest
  @MethodSource
  void recordings(Path input) throws IOException {
    DoorTarget.fuzzerTestOneInput(bytes(input));
    RecordingTarget.runAll(bytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void agentOptions(Path input) throws IOException {
    AgentOptionsTarget.fuzzerTestOneInput(bytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void settings(Path input) throws IOException {
    SettingsTarget.fuzzerTestOneInput(bytes(input));
  }

  @ParameterizedTest
  @MethodSource
  void responses(Path input) throws IOException {
    ResponseTarget.fuzzerTestOneInput(bytes(input));
  }

  /** What is damaged by hand comes from good ones: every command reads these to the end. */
  @Test
  void theSeedsAreGood() throws IOException {
    List<byte[]> seeds = Seeds.all(folder);
    assertThat(seeds).hasSizeGreaterThan(2);
    Path file = Files.write(folder.resolve("seed.jfr"), seeds.get(0));
    assertThat(ReadingCommands.run("summary FILE", file, folder).code()).isLessThan(2);
    byte[] damaged = new Mutator(1).damage(seeds.get(0));
    assertThat(damaged).isNotEqualTo(seeds.get(0)).isEqualTo(new Mutator(1).damage(seeds.get(0)));
  }
}
