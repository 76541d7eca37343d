// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where recorded time went: for the program, for each thread, for each GPU. The parts of each add
 * up to the recorded time. Of the program a moment counts for the first kind of calls that any
 * thread was in, in the order of {@link CallKind}.
 */
public final class WhereTimeWent {
  private static final double NEARLY_ALWAYS = 0.8;

  private static final CallKind[] KINDS = CallKind.values();

  private final long recorded;

  /** By the state of the program, then that of the GPUs: see {@link Sweep}. */
  private final long[][] program;

  private final Map<String, long[][]> threads = new LinkedHashMap<>();
  private final Map<GpuKey, long[]> gpus = new TreeMap<>();
  private final boolean allCalls;
  private final boolean timesKnown;
  private final boolean submissionsKnown;

  private WhereTimeWent(
      long recorded,
      long[][] program,
      boolean allCalls,
      boolean timesKnown,
      boolean submissionsKnown) {
    this.recorded = recorded;
    this.program = program;
    this.allCalls = allCalls;
    this.timesKnown = timesKnown;
    this.submissionsKnown = submissionsKnown;
  }

  /** Of nothing. */
  public static final WhereTimeWent NOTHING =
      new WhereTimeWent(0, new long[Sweep.NO_CALL + 1][Sweep.GPU_STATES], true, true, true);

  static WhereTimeWent of(
      Sweep sweep,
      Map<String, Integer> threads,
      Map<GpuKey, Integer> gpus,
      boolean allCalls,
      boolean timesKnown,
      boolean submissionsKnown) {
    WhereTimeWent went =
        new WhereTimeWent(
            sweep.recordedNanos(), sweep.program(), allCalls, timesKnown, submissionsKnown);
    threads.forEach((name, place) -> went.threads.put(name, sweep.thread(place)));
    gpus.forEach((gpu, place) -> went.gpus.put(gpu, sweep.gpu(place)));
    return went;
  }

  /** That of both together, as of several recordings. */
  public WhereTimeWent plus(WhereTimeWent other) {
    if (recorded == 0 || other.recorded == 0) {
      return recorded == 0 ? other : this;
    }
    WhereTimeWent sum =
        new WhereTimeWent(
            recorded + other.recorded,
            sum(program, other.program),
            allCalls && other.allCalls,
            timesKnown && other.timesKnown,
            submissionsKnown && other.submissionsKnown);
    sum.threads.putAll(threads);
    other.threads.forEach((name, nanos) -> sum.threads.merge(name, nanos, WhereTimeWent::sum));
    sum.gpus.putAll(gpus);
    other.gpus.forEach(
        (gpu, nanos) ->
            sum.gpus.merge(gpu, nanos, (a, b) -> sum(new long[][] {a}, new long[][] {b})[0]));
    return sum;
  }

  private static long[][] sum(long[][] some, long[][] others) {
    long[][] sum = new long[some.length][];
    for (int i = 0; i < some.length; i++) {
      sum[i] = some[i].clone();
      for (int j = 0; j < sum[i].length; j++) {
        sum[i][j] += others[i][j];
      }
    }
    return sum;
  }

  /** The whole, in nanoseconds. */
  public long recordedNanos() {
    return recorded;
  }

  /** Whether there is anything to split. */
  public boolean isEmpty() {
    return threads.isEmpty() && gpus.isEmpty();
  }

  /** Whether the settings left out no calls. */
  public boolean hasAllCalls() {
    return allCalls;
  }

  /** Whether it is known when the GPUs worked. */
  public boolean knowsTimes() {
    return timesKnown;
  }

  /** Of the program: what adds up to the recorded time, without parts that are empty. */
  public Map<HostPart, Long> program() {
    return parts(program);
  }

