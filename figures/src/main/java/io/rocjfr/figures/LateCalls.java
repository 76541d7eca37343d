// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Finds HIP calls of one recording that ended after the last look at what was pending, and whose
 * work is not in it. No status tells of that work. Events may come in any order. Memory is bounded:
 * a bit for each call with work, of the {@value #MOST_PAGES} times {@value #PAGE} ids that came
 * last.
 */
public final class LateCalls {
  /** More are counted, but not told apart. */
  static final int MOST_CALLS = 1 << 17;

  private static final int MOST_PAGES = 1 << 15;
  private static final int PAGE = 1 << 12;

  /** As the events spell that nobody knows what a call returned. */
  private static final String UNKNOWN_RESULT = "unknown";

  /** Which calls have work, by page of their ids. */
  private final Map<Long, long[]> withWork = new LinkedHashMap<>();

  /** When calls ended that no status came after and no work belongs to, by id. */
  private final Map<Long, Long> calls = new HashMap<>();

  private boolean known;
  private long lastLook = Long.MIN_VALUE;

  /** When the last call ended that there was no room for. */
  private long unkeptEnd = Long.MIN_VALUE;

  /**
   * How many were found.
   *
   * @param calls how many
   * @param more whether there may be more of them
   */
  public record Found(long calls, boolean more) {
    public static final Found NONE = new Found(0, false);

    public Found plus(Found other) {
      return new Found(calls + other.calls, more || other.more);
    }

    public boolean any() {
      return calls > 0;
    }

    /** What is known of them, and what to do. */
    public String sentence() {
      boolean one = calls == 1 && !more;
      return (more ? "At least " : "")
          + Units.count(calls, "call", "calls")
          + (calls == 1 ? " is" : " are")
          + " without work in the file: "
          + (one ? "it" : "they")
          + " ended after the last check for pending work. "
          + (one ? "Its" : "Their")
          + " work may have come too late. Or there was none (as in a capture), or the settings"
          + " leave it out. Remedy: synchronise the stream or device before the end.";
    }
  }

  /**
   * Whether a HIP call submits work of which an event comes. The one place that decides it.
   *
   * @param function its name
   * @param kernel what it launches, empty if that is not known
   * @param bytes what it moves or fills; 0 if that is nothing, or not known
   */
  public static boolean submits(String function, String kernel, long bytes) {
    if (FunctionCatalogue.categoryOf(function).equals("graph")) {
      return false; // it only makes or changes a graph's kernels, copies and fills
    }
    return FunctionCatalogue.launches(function)
        || !kernel.isEmpty()
        || (FunctionCatalogue.submits(function) && bytes > 0);
  }

  /** Takes a status: when it looked, in nanoseconds of the epoch. */
  public void addLook(long at) {
    known = true;
    if (at > lastLook) {
      lastLook = at;
      calls.values().removeIf(end -> end <= at);
    }
  }

  /**
   * Takes a HIP call.
   *
   * @param correlationId joins it with its work, 0 if nothing does
   * @param end when it ended, in nanoseconds of the epoch
   * @param result the error's name; empty for success
   */
  public void addCall(
      long correlationId, long end, String function, String kernel, long bytes, String result) {
    boolean failed = !result.isEmpty() && !result.equals(UNKNOWN_RESULT);
    if (end <= lastLook
        || correlationId == 0
        || failed
        || !submits(function, kernel, bytes)
        || hasWork(correlationId)) {
      return;
    }
    if (calls.size() < MOST_CALLS) {
      calls.put(correlationId, end);
    } else {
      unkeptEnd = Math.max(unkeptEnd, end);
    }
  }

  /** Takes a piece of HIP's work: a dispatch or a copy. */
  public void addWork(long correlationId) {
    if (correlationId == 0) {
      return;
    }
    calls.remove(correlationId);
    long[] page = withWork.get(Math.floorDiv(correlationId, PAGE));
    if (page == null) {
      page = new long[PAGE / Long.SIZE];
      withWork.put(Math.floorDiv(correlationId, PAGE), page);
      if (withWork.size() > MOST_PAGES) {
        withWork.remove(withWork.keySet().iterator().next());
      }
    }
    page[Math.floorMod(correlationId, PAGE) / Long.SIZE] |= 1L << correlationId;
  }

  /** Whether a piece of work of the call was added. */
  boolean hasWork(long correlationId) {
    long[] page = withWork.get(Math.floorDiv(correlationId, PAGE));
    return page != null
        && (page[Math.floorMod(correlationId, PAGE) / Long.SIZE] & (1L << correlationId)) != 0;
  }

  /** Whether any status was there, so that it is known which calls are late. */
  public boolean isKnown() {
    return known;
  }

  /** What was found when all events of the recording were added; nothing where it is not known. */
  public Found found() {
    return known ? new Found(calls.size(), unkeptEnd > lastLook) : Found.NONE;
  }
}
