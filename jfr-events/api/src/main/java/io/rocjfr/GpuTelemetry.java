// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Load, memory, temperature and clock rates of the GPUs of this machine. They come from the
 * kernel's driver {@code amdgpu}, through sysfs. Neither a library, nor root, nor the agent is
 * necessary. A reading takes some system calls and may wait for the device's firmware, so read on a
 * thread that may wait.
 */
public final class GpuTelemetry {
  private static final Path SYS = Path.of("/sys");

  /** GPUs come and go seldom: they are looked for at each so many readings. */
  private static final int LOOK_EVERY = 60;

  private final Path sys;
  private List<AmdGpu> gpus = List.of();
  private int readings;

  private GpuTelemetry(Path sys) {
    this.sys = sys;
  }

  /** Of this machine. */
  public static GpuTelemetry ofThisMachine() {
    return new GpuTelemetry(SYS);
  }

  /**
   * Of another tree of such files.
   *
   * @param sys what is /sys there
   */
  public static GpuTelemetry of(Path sys) {
    return new GpuTelemetry(sys);
  }

  /**
   * Reads all GPUs now.
   *
   * @return one for each that says anything, in the order of their places; none of one that the
   *     kernel has put to sleep, which a question would wake
   */
  public synchronized List<GpuReading> read() {
    if (readings++ % LOOK_EVERY == 0) {
      gpus = find();
    }
    List<GpuReading> all = new ArrayList<>(gpus.size());
    for (AmdGpu gpu : gpus) {
      GpuReading reading = gpu.read();
      if (reading != null) {
        all.add(reading);
      }
    }
    return all;
  }

  private List<AmdGpu> find() {
    TreeMap<String, AmdGpu> found = new TreeMap<>();
    DriverNodes nodes = DriverNodes.in(sys.resolve("class/kfd/kfd/topology/nodes"));
    // Partitions of a GPU are cards of their own in one place: each file is read once.
    Set<Path> seen = new HashSet<>();
    try (DirectoryStream<Path> cards =
        Files.newDirectoryStream(sys.resolve("class/drm"), "card[0-9]*")) {
      for (Path card : cards) {
        if (card.getFileName().toString().indexOf('-') >= 0) {
          continue; // a connector: card0-DP-1
        }
        try {
          Path device = card.resolve("device").toRealPath();
          if (seen.add(device)) {
            AmdGpu gpu = AmdGpu.of(device, nodes);
            if (gpu != null) {
              found.put(gpu.pciAddress(), gpu);
            }
          }
        } catch (IOException e) {
          // It went, or this user may not see it.
        }
      }
    } catch (IOException e) {
      return List.of(); // No graphics driver at all.
    }
    return List.copyOf(found.values());
  }
}
