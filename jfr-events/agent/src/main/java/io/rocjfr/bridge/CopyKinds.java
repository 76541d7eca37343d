// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.CopyDirection;
import java.util.HashMap;
import java.util.Map;

/**
 * What the kind of a copy record tells if the API call does not: whether it is a fill, and its
 * dimensions. It uses the runtime's name for the kind or the OpenCL command type. What a kind says
 * of the direction is not always where the data went: the tracer takes from it what is sure. Used
 * by the drain thread.
 */
final class CopyKinds {
  /** Fill or unknown, and dimensions (0 unknown) of a kind. */
  record Copy(CopyDirection direction, int dimensions) {}

  private static final Copy UNKNOWN = new Copy(CopyDirection.UNKNOWN, 0);

  private final Tracer tracer;
  private final Map<Integer, Copy> copies = new HashMap<>();
  private int lastKind = -1;
  private Copy lastCopy = UNKNOWN;

  CopyKinds(Tracer tracer) {
    this.tracer = tracer;
  }

  Copy get(int kind) {
    if (kind != lastKind) {
      lastCopy = copies.computeIfAbsent(kind, this::load);
      lastKind = kind;
    }
    return lastCopy;
  }

  private Copy load(int kind) {
    String name = tracer.kindName(kind);
    return name == null ? byCommand(kind) : byName(name, byCommand(kind));
  }

  private static Copy byName(String name, Copy otherwise) {
    boolean fill = name.startsWith("Fill");
    if (!fill && !name.startsWith("Copy")) {
      return otherwise;
    }
    int dimensions = name.endsWith("3D") ? 3 : name.endsWith("2D") ? 2 : 1;
    return new Copy(fill ? CopyDirection.FILL : CopyDirection.UNKNOWN, dimensions);
  }

  /** OpenCL's CL_COMMAND_*. */
  private static Copy byCommand(int kind) {
    return switch (kind) {
      case 0x11F3, 0x11F4, 0x11F5 -> new Copy(CopyDirection.UNKNOWN, 1);
      case 0x1201, 0x1202, 0x1203 -> new Copy(CopyDirection.UNKNOWN, 2);
      case 0x1207 -> new Copy(CopyDirection.FILL, 1);
      default -> UNKNOWN;
    };
  }
}
