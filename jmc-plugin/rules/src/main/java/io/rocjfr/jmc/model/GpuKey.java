// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

/**
 * Which GPU.
 *
 * @param device its HIP ordinal, -1 if unknown
 * @param agentId its HSA agent
 */
public record GpuKey(int device, int agentId) implements Comparable<GpuKey> {
  @Override
  public int compareTo(GpuKey other) {
    int order = Integer.compare(device, other.device);
    return order != 0 ? order : Integer.compare(agentId, other.agentId);
  }

  /** As people call it. */
  public String label() {
    return device >= 0 ? "device " + device : "agent " + agentId;
  }
}
