// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * The calls that the last status of one recording is about: JFR records for a while after it, and
 * the work of some comes yet. Events may come in any order. Memory is bounded.
 */
public final class PendingCalls {
  /** More are not looked at: the status stands as it is. */
  static final int MOST = 1 << 16;

  private record Call(long at, String state, boolean single) {}

  private final Map<Long, Call> calls = new HashMap<>();
  private long lastLook = Long.MIN_VALUE;
  private long process;
  private boolean severalProcesses;

  /**
   * Takes a status.
   *
   * @param at when it looked, in nanoseconds of the epoch
   * @param processKey of which process it is: ids are a process's own
   */
  public void addLook(long at, long processKey) {
    severalProcesses |= lastLook != Long.MIN_VALUE && processKey != process;
    process = processKey;
    if (at > lastLook) {
      lastLook = at;
      calls.values().removeIf(call -> call.at() < at);
    }
  }

  /**
   * Takes a call that a status was about.
   *
   * @param at when that was said, in nanoseconds of the epoch
   * @param state busy, finished or unasked
   * @param single whether it had submitted one piece of work in all
   */
  public void addCall(long at, long correlationId, String state, boolean single) {
    if (at < lastLook) {
      return;
    }
    Call known = calls.get(correlationId);
    if (known != null || calls.size() < MOST) {
      boolean again = known != null && known.at() >= at;
      calls.put(correlationId, again ? known : new Call(at, state, single));
    }
  }

  /** What is missing when all events were added: without the work that has come after the look. */
  public Unreported correct(Unreported work, LongPredicate hasWork) {
    if (severalProcesses) {
      return work;
    }
    long busy = 0;
    long finished = 0;
    long unasked = 0;
    for (Map.Entry<Long, Call> entry : calls.entrySet()) {
      Call call = entry.getValue();
      if (call.at() >= lastLook && call.single() && hasWork.test(entry.getKey())) {
        switch (call.state()) {
          case "busy" -> busy++;
          case "finished" -> finished++;
          case "unasked" -> unasked++;
          default -> {
            // Of a later version.
          }
        }
      }
    }
    return work.without(busy, finished, unasked);
  }
}
