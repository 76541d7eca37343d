// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in a folder of tables already, and recordings that hold the same time. */
class FleetFolderTest {
  @TempDir Path folder;
  private Path fleet;

  /** Two chunks of one JVM, with a kernel each; and the first of them alone. */
  private Path whole;

  private Path first;

  @BeforeEach
  void recordings() throws IOException {
    fleet = folder.resolve("fleet");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.process(7, "node-1", 1, 1);
      maker.kernel("a", 0, 1, 0, 1000);
      maker.rotate();
      long rotated = System.nanoTime();
      while (System.nanoTime() - rotated < 20_000_000) {
        Thread.onSpinWait(); // what is shorter passes for the clocks' difference
      }
      maker.process(7, "node-1", 1, 1);
      maker.kernel("b", 0, 1, 5000, 1000);
      whole = maker.dump(folder.resolve("whole.jfr"));
    }
    byte[] bytes = Files.readAllBytes(whole);
    int chunk = (int) ByteBuffer.wrap(bytes).getLong(8);
    assertThat(chunk).isLessThan(bytes.length);
    first = Files.write(folder.resolve("first.jfr"), Arrays.copyOf(bytes, chunk));
  }

  private CliRun convert(Path to, Path... files) {
    List<Object> words = new ArrayList<>(List.of("convert"));
    words.addAll(Arrays.asList(files));
    words.addAll(List.of("-o", to));
    return CliRun.of(words.toArray());
  }

  private int kernels() throws IOException {
    return ParquetTable.of(fleet, "KernelDispatch").rows.size();
  }

  private Map<String, Long> files() throws IOException {
    Map<String, Long> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(fleet)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(fleet.relativize(file).toString(), Files.getLastModifiedTime(file).toMillis());
      }
    }
    return files;
  }

  /** A copy that broke off in the last chunk has the headers of the whole, and less in it. */
  @Test
  void aDamagedRecordingReplacesNothing() throws Exception {
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = folder.resolve("cut.jfr");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 50));
    assertThat(convert(fleet, cut).code()).isEqualTo(2);
    assertThat(kernels()).isEqualTo(1);
    CliRun repaired = convert(fleet, whole);
    assertThat(repaired.code()).as(repaired.err()).isZero();
    assertThat(kernels()).isEqualTo(2);
    Map<String, Long> before = files();

    CliRun run = convert(fleet, cut);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("cut.jfr", "replace");
    assertThat(kernels()).isEqualTo(2);
    assertThat(files()).isEqualTo(before);
    CliRun both = convert(fleet, cut, whole);
    assertThat(both.code()).isEqualTo(2);
    assertThat(both.err()).contains("rocjfr: " + cut);
    assertThat(kernels()).isEqualTo(2);
  }

  @Test
  void aFolderByAnotherName() throws Exception {
    assertThat(convert(fleet, whole).code()).isZero();
    Path link = Files.createSymbolicLink(folder.resolve("link"), fleet);
    CliRun run = convert(link, first);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("a part of this recording already");
    assertThat(kernels()).isEqualTo(2);
  }

  /** The files of Recording move last, when all others have. */
  @Test
  void whatWasThereStaysIfAFileCannotMove() throws Exception {
    assertThat(convert(fleet, whole).code()).isZero();
    Path row = ParquetTable.of(fleet, "Recording").files.get(0);
    Files.delete(row);
    Files.createDirectories(row.resolve("in-the-way"));
    Map<String, Long> before = files();
    assertThat(before).isNotEmpty();
    CliRun run = convert(fleet, whole);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("cannot be written: ");
    assertThat(files()).isEqualTo(before);
    assertThat(row.resolve("in-the-way")).isDirectory();
  }

  /** Of JFR.dump again and again: the last holds what the others do. */
  @Test
  void recordingsThatAnotherHolds() throws Exception {
    for (List<Path> order : List.of(List.of(first, whole), List.of(whole, first))) {
      CliRun run = convert(fleet, order.toArray(Path[]::new));
      assertThat(run.code()).as(run.err()).isZero();
      assertThat(run.err().lines())
          .singleElement()
          .asString()
          .contains(first.toString(), "is skipped");
      assertThat(kernels()).isEqualTo(2);
      assertThat(ParquetTable.of(fleet, "Recording").rows)
          .singleElement()
          .satisfies(row -> assertThat(row).containsEntry("file", whole.toString()));
    }
    CliRun alone = convert(folder.resolve("other"), whole);
    CliRun again = convert(fleet, first, whole);
    assertThat(again.out().substring(again.out().indexOf(','))) // as many events
        .isEqualTo(alone.out().substring(alone.out().indexOf(',')));
  }

  /** The size is that of what was added, not that of all the folder. */
  @Test
  void whatWasWritten() throws Exception {
    Files.createDirectories(fleet.resolve("lost+found"));
    Files.write(fleet.resolve("lost+found/large"), new byte[50 << 20]);
    CliRun run = convert(fleet, whole);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("KiB").doesNotContain("MiB");
  }

  @Test
  void twoProcessesInOneFile() throws Exception {
    Path other;
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.process(8, "node-2", 2, 1);
      maker.kernel("c", 0, 1, 0, 1000);
      other = maker.dump(folder.resolve("other.jfr"));
    }
    Path both = folder.resolve("both.jfr");
    Files.write(both, Files.readAllBytes(whole));
    Files.write(both, Files.readAllBytes(other), java.nio.file.StandardOpenOption.APPEND);
    CliRun run = convert(fleet, both);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(both.toString(), "several processes");
    assertThat(fleet).doesNotExist();
  }
}
