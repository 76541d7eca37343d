// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.roctracer.RoctracerException;

/** What the programs under test of {@code io.rocjfr.roctracer} share: calls, and printed values. */
class RoctracerProgram {
  static final int CALLS = 1000;
  static final int SMALL = 256; // four records

  final Counts counts = new Counts();
  Gpu gpu;

  static void print(String name, Object value) {
    System.out.println(name + "=" + value);
  }

  static void failing(String name, Runnable action) {
    try {
      action.run();
      print(name, "succeeded");
    } catch (RoctracerException e) {
      print(name, e.status());
      print(name + ".text", e.getMessage());
    }
  }

  void load() {
    gpu = new Gpu(counts, 0);
  }

  void call(int times) {
    for (int i = 0; i < times; i++) {
      gpu.getDevice(counts);
    }
  }
}
