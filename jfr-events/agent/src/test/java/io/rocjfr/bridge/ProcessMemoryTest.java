// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMemoryTest {
  private static final long PID = 4711;

  @TempDir Path folder;

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Path namespace(String target) throws IOException {
    return Files.createSymbolicLink(folder.resolve("pid"), Path.of(target));
  }

  @Test
  void theDriversFileOfTheProcessIsRead() throws IOException {
    write("topology/nodes/0/gpu_id", "0\n");
    write("topology/nodes/1/gpu_id", "51133\n");
    write("proc/4711/vram_51133", "8192\n");
    ProcessMemory memory = new ProcessMemory(folder, PID, namespace("pid:[4026531836]"));
    assertThat(memory.bytes(1)).isEqualTo(8192);
    assertThat(memory.bytes(0)).as("a processor").isEqualTo(-1);
    assertThat(memory.bytes(2)).as("no such node").isEqualTo(-1);
    assertThat(memory.bytes(-1)).isEqualTo(-1);
  }

  @Test
  void anotherProcessOfTheSameNumberIsNotTakenForThisOne() throws IOException {
    write("topology/nodes/1/gpu_id", "51133\n");
    write("proc/4711/vram_51133", "8192\n");
    ProcessMemory memory = new ProcessMemory(folder, PID, namespace("pid:[4026532000]"));
    assertThat(memory.bytes(1)).isEqualTo(-1);
  }

  @Test
  void whatIsNoNumberIsUnknown() throws IOException {
    write("topology/nodes/1/gpu_id", "51133\n");
    write("proc/4711/vram_51133", "many\n");
    ProcessMemory memory = new ProcessMemory(folder, PID, namespace("pid:[4026531836]"));
    assertThat(memory.bytes(1)).isEqualTo(-1);
  }
}
