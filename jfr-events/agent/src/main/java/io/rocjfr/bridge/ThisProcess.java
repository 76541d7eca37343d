// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** What tells this process from the others of a fleet, for people. */
final class ThisProcess {
  /** Of the machine or the container; empty if Linux does not say. Names are not looked up. */
  static final String HOST = host();

  static final long PID = ProcessHandle.current().pid();

  /** When the process started, in milliseconds of the epoch; 0 if it is not known. */
  static final long START_MILLIS =
      ProcessHandle.current().info().startInstant().map(Instant::toEpochMilli).orElse(0L);

  private ThisProcess() {}

  private static String host() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