  /** The same of each thread that called, those first that spent most time in calls. */
  public Map<String, Map<HostPart, Long>> threads() {
    Map<String, Map<HostPart, Long>> all = new LinkedHashMap<>();
    threads.entrySet().stream()
        .sorted(
            Comparator.comparingLong(
                    (Map.Entry<String, long[][]> thread) ->
                        sum(thread.getValue()[Sweep.NO_CALL]) - sum(thread.getValue()))
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(thread -> all.put(thread.getKey(), parts(thread.getValue())));
    return all;
  }

  private Map<HostPart, Long> parts(long[][] nanos) {
    Map<HostPart, Long> parts = new EnumMap<>(HostPart.class);
    for (int state = 0; state < nanos.length; state++) {
      for (int gpu = 0; gpu < Sweep.GPU_STATES; gpu++) {
        if (nanos[state][gpu] > 0) {
          parts.merge(part(state, gpu), nanos[state][gpu], Long::sum);
        }
      }
    }
    return parts;
  }

  /** A copy or a free that blocks waits for the kernels that were submitted before. */
  private HostPart part(int state, int gpu) {
    if (state == Sweep.NO_CALL) {
      return allCalls ? HostPart.OUTSIDE : HostPart.UNKNOWN;
    }
    return switch (KINDS[state]) {
      case WAITING ->
          !timesKnown || gpu == Sweep.UNSEEN
              ? HostPart.WAITING
              : gpu == Sweep.IDLE ? HostPart.WAITING_IDLE : HostPart.WAITING_WORKING;
      case COPYING -> gpu == Sweep.KERNELS ? HostPart.WAITING_WORKING : HostPart.COPYING;
      case FREEING -> gpu == Sweep.KERNELS ? HostPart.WAITING_WORKING : HostPart.ALLOCATING;
      case SUBMITTING_COPY -> HostPart.COPYING;
      case ALLOCATING -> HostPart.ALLOCATING;
      case LAUNCHING -> HostPart.LAUNCHING;
      case LOADING -> HostPart.LOADING;
      case OTHER -> HostPart.OTHER;
    };
  }

  /** Of each GPU: what adds up to the recorded time; nothing of any where times are not known. */
  public Map<GpuKey, Map<GpuPart, Long>> gpus() {
    Map<GpuKey, Map<GpuPart, Long>> all = new TreeMap<>();
    if (!timesKnown) {
      return all;
    }
    gpus.forEach(
        (gpu, nanos) -> {
          Map<GpuPart, Long> parts = new EnumMap<>(GpuPart.class);
          long rest = recorded;
          for (GpuPart part : GpuPart.values()) {
            long some = nanos[Sweep.index(part)];
            rest -= some;
            boolean idle = part == GpuPart.IDLE_EMPTY || part == GpuPart.IDLE_SUBMITTED;
            GpuPart shown = idle && !submissionsKnown ? GpuPart.IDLE : part;
            if (some > 0) {
              parts.merge(shown, some, Long::sum);
            }
          }
          if (rest > 0) { // that of recordings in which it did nothing
            parts.merge(submissionsKnown ? GpuPart.IDLE_EMPTY : GpuPart.IDLE, rest, Long::sum);
          }
          all.put(gpu, parts);
        });
    return all;
  }

  /** How long a kernel ran on any GPU. */
  public long kernelNanos() {
    return beside(Sweep.KERNELS) + beside(Sweep.BOTH);
  }

  /** Whether kernels run for so much of the time that they keep the program, whatever it does. */
  public boolean areKernelsNearlyAlwaysThere() {
    return kernelNanos() >= NEARLY_ALWAYS * recorded;
  }

  /** How long the GPUs together were in a state. */
  private long beside(int gpu) {
    long sum = 0;
    for (long[] state : program) {
      sum += state[gpu];
    }
    return sum;
  }

  /** How long the program was in calls of a kind, null for none, beside a state of the GPUs. */
  long nanos(CallKind kind, int gpu) {
    return program[kind == null ? Sweep.NO_CALL : Sweep.index(kind)][gpu];
  }

  /** What kept the program, and for how long: what it could give back at most. */
  public Map<Bound, Long> bounds() {
    Map<Bound, Long> bounds = new EnumMap<>(Bound.class);
    for (Bound bound : Bound.values()) {
      bounds.put(bound, bound.nanos(this));
    }
    return bounds;
  }

  /** How long no GPU did what was recorded, while there was work that was not reported. */
  public long unseenNanos() {
    return beside(Sweep.UNSEEN);
  }

  /** What kept the program most; null if nothing did, or if it is not known. */
  public Bound bound() {
    Bound most = most();
    return (most == Bound.HOST && !allCalls) || isUnseen(most) ? null : most;
  }

  /** Work that was not reported could have kept the program for longer than this. */
  private boolean isUnseen(Bound most) {
    return unseenNanos() > (most == null ? 0 : most.nanos(this));
  }

  private Bound most() {
    if (isEmpty() || recorded == 0) {
      return null;
    }
    return bounds().entrySet().stream()
        .max(
            Map.Entry.<Bound, Long>comparingByValue()
                .thenComparing(Map.Entry.<Bound, Long>comparingByKey().reversed()))
        .filter(most -> most.getValue() > 0)
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  /** The verdict in one sentence. */
  public String sentence() {
    Bound most = most();
    if (isUnseen(most)) {
      return "Not known: for "
          + Units.share(Units.share(unseenNanos(), recorded))
          + " of the recorded "
          + Units.duration(recorded)
          + " nothing ran, except perhaps work that was not reported by the end.";
    }
    return most == null ? "No work was done on a GPU." : most.sentence(this);
  }

  private static long sum(long[] values) {
    long sum = 0;
    for (long value : values) {
      sum += value;
    }
    return sum;
  }

  private static long sum(long[][] values) {
    long sum = 0;
    for (long[] row : values) {
      sum += sum(row);
    }
    return sum;
  }
}
