// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.jmc.model.GpuKey;

/** Which hardware queue of which GPU. */
record QueueKey(GpuKey gpu, long queue) {
  String label() {
    return gpu.label() + ", queue " + queue;
  }
}
