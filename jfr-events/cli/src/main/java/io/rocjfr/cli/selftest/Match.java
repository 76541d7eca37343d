// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which recorded call is which of the ledger's, in one recording. By their order, function by
 * function; where some are missing, by their times.
 */
final class Match {
  /** A call and what was recorded of it. */
  record Pair(Ledger.Call done, RecordedWork.Call recorded, List<RecordedWork.Work> works) {}

  /** How far a recorded time may be off for its call to be the one. */
  private static final long NEAR_NANOS = 20_000;

  final String recording;
  final RecordedWork recorded;
  final List<Pair> pairs = new ArrayList<>();

  /** Calls of the ledger that were not recorded. */
  final List<Ledger.Call> missing = new ArrayList<>();

  /** Recorded calls that the program has not made. */
  final List<RecordedWork.Call> extra = new ArrayList<>();

  /** Correlation ids of calls that HIP made within one of the program's. */
  private final Set<Long> inner = new HashSet<>();

  /** Work that belongs to no call of the ledger. */
  final List<RecordedWork.Work> orphans = new ArrayList<>();

  Match(String recording, Ledger ledger, RecordedWork recorded) {
    this.recording = recording;
    this.recorded = recorded;
    Map<String, List<Ledger.Call>> done = new TreeMap<>();
    for (Ledger.Call call : ledger.calls) {
      if (call.recording.equals(recording) && !ledger.untold.contains(call.function)) {
        done.computeIfAbsent(call.function, key -> new ArrayList<>()).add(call);
      }
    }
    Map<String, List<RecordedWork.Call>> seen = new TreeMap<>();
    for (RecordedWork.Call call : recorded.calls) {
      if (call.thread() == ledger.thread && !ledger.untold.contains(call.function())) {
        seen.computeIfAbsent(call.function(), key -> new ArrayList<>()).add(call);
      }
    }
    Map<Long, List<RecordedWork.Work>> works = new HashMap<>();
    for (RecordedWork.Work work : recorded.works) {
      works.computeIfAbsent(work.correlation(), key -> new ArrayList<>()).add(work);
    }
    done.forEach(
        (function, calls) -> pair(calls, seen.getOrDefault(function, new ArrayList<>()), works));
    seen.forEach(
        (function, calls) -> {
          if (!done.containsKey(function)) {
            extra.addAll(calls);
          }
        });
    inner(works);
    Set<Long> owned = new HashSet<>(inner);
    pairs.forEach(pair -> owned.add(pair.recorded().correlation()));
    for (RecordedWork.Work work : recorded.works) {
      if (work.correlation() == 0 || !owned.contains(work.correlation())) {
        orphans.add(work);
      }
    }
  }

  /** Some functions call others of HIP's, which submit the work for them. */
  private void inner(Map<Long, List<RecordedWork.Work>> works) {
    extra.removeIf(
        call -> {
          for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            boolean within =
                !pair.recorded().function().equals(call.function())
                    && call.begin() >= pair.recorded().begin()
                    && call.end() <= pair.recorded().end();
            if (within) {
              List<RecordedWork.Work> all = new ArrayList<>(pair.works());
              all.addAll(works.getOrDefault(call.correlation(), List.of()));
              pairs.set(i, new Pair(pair.done(), pair.recorded(), all));
              inner.add(call.correlation());
              return true;
            }
          }
          return false;
        });
  }

  private void pair(
      List<Ledger.Call> done,
      List<RecordedWork.Call> seen,
      Map<Long, List<RecordedWork.Work>> works) {
    int next = 0;
    for (Ledger.Call call : done) {
      if (done.size() != seen.size()) {
        while (next < seen.size() && seen.get(next).end() < call.before - NEAR_NANOS) {
          extra.add(seen.get(next++));
        }
        if (next == seen.size() || seen.get(next).begin() > call.after + NEAR_NANOS) {
          missing.add(call);
          continue;
        }
      }
      RecordedWork.Call recordedCall = seen.get(next++);
      List<RecordedWork.Work> own =
          recordedCall.correlation() == 0
              ? List.of()
              : works.getOrDefault(recordedCall.correlation(), List.of());
      pairs.add(new Pair(call, recordedCall, own));
    }
    extra.addAll(seen.subList(next, seen.size()));
  }
}
