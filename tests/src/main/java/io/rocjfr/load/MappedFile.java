// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.Rocjfr;
import io.rocjfr.Roctx;
import io.rocjfr.buffered.TracingContext;
import io.rocjfr.roctracer.Roctracer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Has files mapped to read them, as a server may have an upload. */
public final class MappedFile {
  private MappedFile() {}

  /**
   * Takes the files' paths. Marks when it is told to go on, uses the libraries of which a file has
   * the name, and prints how the files are mapped.
   */
  public static void main(String[] arguments) throws Exception {
    List<MappedByteBuffer> mapped = new ArrayList<>();
    for (String file : arguments) {
      try (FileChannel channel = FileChannel.open(Path.of(file))) {
        mapped.add(channel.map(MapMode.READ_ONLY, 0, channel.size()));
      }
    }
    System.out.println("ready");
    System.in.read();
    System.out.println("active " + Rocjfr.isActive());
    Roctx.mark("mapped");
    for (String file : arguments) {
      if (file.contains("libroctracer64")) {
        System.out.println("roctracer " + Roctracer.version());
      } else if (file.contains("librocprofiler-sdk")) {
        try (TracingContext context = TracingContext.create()) {
          System.out.println("buffered " + context.isActive());
        }
      }
      for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
        if (line.endsWith(file)) {
          System.out.println(line);
        }
      }
    }
    for (MappedByteBuffer bytes : mapped) {
      System.out.println("first " + bytes.get(0));
    }
  }
}
