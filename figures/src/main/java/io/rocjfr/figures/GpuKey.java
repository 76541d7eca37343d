// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

/**
 * Which GPU.
 *
 * @param device its HIP ordinal, -1 if unknown
 * @param agentId its HSA agent, the driver's node
 */
public record GpuKey(int device, int agentId) implements Comparable<GpuKey> {
  @Override
  public int compareTo(GpuKey other) {
    int order = Integer.compare(device, other.device);
    return order != 0 ? order : Integer.compare(agentId, other.agentId);
  }

  /** As people call it. */
  public String label() {
    if (device >= 0) {
      return "GPU " + device;
    }
    return agentId >= 0 ? "agent " + agentId : "unknown GPU";
  }
}
