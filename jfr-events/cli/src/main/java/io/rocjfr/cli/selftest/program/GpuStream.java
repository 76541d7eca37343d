// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest.program;

import com.sun.jna.Pointer;

/**
 * A stream of HIP.
 *
 * @param label the program's own name of it
 * @param handle null for the default stream
 * @param device that it belongs to
 */
record GpuStream(String label, Pointer handle, int device) {
  /** The default stream of a device. */
  static GpuStream ofDevice(int device) {
    return new GpuStream("default of device " + device, null, device);
  }
}
