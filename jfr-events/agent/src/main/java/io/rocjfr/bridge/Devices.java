// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.Arrays;

/**
 * What the device number of a record means: the driver's node of its agent, and its HIP ordinal.
 * Runtimes count differently, so the tracer is asked, once for each number. Used by the drain
 * thread.
 */
final class Devices {
  private static final int MAX = 256;

  /** What is not known yet is asked for again after so many of the device's records. */
  private static final int RETRY = 16;

  private final Tracer tracer;
  private final int[] agents = new int[MAX];
  private final int[] ordinals = new int[MAX];
  private final int[] unknown = new int[MAX];

  Devices(Tracer tracer) {
    this.tracer = tracer;
    Arrays.fill(agents, -1);
    Arrays.fill(ordinals, -1);
  }

  /** The driver's node, -1 if it is not known. */
  int agent(int deviceId) {
    return inTable(deviceId) ? agents[deviceId] : -1;
  }

  /** The HIP ordinal, -1 if it is not known. */
  int device(int deviceId) {
    return inTable(deviceId) ? ordinals[deviceId] : -1;
  }

  private boolean inTable(int deviceId) {
    if (deviceId < 0 || deviceId >= MAX) {
      return false;
    }
    if ((agents[deviceId] < 0 || ordinals[deviceId] < 0) && unknown[deviceId]++ % RETRY == 0) {
      agents[deviceId] = tracer.agent(deviceId);
      ordinals[deviceId] = tracer.device(deviceId);
    }
    return true;
  }
}
