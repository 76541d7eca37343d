// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Records, waits until JFR flushed, says so, and goes on until it is killed. */
final class KilledProgram {
  static final int KERNELS = 1234;

  private KilledProgram() {}

  public static void main(String[] args) throws Exception {
    try (RecordingMaker maker = new RecordingMaker()) {
      Path repository = Path.of(System.getProperty("jdk.jfr.repository"));
      for (int i = 0; i < KERNELS; i++) {
        maker.kernel("scale", 0, 1, i * 1000L, 500);
      }
      // JFR flushes once a second; the second time all of the above is in the file.
      long size = 0;
      for (int growths = 0; growths < 2; ) {
        TimeUnit.MILLISECONDS.sleep(50);
        long now = size(repository);
        growths += now > size ? 1 : 0;
        size = now;
      }
      System.out.println("flushed");
      TimeUnit.MINUTES.sleep(1);
    }
  }

  private static long size(Path repository) throws Exception {
    try (Stream<Path> files = Files.walk(repository)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
