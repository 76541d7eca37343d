// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.GpuKey;

/**
 * What the events of one lane have in common.
 *
 * @param kind what they are about
 * @param gpu which GPU did them; null where a thread did
 * @param queue its hardware queue, or 0
 * @param actor the thread, as {@code GpuEvents} numbers them; 0 where a GPU did
 * @param threadName its name, or empty
 * @param depth how many ranges are around it
 * @param startStop whether they are ranges that begin and end apart
 */
public record LaneKey(
    RowKind kind,
    GpuKey gpu,
    long queue,
    long actor,
    String threadName,
    int depth,
    boolean startStop) {

  static LaneKey ofWork(RowKind kind, GpuKey gpu, long queue) {
    return new LaneKey(kind, gpu, queue, 0, "", 0, false);
  }

  static LaneKey ofThread(
      RowKind kind, long actor, String threadName, int depth, boolean startStop) {
    return new LaneKey(kind, null, 0, actor, threadName, depth, startStop);
  }

  /** Whether it is that of this queue. */
  boolean isWork(int device, int agentId, String gpuName, long ofQueue) {
    return queue == ofQueue
        && gpu.device() == device
        && gpu.agentId() == agentId
        && gpu.name().equals(gpuName);
  }

  /** Whether it is that of this thread at this depth. */
  boolean isThread(long ofActor, String name, int ofDepth, boolean apart) {
    return actor == ofActor && depth == ofDepth && startStop == apart && threadName.equals(name);
  }

  /** What the group is called in which the lane stands. */
  public String group() {
    if (gpu != null) {
      return gpu.label();
    }
    return "Thread " + threadName + (actor == 0 ? "" : " (" + Math.abs(actor) + ")");
  }

  /** What the lane is called within its group. */
  public String label() {
    return switch (kind) {
      case KERNEL -> "queue " + queue + ": kernels";
      case COPY -> "queue " + queue + ": copies";
      case CALL -> "calls";
      case RANGE -> startStop ? "ranges, start/stop" : "ranges, depth " + depth;
      case SPAN -> "spans";
    };
  }
}
