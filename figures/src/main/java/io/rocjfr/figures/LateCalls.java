// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The calls of a recording's last moment that have no work in it: they came after the last status,
 * which tells what was pending. Takes a file's events in any order, and keeps those since the
 * latest status only. Times are in nanoseconds since the epoch.
 */
public final class LateCalls {
  private static final int MOST = 1 << 20;

  /** A GPU's clock is converted, and may be off by less than this. */
  private static final long CLOCKS_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** When they began, by correlation id. */
  private final Map<Long, Long> calls = new HashMap<>();

  /** When it ended, by correlation id. */
  private final Map<Long, Long> work = new HashMap<>();

  private long saidAt = Long.MIN_VALUE + CLOCKS_NANOS;
  private boolean anyWork;
  private boolean tooMany;

  /** A status was committed then. */
  public void status(long at) {
    if (at <= saidAt) {
      return;
    }
    saidAt = at;
    tooMany = false;
    calls.values().removeIf(begin -> begin <= saidAt);
    work.values().removeIf(end -> end <= saidAt - CLOCKS_NANOS);
  }

  /**
   * A call of HIP that is not known to have failed.
   *
   * @param kernel what it launches; empty if that is not told
   */
  public void call(String function, String kernel, long correlationId, long begin) {
    if (begin > saidAt && correlationId != 0 && submits(function, kernel)) {
      put(calls, correlationId, begin);
    }
  }

  /** A kernel, copy or fill that ended then. */
  public void work(long correlationId, long end) {
    anyWork = true;
    if (end > saidAt - CLOCKS_NANOS && correlationId != 0) {
      put(work, correlationId, end);
    }
  }

  /**
   * How many have none. 0 where that is not known: the file has no work at all, as where its
   * settings turn that off, or no status for very long.
   */
  public long count() {
    return anyWork && !tooMany
        ? calls.keySet().stream().filter(call -> !work.containsKey(call)).count()
        : 0;
  }

  private static boolean submits(String function, String kernel) {
    return !kernel.isEmpty()
        || function.startsWith("hipGraphLaunch")
        || function.startsWith("hipMemcpy")
        || function.startsWith("hipMemset");
  }

  private void put(Map<Long, Long> map, long correlationId, long at) {
    if (map.size() < MOST) {
      map.put(correlationId, at);
    } else {
      tooMany = true;
    }
  }
}
