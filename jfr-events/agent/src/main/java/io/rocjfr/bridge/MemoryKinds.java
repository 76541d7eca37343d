// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.List;

/** The kinds of GPU memory, by the tracer's numbers. */
final class MemoryKinds {
  private static final List<String> NAMES =
      List.of("device", "host", "managed", "pool", "virtual", "array", "opencl");

  private MemoryKinds() {}

  static String name(int kind) {
    return kind >= 0 && kind < NAMES.size() ? NAMES.get(kind) : "kind" + kind;
  }
}
