// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much of a device's memory the process uses, as the kernel driver (KFD) says: a file for each
 * process and GPU, in bytes. It counts processes as the machine does, so that nothing is known in a
 * container with process ids of its own.
 */
final class ProcessMemory {
  private static final long UNKNOWN = -1;

  /** Of the namespace of process ids that the machine starts with. */
  private static final String FIRST_NAMESPACE = "pid:[4026531836]";

  private final Path kfd;
  private final long pid;
  private final boolean countsAlike;

  ProcessMemory() {
    this(
        Path.of("/sys/class/kfd/kfd"), ProcessHandle.current().pid(), Path.of("/proc/self/ns/pid"));
  }

  /** For tests, with other files. */
  ProcessMemory(Path kfd, long pid, Path namespace) {
    this.kfd = kfd;
    this.pid = pid;
    countsAlike = isFirst(namespace);
  }

  private static boolean isFirst(Path namespace) {
    try {
      return Files.readSymbolicLink(namespace).toString().equals(FIRST_NAMESPACE);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /**
   * The bytes on the GPU.
   *
   * @param node the driver's node of it, -1 if it is not known
   * @return -1 if it cannot be read
   */
  long bytes(int node) {
    if (node < 0 || !countsAlike) {
      return UNKNOWN;
    }
    try {
      long gpu = number(kfd.resolve("topology/nodes/" + node + "/gpu_id"));
      return gpu == 0 ? UNKNOWN : number(kfd.resolve("proc/" + pid + "/vram_" + gpu));
    } catch (IOException | NumberFormatException e) {
      return UNKNOWN;
    }
  }

  private static long number(Path file) throws IOException {
    return Long.parseLong(Files.readString(file).strip());
  }
}
