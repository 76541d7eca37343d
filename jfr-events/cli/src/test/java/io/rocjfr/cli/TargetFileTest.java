// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was there stays until there is all of what takes its place. */
class TargetFileTest {
  @TempDir Path folder;

  private Path before(String name) throws IOException {
    return Files.writeString(folder.resolve(name), "before");
  }

  private static byte[] record(Path file) throws IOException {
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.kernel("gemm", 0, 1, 0, 1_000_000);
      return Files.readAllBytes(maker.dump(file));
    }
  }

  @Test
  void theJvmWritesBesideItUnderANameThatJfrTakesAsItIs() throws IOException {
    Path file = before("a%p, %t.jfr");
    TargetFile target = TargetFile.of(file);
    assertThat(target.recording().getParent()).isEqualTo(folder);
    assertThat(target.recording().getFileName().toString()).matches("rocjfr[0-9a-z]+\\.jfr");
    assertThat(target.shown()).isEqualTo(file);
    assertThat(target.state()).isEmpty();
    record(target.recording());
    assertThat(file).hasContent("before");
    target.recorded();
    assertThat(Files.readAllBytes(file)).startsWith('F', 'L', 'R');
    assertThat(target.state()).isEqualTo(file + " is written.");
    target.discard();
    assertThat(folder.toFile().list()).containsExactly("a%p, %t.jfr");
  }

  @Test
  void whoMayReadItStaysSo() throws IOException {
    for (String name : new String[] {"gpu.jfr", "gpu.html"}) {
      Path file = before(name);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      assertThat(Files.getPosixFilePermissions(TargetFile.of(file).recording()))
          .as(name)
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  @Test
  void whatWasMadeForNothingGoes() throws IOException {
    Path file = before("gpu.jfr");
    TargetFile target = TargetFile.of(file);
    Files.writeString(target.recording(), "FLR half");
    target.discard();
    assertThat(file).hasContent("before");
    assertThat(folder.toFile().list()).containsExactly("gpu.jfr");
  }

  /** JFR makes no file again, and may still be writing to the dump. */
  @Test
  void whatTheJvmWritesWhenItEndsIsAnEmptyFileOfItsOwn() throws IOException {
    TargetFile target = TargetFile.of(before("gpu.jfr"));
    Path atItsEnd = target.recording();
    try (OutputStream jvm = Files.newOutputStream(target.dump())) {
      jvm.write(1);
      assertThat(target.isDumped()).isTrue();
      assertThat(target.bytes()).isEqualTo(1);
      assertThat(target.isWritten()).isFalse();
      assertThat(target.leave()).isTrue();
      jvm.write(2);
    }
    assertThat(target.leave()).isTrue();
    target.discard();
    assertThat(target.recording()).isEqualTo(atItsEnd).isEmptyFile();
    assertThat(folder.toFile().list())
        .containsExactlyInAnyOrder("gpu.jfr", atItsEnd.getFileName().toString());
    Files.delete(atItsEnd);
    assertThat(target.leave()).isFalse();
  }

  /** JFR would append the same chunks to it. */
  @Test
  void theDumpIsAnotherFileThanWhatTheJvmWritesWhenItEnds() throws IOException {
    Path file = before("gpu.jfr");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    TargetFile target = TargetFile.of(file);
    Path atItsEnd = target.recording();
    Path dump = target.dump();
    assertThat(dump).isNotEqualTo(atItsEnd).hasParent(folder);
    assertThat(dump.getFileName().toString()).matches("rocjfr[0-9a-z]+-dump\\.jfr");
    assertThat(Files.getPosixFilePermissions(dump))
        .isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
    byte[] whole = record(dump);
    Files.writeString(atItsEnd, "FLR of the end");
    assertThat(target.keepDump()).isEqualTo(atItsEnd);
    target.dropOther();
    target.recorded();
    target.discard();
    assertThat(file).hasBinaryContent(whole);
    assertThat(folder.toFile().list()).containsExactly("gpu.jfr");
  }

  @Test
  void whatIsWholeIsNotLeft() throws IOException {
    TargetFile target = TargetFile.of(before("gpu.jfr"));
    byte[] whole = record(target.recording());
    target.keep();
    assertThat(target.leave()).isTrue();
    target.discard();
    assertThat(target.recording()).hasBinaryContent(whole);
  }

  /** As on a disk that is full when the program ends. */
  @Test
  void whatIsCutOffReplacesNothingAndIsKept() throws IOException {
    Path file = before("gpu.jfr");
    TargetFile target = TargetFile.of(file);
    byte[] bytes = record(target.recording());
    Files.write(target.recording(), Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(target::recorded)
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(file + " is not written: the recording is truncated: ")
        .hasMessageEndingWith("\nThe readable part is kept: " + target.recording());
    target.discard();
    assertThat(file).hasContent("before");
    assertThat(target.recording()).isNotEmptyFile();
  }

  @Test
  void aLinkStays() throws IOException {
    Path file = before("file.jfr");
    Path link =
        Files.createSymbolicLink(
            Files.createDirectory(folder.resolve("links")).resolve("link.jfr"), file);
    TargetFile target = TargetFile.of(link);
    record(target.recording());
    target.recorded();
    assertThat(link).isSymbolicLink();
    assertThat(Files.readAllBytes(file)).startsWith('F', 'L', 'R');
    assertThat(folder.resolve("links").toFile().list()).containsExactly("link.jfr");
  }

  @Test
  void whereOnlyARecordingIsLeftItIsSaid() throws IOException {
    Path page = folder.resolve("gpu.html");
    TargetFile target = TargetFile.of(page);
    assertThat(target.state()).isEmpty();
    record(target.recording());
    target.recorded();
    assertThat(target.state())
        .isEqualTo(page + " is not written. The recording itself is kept: " + target.recording());
  }
}
