// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

/**
 * Which GPU.
 *
 * @param device its HIP ordinal, -1 if unknown
 * @param agentId its driver node, -1 if unknown
 */
record DeviceKey(int device, int agentId) implements Comparable<DeviceKey> {
  @Override
  public int compareTo(DeviceKey other) {
    int order = Integer.compare(device, other.device);
    return order != 0 ? order : Integer.compare(agentId, other.agentId);
  }
}
