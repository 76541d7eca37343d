// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

/**
 * Which GPU.
 *
 * @param device its HIP ordinal, -1 if unknown
 * @param agentId its driver node, -1 if unknown
 * @param name as OpenCL names it, whose numbers are not HIP's; empty for HIP
 */
record DeviceKey(int device, int agentId, String name) implements Comparable<DeviceKey> {
  @Override
  public int compareTo(DeviceKey other) {
    int order = Integer.compare(device, other.device);
    order = order != 0 ? order : Integer.compare(agentId, other.agentId);
    return order != 0 ? order : name.compareTo(other.name);
  }
}
