// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who names a file of a form that another command makes is told which. */
class OutputFormsTest {
  @TempDir Path folder;
  private Path recording;

  @BeforeEach
  void record() throws IOException {
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.kernel("gemm", 0, 1, 0, 1000);
      recording = maker.dump(folder.resolve("good.jfr"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "convert, x.html, rocjfr page FILE.jfr -o x.html",
    "convert, X.HTML, rocjfr page FILE.jfr -o X.HTML",
    "convert, x.pb.gz, rocjfr flame --pprof FILE.jfr -o x.pb.gz",
    "convert, x.collapsed, rocjfr flame --collapsed FILE.jfr -o x.collapsed",
    "convert, x.json, rocjfr summary --json FILE.jfr > x.json",
    "convert, x.parquet, rocjfr convert FILE.jfr -o FOLDER",
    "convert, x.jfr, rocjfr record -o x.jfr PROCESS",
    "page, x.pftrace, rocjfr convert FILE.jfr -o x.pftrace",
    "page, x.db, rocjfr convert FILE.jfr -o x.db",
    "page, x.jfr, rocjfr record -o x.jfr PROCESS",
    "flame, x.pb.gz, rocjfr flame --pprof FILE.jfr -o x.pb.gz",
    "flame, x.jfr, rocjfr record -o x.jfr PROCESS",
    "flame --pprof, x.jfr, rocjfr record -o x.jfr PROCESS",
    "flame --collapsed, x.db, rocjfr convert FILE.jfr -o x.db",
  })
  void theRightCommandIsNamed(String command, String name, String right) {
    CliRun run = run(command, name);
    assertThat(run.code()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(right.replaceAll("[xX]\\.\\S+", folder + "/$0"));
    assertThat(folder.toFile().list()).containsExactly("good.jfr");
  }

  /** An ending that says nothing is the user's own. */
  @ParameterizedTest
  @CsvSource({"page, x.htm", "page, x.out", "page, x"})
  void otherNamesAreTaken(String command, String name) {
    assertThat(run(command, name).code()).isZero();
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("good.jfr", name);
  }

  @Test
  void aRecordingIsNotOverwrittenByItsPage() {
    assertThat(CliRun.of("page", recording, "-o", recording).code()).isEqualTo(2);
    assertThat(CliRun.of("summary", recording).code()).isZero();
  }

  private CliRun run(String command, String name) {
    List<Object> words = new ArrayList<>(List.of(command.split(" ", -1)));
    words.addAll(List.of(recording, "-o", folder.resolve(name)));
    return CliRun.of(words.toArray());
  }
}
