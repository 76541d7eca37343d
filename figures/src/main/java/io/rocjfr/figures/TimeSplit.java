// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Gathers calls and work of one recording, in any order, and works out where its time went: the one
 * computation for all outputs. Memory is bounded; what does not fit lies in a temporary file. For
 * one thread at a time.
 */
public final class TimeSplit {
  /** So many intervals take 3 MiB; more go to the temporary file. */
  private static final int IN_MEMORY = 1 << 17;

  private static final int FIRST = 1 << 10;

  /** More threads share one row. */
  static final int MOST_THREADS = 1000;

  static final String NAMELESS = "(threads without a name)";

  private final int inMemory;
  private long[] begins = new long[FIRST];
  private long[] ends = new long[FIRST];
  private long[] whats = new long[FIRST];
  private int size;
  private SortedRuns runs;

  private final Map<String, Integer> threads = new LinkedHashMap<>();
  private final Map<GpuKey, Integer> gpus = new TreeMap<>();
  private final Submissions submissions =
      new Submissions(
          (gpu, submitted, begun) -> add(submitted, begun, Sweep.what(Sweep.SUBMITTED, gpu)));
  private final Set<Long> pending = new HashSet<>();
  private boolean untimed;

  public TimeSplit() {
    this(IN_MEMORY);
  }

  /** With another number of intervals in memory. */
  TimeSplit(int inMemory) {
    this.inMemory = inMemory;
  }

  /** For who has all events in memory anyway: it makes no temporary file. */
  public static TimeSplit inMemory() {
    return new TimeSplit(Integer.MAX_VALUE - Long.BYTES);
  }

  /**
   * Adds a call.
   *
   * @param thread the name of the calling thread; those of one name share a row, and those without,
   *     as virtual threads may be
   * @param category that of its event
   * @param correlationId joins it with its work; 0 if nothing does
   */
  public void addCall(
      String thread, String function, String category, long begin, long end, long correlationId) {
    CallKind kind = CallKind.of(function, category);
    add(begin, end, Sweep.what(Sweep.index(kind), place(thread)));
    if (correlationId != 0 && kind != CallKind.WAITING) {
      submissions.addCall(correlationId, end);
    }
  }

  private int place(String thread) {
    String name = thread.isBlank() ? NAMELESS : thread;
    Integer place = threads.get(name);
    if (place == null) {
      place =
          threads.computeIfAbsent(
              threads.size() < MOST_THREADS ? name : BoundedTable.OTHERS, one -> threads.size());
    }
    return place;
  }

  /**
   * Adds a dispatch or a copy.
   *
   * @param timed whether the times are its GPU's
   */
  public void addWork(
      GpuKey gpu, boolean dispatch, boolean timed, long begin, long end, long correlationId) {
    int place = gpus.computeIfAbsent(gpu, key -> gpus.size());
    if (!timed) {
      untimed = true;
      return;
    }
    add(begin, end, Sweep.what(dispatch ? Sweep.KERNEL : Sweep.COPY, place));
    submissions.addWork(correlationId, place, begin);
  }

  /**
   * Adds calls whose work was not reported when the recording ended: from each of them on it is not
   * known whether a GPU worked that did nothing else.
   *
   * @param ids as {@link EndOfRecording#pendingCalls} has them
   */
  public void addPending(Set<Long> ids) {
    pending.addAll(ids);
  }

  /** Whether nothing was added. */
  public boolean isEmpty() {
    return threads.isEmpty() && gpus.isEmpty();
  }

  private void add(long begin, long end, long what) {
    if (begin >= end) {
      return;
    }
    if (size == begins.length) {
      makeRoom();
    }
    begins[size] = begin;
    ends[size] = end;
    whats[size++] = what;
  }

  private void makeRoom() {
    if (begins.length < inMemory) {
      int length = (int) Math.min(2L * begins.length, inMemory);
      begins = Arrays.copyOf(begins, length);
      ends = Arrays.copyOf(ends, length);
      whats = Arrays.copyOf(whats, length);
      return;
    }
    if (runs == null) {
      runs = new SortedRuns(true);
    }
    sort();
    runs.add(begins, ends, whats, size);
    size = 0;
  }

  private void sort() {
    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (one, other) -> Long.compare(begins[one], begins[other]));
    begins = reordered(begins, order);
    ends = reordered(ends, order);
    whats = reordered(whats, order);
  }

  private static long[] reordered(long[] values, Integer[] order) {
    long[] sorted = new long[values.length];
    for (int i = 0; i < order.length; i++) {
      sorted[i] = values[order[i]];
    }
    return sorted;
  }

  /**
   * Where the time went. Nothing may be added any more.
   *
   * @param from when the recording began, in nanoseconds of the epoch; work from before counts, too
   * @param to when it ended
   * @param allCalls whether the settings left out no calls
   */
  public WhereTimeWent of(long from, long to, boolean allCalls) {
    for (long id : pending) {
      Long end = submissions.endOf(id);
      add(end == null ? from : end, to, Sweep.what(Sweep.PENDING, 0));
    }
    sort();
    Sweep sweep = new Sweep(threads.size(), gpus.size(), from, to);
    if (runs == null) {
      for (int i = 0; i < size; i++) {
        sweep.accept(begins[i], ends[i], whats[i]);
      }
    } else {
      runs.mergeWith(begins, ends, whats, size, sweep);
    }
    sweep.end();
    return WhereTimeWent.of(
        sweep, threads, gpus, allCalls, !untimed, allCalls && submissions.isComplete());
  }
}
