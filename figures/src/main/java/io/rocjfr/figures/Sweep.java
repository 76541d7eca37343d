// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.LongStream;

/**
 * Goes through all calls and work in the order of time. It adds up the time of each combination of
 * kinds: for the program, for each thread, for each GPU.
 */
final class Sweep implements SortedRuns.Receiver {
  /** The kinds of intervals after those of {@link CallKind}. */
  static final int KERNEL = CallKind.values().length;

  static final int COPY = KERNEL + 1;
  static final int SUBMITTED = KERNEL + 2;

  /** Work that was not reported: of which GPU, and when it ran, is not known. */
  static final int PENDING = KERNEL + 3;

  /** In place of a kind of calls: no thread is in a call. */
  static final int NO_CALL = CallKind.values().length;

  private static final int HOST_STATES = NO_CALL + 1;

  /** What all GPUs together do. */
  static final int IDLE = 0;

  static final int COPIES = 1;
  static final int KERNELS = 2;
  static final int BOTH = 3;

  /** Nothing that was recorded, and there is work that was not. */
  static final int UNSEEN = 4;

  static final int GPU_STATES = 5;

  private record Active(long end, long what) {}

  /** How many calls of each kind, and how long what state stood beside what of the GPUs. */
  private static final class Host {
    private final int[] calls = new int[NO_CALL];
    private final long[] seen = new long[GPU_STATES];
    private final long[][] nanos = new long[HOST_STATES][GPU_STATES];

    /** Counts what has passed since the last change. */
    void settle(long[] clocks) {
      int state = 0;
      while (state < NO_CALL && calls[state] == 0) {
        state++;
      }
      for (int gpu = 0; gpu < GPU_STATES; gpu++) {
        nanos[state][gpu] += clocks[gpu] - seen[gpu];
        seen[gpu] = clocks[gpu];
      }
    }
  }

  private final class Gpu {
    private int kernels;
    private int copies;
    private int submitted;
    private long since;
    private final long[] nanos = new long[GpuPart.values().length];

    void settle(long now) {
      GpuPart part =
          kernels > 0
              ? GpuPart.KERNELS
              : copies > 0
                  ? GpuPart.COPIES
                  : pending > 0
                      ? GpuPart.UNKNOWN
                      : submitted > 0 ? GpuPart.IDLE_SUBMITTED : GpuPart.IDLE_EMPTY;
      nanos[index(part)] += now - since;
      since = now;
    }
  }

  private final Host program = new Host();
  private final Host[] threads;
  private final Gpu[] gpus;
  private final long to;
  private long from;
  private long now;
  private boolean begun;
  private int kernels;
  private int copies;
  private int pending;

  /** How long each state of all GPUs together has lasted. */
  private final long[] clocks = new long[GPU_STATES];

  private final PriorityQueue<Active> active =
      new PriorityQueue<>(Comparator.comparingLong(Active::end));

  Sweep(int threadCount, int gpuCount, long from, long to) {
    this.from = from;
    this.to = to;
    threads = new Host[threadCount];
    gpus = new Gpu[gpuCount];
    for (int i = 0; i < threadCount; i++) {
      threads[i] = new Host();
    }
    for (int i = 0; i < gpuCount; i++) {
      gpus[i] = new Gpu();
    }
  }

  /** The place of a part or kind in an array. */
  @SuppressWarnings("EnumOrdinal") // nothing outside of this package sees these arrays
  static int index(Enum<?> one) {
    return one.ordinal();
  }

  /** A kind of intervals, and of which thread or GPU they are. */
  static long what(int kind, int place) {
    return (long) kind << Integer.SIZE | place;
  }

  @Override
  public void accept(long begin, long end, long what) {
    boolean work = (what >>> Integer.SIZE) == KERNEL || (what >>> Integer.SIZE) == COPY;
    if (!work && (end <= from || begin >= to)) {
      return;
    }
    advance(work ? begin : Math.max(begin, from));
    change(what, 1);
    active.add(new Active(work ? end : Math.min(end, to), what));
  }

  /** To be called after all intervals. */
  void end() {
    advance(to);
    while (!active.isEmpty()) {
      advance(active.peek().end());
    }
    program.settle(clocks);
    for (Host thread : threads) {
      thread.settle(clocks);
    }
    for (Gpu gpu : gpus) {
      gpu.settle(now);
    }
  }

  private void advance(long until) {
    if (!begun) {
      begun = true;
      from = Math.min(from, until);
      now = from;
      for (Gpu gpu : gpus) {
        gpu.since = now;
      }
    }
    while (!active.isEmpty() && active.peek().end() <= until) {
      Active over = active.remove();
      moveTo(over.end());
      change(over.what(), -1);
    }
    moveTo(until);
  }

  private void moveTo(long moment) {
    if (moment > now) {
      int idle = pending > 0 ? UNSEEN : IDLE;
      int state = kernels > 0 ? (copies > 0 ? BOTH : KERNELS) : copies > 0 ? COPIES : idle;
      clocks[state] += moment - now;
      now = moment;
    }
  }

  private void change(long what, int by) {
    int kind = (int) (what >>> Integer.SIZE);
    int place = (int) what;
    if (kind < NO_CALL) {
      program.settle(clocks);
      threads[place].settle(clocks);
      program.calls[kind] += by;
      threads[place].calls[kind] += by;
      return;
    }
    if (kind == PENDING) {
      for (Gpu gpu : gpus) {
        gpu.settle(now);
      }
      pending += by;
      return;
    }
    Gpu gpu = gpus[place];
    gpu.settle(now);
    if (kind == KERNEL) {
      gpu.kernels += by;
      kernels += by;
    } else if (kind == COPY) {
      gpu.copies += by;
      copies += by;
    } else {
      gpu.submitted += by;
    }
  }

  /** From the begin of the recording, or of its first work, to the end of either. */
  long recordedNanos() {
    return LongStream.of(clocks).sum();
  }

  /** By the state of the program, then that of the GPUs. */
  long[][] program() {
    return program.nanos;
  }

  long[][] thread(int place) {
    return threads[place].nanos;
  }

  /** By {@link GpuPart}. */
  long[] gpu(int place) {
    return gpus[place].nanos;
  }
}
