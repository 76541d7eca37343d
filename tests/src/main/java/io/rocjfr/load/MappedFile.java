// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.Rocjfr;
import io.rocjfr.Roctx;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;

/** Has a file mapped to read it, as a server may have an upload. */
public final class MappedFile {
  private MappedFile() {}

  /** Takes the file's path. Marks when it is told to go on, and prints how the file is mapped. */
  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[0]);
    try (FileChannel channel = FileChannel.open(file)) {
      MappedByteBuffer bytes = channel.map(MapMode.READ_ONLY, 0, channel.size());
      System.out.println("ready");
      System.in.read();
      System.out.println("active " + Rocjfr.isActive());
      Roctx.mark("mapped");
      for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
        if (line.endsWith(file.toString())) {
          System.out.println(line);
        }
      }
      System.out.println("first " + bytes.get(0));
    }
  }
}
