// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Good recordings, for others to damage: those that the tests of the commands make. */
public final class Seeds {
  private Seeds() {}

  /** With activity of all kinds; with stacks; of several chunks; without any of ours. */
  public static List<byte[]> all(Path folder) throws IOException {
    List<byte[]> all = new ArrayList<>();
    Path file = folder.resolve("seed.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      activity(maker);
      all.add(Files.readAllBytes(maker.dump(file)));
    }
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      new LaunchingProgram(maker, 20).run();
      maker.process(77, "host", 4711, 2);
      all.add(Files.readAllBytes(maker.dump(file)));
    }
    byte[] both = new byte[all.get(0).length + all.get(1).length];
    System.arraycopy(all.get(0), 0, both, 0, all.get(0).length);
    System.arraycopy(all.get(1), 0, both, all.get(0).length, all.get(1).length);
    all.add(both);
    Files.delete(file);
    return all;
  }

  /** Writes them into a folder, from which a fuzzer starts. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    List<byte[]> seeds = all(folder);
    for (int i = 0; i < seeds.size(); i++) {
      Files.write(folder.resolve("seed" + i), seeds.get(i));
    }
  }

  private static void activity(RecordingMaker maker) {
    maker.process(78, "host", 4712, 2);
    for (int i = 0; i < 30; i++) {
      long at = i * 100_000L;
      maker.launch("gemm" + i % 3, i % 2, 1, 100 + i, at, 9_000, at + 20_000, 50_000);
      maker.copy(i % 2 == 0 ? "HostToDevice" : "DeviceToHost", 1L << 20, 0, at, 8_000);
      maker.range("step " + i % 4, 7, 0, at, 70_000);
      maker.telemetry(i % 2, 0.5, 1L << 30, 120);
      maker.memory(i % 2, "device", (long) i << 20);
    }
    maker.openClKernel("saxpy", 3, 4_000_000, 30_000);
    maker.openClCopy("HostToDevice", 77, 3, 4_100_000, 0);
    maker.openClCall("clFinish", "CL_SUCCESS", 0, 3, 4_000_000, 90_000);
    maker.startStopRange("epoch", 9, 0, 4_000_000);
    maker.mark("a mark");
    maker.lost("HIP_API", "ringFull", 3);
    maker.lostByJfr(10, 20);
    maker.pending(1, 2, 3, 4, "gfx1100 3");
    maker.pendingCall(130, "busy", true);
    maker.refused(12.5);
    for (int i = 0; i < 5; i++) {
      maker.live(1, "hipMalloc", 4096L << i, 2.5, "at a.B.c(B.java:7)\nat a.B.main(B.java:9)");
    }
  }
}
