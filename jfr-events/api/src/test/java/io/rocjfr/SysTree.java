// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A tree of files as /sys is, with GPUs of the driver amdgpu. */
final class SysTree {
  private final Path sys;

  SysTree(Path sys) {
    this.sys = sys;
  }

  /** A GPU that says nothing yet. */
  Gpu gpu(int card, String place) throws IOException {
    Path device = Files.createDirectories(sys.resolve("devices/" + place));
    Path folder = Files.createDirectories(sys.resolve("class/drm/card" + card));
    Files.createSymbolicLink(folder.resolve("device"), device);
    return new Gpu(device).file("vendor", "0x1002\n").sensor("name", "amdgpu\n");
  }

  void node(int number, String properties) throws IOException {
    Path node = Files.createDirectories(sys.resolve("class/kfd/kfd/topology/nodes/" + number));
    Files.writeString(node.resolve("properties"), properties);
  }

  /** One of them. */
  static final class Gpu {
    private final Path device;

    private Gpu(Path device) {
      this.device = device;
    }

    Gpu file(String name, String text) throws IOException {
      Path file = device.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    }

    Gpu sensor(String name, String text) throws IOException {
      return file("hwmon/hwmon3/" + name, text);
    }

    Gpu labelled(String sensor, String label, String value) throws IOException {
      return sensor(sensor + "_label", label + "\n").sensor(sensor + "_input", value);
    }
  }
}
