// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.CopyDirection;
import java.util.HashMap;
import java.util.Map;

/**
 * What the kind of a copy record says where the API call did not: the runtime's name for the kind,
 * or its OpenCL command type. Used by the drain thread.
 */
final class CopyKinds {
  /** Direction and dimensions (0 unknown) of a kind. */
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
    CopyDirection direction;
    if (name.startsWith("Fill")) {
      direction = CopyDirection.FILL;
    } else if (name.contains("HostToDevice")) {
      direction = CopyDirection.HOST_TO_DEVICE;
    } else if (name.contains("DeviceToHost")) {
      direction = CopyDirection.DEVICE_TO_HOST;
    } else if (name.contains("DeviceToDevice")) {
      direction = CopyDirection.DEVICE_TO_DEVICE;
    } else if (name.contains("HostToHost")) {
      direction = CopyDirection.HOST_TO_HOST;
    } else {
      return otherwise;
    }
    int dimensions = name.endsWith("3D") ? 3 : name.endsWith("2D") ? 2 : 1;
    return new Copy(direction, dimensions);
  }

  /** OpenCL's CL_COMMAND_*. */
  private static Copy byCommand(int kind) {
    return switch (kind) {
      case 0x11F3 -> new Copy(CopyDirection.DEVICE_TO_HOST, 1);
      case 0x11F4 -> new Copy(CopyDirection.HOST_TO_DEVICE, 1);
      case 0x11F5 -> new Copy(CopyDirection.DEVICE_TO_DEVICE, 1);
      case 0x1201 -> new Copy(CopyDirection.DEVICE_TO_HOST, 2);
      case 0x1202 -> new Copy(CopyDirection.HOST_TO_DEVICE, 2);
      case 0x1203 -> new Copy(CopyDirection.DEVICE_TO_DEVICE, 2);
      case 0x1207 -> new Copy(CopyDirection.FILL, 1);
      default -> UNKNOWN;
    };
  }
}
