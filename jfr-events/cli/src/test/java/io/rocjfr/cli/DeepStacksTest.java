// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stacks as deep as JFR's, and as a recording can say that they are. */
class DeepStacksTest {
  @TempDir Path folder;

  private Path recording(int frames, String line) throws IOException {
    StringBuilder stack = new StringBuilder();
    for (int i = 0; i < frames; i++) {
      stack.append("a.Deep.m").append(i).append("(Deep.java:").append(line).append(")\n");
    }
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      maker.process(7, "host", 1, 1);
      maker.live(1, "hipMalloc", 4096, 1, stack.toString());
      return maker.dump(folder.resolve("deep.jfr"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2048, 100_000})
  void everyCommandGoesDownIt(int frames) throws IOException {
    Path file = recording(frames, "7");
    for (String command :
        new String[] {"flame --memory -o out.html", "flame --memory --pprof -o out.pb.gz"}) {
      String[] words = command.split(" ", -1);
      words[words.length - 1] = folder.resolve(words[words.length - 1]).toString();
      CliRun run = CliRun.of((Object[]) concat(words, file.toString()));
      assertThat(run.code()).as("%s: %s", command, run).isZero();
    }
    assertThat(CliRun.of("flame", "--memory", "--collapsed", file).out())
        .contains("a.Deep.m" + (frames - 1));
    assertThat(CliRun.of("leaks", file).code()).isLessThan(2);
    CliRun page = CliRun.of("page", file, "-o", folder.resolve("page.html"));
    assertThat(page.code()).as("%s", page).isZero();
  }

  private static String[] concat(String[] words, String last) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = last;
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999999999999999999", "2147483648"})
  void aLineThatIsNone(String line) throws IOException {
    CliRun run = CliRun.of("flame", "--memory", "--collapsed", recording(3, line));
    assertThat(run.code()).as("%s", run).isZero();
  }
}
