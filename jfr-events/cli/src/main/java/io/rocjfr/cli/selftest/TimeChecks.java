// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest;

import io.rocjfr.cli.selftest.Ledger.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Compares recorded times with the program's own clock and with HIP's events. */
final class TimeChecks {
  /** How far a time may be off: a busy machine interrupts readings of clocks. */
  static final long TOLERANCE_NANOS = 1_000_000;

  /** How far works of one stream may reach into each other. */
  private static final long TOUCH_NANOS = 50_000;

  /** Events lie around a kernel: they take longer, by how much depends on the machine. */
  private static final double SHORTEST = 0.7;

  private static final long EVENT_ERROR_NANOS = 100_000;
  private static final double EVENT_ERROR = 0.02;
  private static final long LONG_ENOUGH_NANOS = 1_000_000;
  private static final String OVERLAP = "overlap";

  private final Check calls = new Check("callTimes", "Times of calls, by the host's clock");
  private final Check windows = new Check("workTimes", "Times of work, by the host's clock");
  private final Check durations = new Check("durations", "Durations, by hipEventElapsedTime");
  private final Check order = new Check("order", "Order in streams and across events");
  private final Check overlap = new Check("overlap", "Overlap of two streams");
  private final ClockChecks clocks = new ClockChecks();
  private final List<Double> shares = new ArrayList<>();
  private long worstCall = Long.MIN_VALUE;
  private long worstWork = Long.MIN_VALUE;
  private long longestOver;
  private long overlapped;
  private long alone;

  List<Check> all() {
    figure(calls, worstCall);
    figure(windows, worstWork);
    shares();
    overlap.text(
        overlapped + alone == 0
            ? ""
            : Math.round(100.0 * overlapped / (overlapped + alone)) + " % of the shorter kernel");
    order.text(order.figures().get("compared") + " pairs");
    List<Check> all = new ArrayList<>(List.of(calls, windows, durations, order, overlap));
    all.addAll(clocks.all());
    return all;
  }

  private static void figure(Check check, long worst) {
    if (worst != Long.MIN_VALUE) {
      check.figure("outsideNanos", Math.max(0, worst));
      check.text(
          worst <= 0 ? "all inside" : "at most " + micros(worst) + " outside the possible range");
    }
  }

  private void shares() {
    if (shares.isEmpty()) {
      return;
    }
    double longest = shares.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    List<Double> sorted = shares.stream().sorted().toList();
    double median = sorted.get(sorted.size() / 2);
    durations.figure("medianPermille", Math.round(1000 * median));
    durations.text(String.format(Locale.ROOT, "median %.1f %% of the events' time", 100 * median));
    if (longest < SHORTEST) {
      durations.finding(
          String.format(
              Locale.ROOT,
              "all are shorter than the events' times: the longest has %.0f %%",
              100 * longest));
    }
    durations.figure("longerNanos", longestOver);
  }

  /** One recording. */
  void compare(Match match) {
    Map<String, RecordedWork.Work> last = new HashMap<>();
    Map<Integer, RecordedWork.Work> first = new HashMap<>();
    List<Match.Pair> pairs = new ArrayList<>(match.pairs);
    pairs.sort(Comparator.comparingInt(pair -> pair.done().id));
    for (Match.Pair pair : pairs) {
      call(match, pair);
      for (int i = 0; i < pair.works().size() && i < pair.done().works.size(); i++) {
        RecordedWork.Work work = pair.works().get(i);
        window(match, pair.done(), work);
        duration(match, pair.done(), work);
        if (work.timed()) {
          order(match, pair.done(), work, last, first);
        }
      }
    }
    overlaps(match, pairs);
  }

  private void call(Match match, Match.Pair pair) {
    calls.compared(1);
    long early = pair.done().before - pair.recorded().begin();
    long late = pair.recorded().end() - pair.done().after;
    long outside = Math.max(early, late);
    worstCall = Math.max(worstCall, outside);
    if (outside > TOLERANCE_NANOS) {
      calls.finding(
          WorkChecks.at(match, pair.done())
              + (early > late ? " begins " : " ends ")
              + micros(outside)
              + (early > late ? " before it was made" : " after it had returned"));
    }
  }

