// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

/**
 * Which GPU.
 *
 * @param device its HIP ordinal, -1 if unknown
 * @param agentId its HSA agent, the driver's node
 * @param name as OpenCL names it, whose numbers are not HIP's; empty for HIP
 */
public record GpuKey(int device, int agentId, String name) implements Comparable<GpuKey> {
  /** A GPU that is known by its numbers alone. */
  public GpuKey(int device, int agentId) {
    this(device, agentId, "");
  }

  @Override
  public int compareTo(GpuKey other) {
    int order = Integer.compare(device, other.device);
    order = order != 0 ? order : Integer.compare(agentId, other.agentId);
    return order != 0 ? order : name.compareTo(other.name);
  }

  /** As people call it. */
  public String label() {
    if (!name.isEmpty()) {
      return name;
    }
    if (device >= 0) {
      return "GPU " + device;
    }
    return agentId >= 0 ? "agent " + agentId : "unknown GPU";
  }
}
