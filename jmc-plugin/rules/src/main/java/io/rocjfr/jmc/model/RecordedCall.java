// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.figures.Timed;

/**
 * A call of HIP or OpenCL.
 *
 * @param function the called function
 * @param category that of its event, or of the function where events have none
 * @param kernel what it launches, empty if it launches nothing
 * @param actor the calling thread, as {@link GpuEvents} numbers them
 * @param threadName the name of that thread
 * @param correlationId joins the call with the work that it submitted, 0 if there is none
 * @param result the name of the error that it returned; empty for success, null where the
 *     recording's events do not have that field
 */
public record RecordedCall(
    String function,
    String category,
    String kernel,
    long actor,
    String threadName,
    long begin,
    long end,
    long correlationId,
    String result)
    implements Timed {
  /** In the events' spelling: the runtime did not tell, or was not asked. */
  public static final String UNKNOWN_RESULT = "unknown";

  /** Whether it is one of OpenCL. */
  public boolean isOpenCl() {
    return function.startsWith("cl");
  }

  /** Whether it is known what the call returned. */
  public boolean hasResult() {
    return result != null && !result.equals(UNKNOWN_RESULT);
  }

  /** Whether it is known to have failed. */
  public boolean failed() {
    return hasResult() && !result.isEmpty();
  }

  /** The same call at another time. */
  public RecordedCall from(long otherBegin, long otherEnd) {
    return new RecordedCall(
        function, category, kernel, actor, threadName, otherBegin, otherEnd, correlationId, result);
  }
}
