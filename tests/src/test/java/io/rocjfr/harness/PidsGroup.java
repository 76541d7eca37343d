// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;

/** A control group of our own that limits how many threads its processes have. */
public final class PidsGroup implements AutoCloseable {
  private static final Path ALL = Path.of("/sys/fs/cgroup");

  private final Path folder;

  private PidsGroup(Path folder) {
    this.folder = folder;
  }

  /** Skips the calling test where none can be made. */
  public static PidsGroup make() {
    Path parent = Files.isDirectory(ALL.resolve("pids")) ? ALL.resolve("pids") : ALL;
    PidsGroup group = new PidsGroup(parent.resolve("rocjfr-" + UUID.randomUUID()));
    String problem = null;
    try {
      Files.createDirectory(group.folder);
      if (!Files.isWritable(group.limit())) {
        problem = "it limits no threads";
        group.close();
      }
    } catch (IOException e) {
      problem = e.toString();
    }
    Assumptions.assumeTrue(problem == null, "no control group can be made: " + problem);
    return group;
  }

  private Path limit() {
    return folder.resolve("pids.max");
  }

  /** What starts a program in it. */
  public List<String> words() {
    return List.of("sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", folder + "/cgroup.procs");
  }

  /** No thread more. */
  public void fill() throws IOException {
    Files.writeString(limit(), Files.readString(folder.resolve("pids.current")));
  }

  public void empty() throws IOException {
    Files.writeString(limit(), "max");
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(folder);
  }
}