  private void window(Match match, Ledger.Call call, RecordedWork.Work work) {
    windows.compared(1);
    if (!work.timed()) {
      windows.finding(WorkChecks.at(match, call) + ": its times are impossible");
      return;
    }
    long early = call.before - work.begin();
    long late = call.done == 0 ? Long.MIN_VALUE : work.end() - call.done;
    long outside = Math.max(early, late);
    worstWork = Math.max(worstWork, outside);
    if (outside > TOLERANCE_NANOS) {
      windows.finding(
          WorkChecks.at(match, call)
              + (early > late ? ": begins " : ": ends ")
              + micros(outside)
              + (early > late ? " before its call" : " after the program saw it end"));
    }
    if (call.done != 0) {
      clocks.add(call.before, work.end() - call.done, work.begin() - call.before);
    }
  }

  private void duration(Match match, Ledger.Call call, RecordedWork.Work work) {
    if (call.eventNanos == 0) {
      return;
    }
    durations.compared(1);
    long nanos = work.end() - work.begin();
    long over = nanos - call.eventNanos;
    longestOver = Math.max(longestOver, over);
    if (over > EVENT_ERROR_NANOS + call.eventNanos * EVENT_ERROR) {
      durations.finding(
          WorkChecks.at(match, call)
              + ": takes "
              + micros(nanos)
              + ", but only "
              + micros(call.eventNanos)
              + " are"
              + " between the events around it");
    }
    if (call.eventNanos >= LONG_ENOUGH_NANOS) {
      shares.add((double) nanos / call.eventNanos);
    }
  }

  private void order(
      Match match,
      Ledger.Call call,
      RecordedWork.Work work,
      Map<String, RecordedWork.Work> last,
      Map<Integer, RecordedWork.Work> first) {
    RecordedWork.Work before = last.put(call.scenario + "/" + call.stream, work);
    after(WorkChecks.at(match, call), "the work before it in its stream", before, work);
    first.put(call.id, work);
    if (call.follows >= 0) {
      after(
          WorkChecks.at(match, call),
          "the work that its stream waits for",
          first.get(call.follows),
          work);
    }
  }

  private void after(String where, String what, RecordedWork.Work before, RecordedWork.Work work) {
    if (before == null) {
      return;
    }
    order.compared(1);
    long early = before.end() - work.begin();
    if (early > TOUCH_NANOS) {
      order.finding(where + ": begins " + micros(early) + " before the end of " + what);
    }
  }

  /** Two launches that end by one wait. */
  private void overlaps(Match match, List<Match.Pair> pairs) {
    Match.Pair left = null;
    for (Match.Pair pair : pairs) {
      boolean one =
          pair.done().scenario.equals(OVERLAP)
              && pair.works().size() == 1
              && pair.done().works.size() == 1
              && pair.done().works.get(0).kind() == Kind.KERNEL
              && pair.works().get(0).timed();
      if (!one) {
        continue;
      }
      if (left == null || left.done().done != pair.done().done) {
        left = pair;
        continue;
      }
      overlap(match, left, pair);
      left = null;
    }
  }

  private void overlap(Match match, Match.Pair left, Match.Pair right) {
    RecordedWork.Work one = left.works().get(0);
    RecordedWork.Work other = right.works().get(0);
    long span = left.done().done - left.done().before;
    long sum = one.end() - one.begin() + other.end() - other.begin();
    long together =
        Math.max(0, Math.min(one.end(), other.end()) - Math.max(one.begin(), other.begin()));
    overlap.compared(1);
    overlapped += together;
    alone += Math.min(one.end() - one.begin(), other.end() - other.begin()) - together;
    if (sum - together > span + TOLERANCE_NANOS) {
      overlap.finding(
          WorkChecks.at(match, left.done())
              + ": two kernels of "
              + micros(sum)
              + " together overlap by only "
              + micros(together)
              + ", but the program ran them in "
              + micros(span));
    }
  }

  static String micros(long nanos) {
    double micros = nanos / 1e3;
    return Math.abs(micros) < 1e4
        ? String.format(Locale.ROOT, "%.0f µs", micros)
        : String.format(Locale.ROOT, "%.1f ms", micros / 1e3);
  }
}
