// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.Timed;
import java.util.Collection;

/**
 * A piece of work of a GPU: a dispatch or a copy.
 *
 * @param dispatch whether it is a dispatch, else a copy
 * @param name of a dispatch its kernel, of a copy its direction
 * @param device the HIP ordinal or OpenCL's number, -1 if unknown
 * @param agentId the HSA agent
 * @param deviceName as OpenCL names it; empty for HIP
 * @param queue the hardware queue, or OpenCL's
 * @param bytes of a copy, 0 if unknown
 * @param correlationId joins it with the call that submitted it, 0 if there is none
 * @param timed false for that of a queue of OpenCL without profiling: it has no length
 */
public record Work(
    boolean dispatch,
    String name,
    int device,
    int agentId,
    String deviceName,
    long queue,
    long begin,
    long end,
    long bytes,
    long correlationId,
    boolean timed)
    implements Timed {

  /** Which GPU did it. */
  public GpuKey gpu() {
    return new GpuKey(device, agentId, deviceName);
  }

  /** Whether it is OpenCL's, else HIP's. */
  public boolean isOpenCl() {
    return !deviceName.isEmpty();
  }

  /**
   * Whether it is not known how long all of this took, a whole queue's maybe. Pieces of which HIP
   * gave no times that can be are a few among others: they count for nothing.
   */
  public static boolean lackTimes(Collection<Work> all) {
    return all.stream().anyMatch(work -> !work.timed && work.isOpenCl());
  }
}
