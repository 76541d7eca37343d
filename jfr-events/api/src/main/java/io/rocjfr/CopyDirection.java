// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

/** Where the data of a copy comes from and goes to. */
public enum CopyDirection {
  /** No copy, or the runtime did not say. */
  UNKNOWN(0, null),
  /** Between two places in the host's memory. */
  HOST_TO_HOST(1, "HostToHost"),
  /** From the host's memory to a device's. */
  HOST_TO_DEVICE(2, "HostToDevice"),
  /** From a device's memory to the host's. */
  DEVICE_TO_HOST(3, "DeviceToHost"),
  /** Within a device's memory or between two devices. */
  DEVICE_TO_DEVICE(4, "DeviceToDevice"),
  /** No copy, but a fill with a value. */
  FILL(5, "Fill"),
  /** OpenCL gives the host access to memory: data may move or not. */
  MAP(6, "Map"),
  /** OpenCL ends that access: data may move or not. */
  UNMAP(7, "Unmap");

  private static final CopyDirection[] VALUES = values();

  private final int code;
  private final String label;

  CopyDirection(int code, String label) {
    this.code = code;
    this.label = label;
  }

  /** The spelling in events, e.g. {@code HostToDevice}; null for {@link #UNKNOWN}. */
  public String label() {
    return label;
  }

  /** The number of this direction between the agent and this API. */
  public int code() {
    return code;
  }

  static CopyDirection of(int code) {
    return VALUES[code];
  }
}
