// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Which files another process sees. One in a container, or a service of systemd with a folder for
 * temporary files of its own, sees others under the same names.
 */
final class ProcessFiles {
  private static final String THERE =
      "Run this command there (docker exec, kubectl exec, nsenter), or start the program with"
          + " -javaagent:rocjfr.jar, and record with its JDK's jcmd.";

  private ProcessFiles() {}

  /** What to add to why a process cannot be attached to; nothing if it sees our files. */
  static String hint(ProcessId process) {
    return areSame(process, Path.of("/"))
        ? ""
        : "It has its own file systems, probably in a container. " + THERE;
  }

  /** Whether a file or folder of ours is the same there; true where that cannot be known. */
  static boolean areSame(ProcessId process, Path file) {
    Path root = Path.of("/proc/" + process + "/root");
    if (!Files.isDirectory(root)) { // It has ended, or may not be looked at.
      return true;
    }
    Path absolute = file.toAbsolutePath();
    try {
      return Files.isSameFile(absolute, root.resolve(absolute.toString().substring(1)));
    } catch (AccessDeniedException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Ends the command if the process does not see what it is to read or write. */
  static void require(ProcessId process, Path file) {
    if (!areSame(process, file)) {
      throw new UserError(
          "Process "
              + process
              + " has its own file systems, probably in a container. It does"
              + " not see "
              + file
              + " of this command. "
              + THERE);
    }
  }
}
