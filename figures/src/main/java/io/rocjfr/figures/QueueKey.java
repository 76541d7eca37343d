// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

/** Which hardware queue of which GPU. */
public record QueueKey(GpuKey gpu, long queue) implements Comparable<QueueKey> {
  @Override
  public int compareTo(QueueKey other) {
    int order = gpu.compareTo(other.gpu);
    return order != 0 ? order : Long.compare(queue, other.queue);
  }

  /** As people call it. */
  public String label() {
    return gpu.label() + ", queue " + queue;
  }
}
