// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.CallKind;
import io.rocjfr.figures.FunctionCatalogue;
import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.RecordedCall;
import io.rocjfr.jmc.model.TimeUse;
import io.rocjfr.jmc.model.Work;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The time of copies that no kernel ran beside, of the copies and of their calls, by what is to be
 * said of it: each moment is of one kind.
 */
final class CopyTimes {
  /** So many copies are needed to judge their sizes. */
  private final long fewest;

  private final long smallBytes;
  private final TimeUse time;
  private final Map<Long, RecordedCall> calls = new HashMap<>();
  private final List<Work> copies;
  private final List<Work> small = new ArrayList<>();
  private final List<Work> blocking = new ArrayList<>();

  CopyTimes(TimeUse time, long smallBytes, long fewest) {
    this.time = time;
    this.smallBytes = smallBytes;
    this.fewest = fewest;
    time.calls().stream()
        .filter(call -> call.correlationId() != 0)
        .forEach(call -> calls.put(call.correlationId(), call));
    copies = time.work().stream().filter(work -> !work.dispatch()).toList();
    for (Work copy : copies) {
      if (isSized(copy) && copy.bytes() < smallBytes) {
        small.add(copy);
      }
      if (isOfHost(copy) && copy.timed() && blocks(copy)) {
        blocking.add(copy);
      }
    }
  }

  private static boolean isSized(Work copy) {
    return copy.bytes() > 0 && !copy.name().equals("Fill");
  }

  static boolean isOfHost(Work copy) {
    return copy.name().equals("HostToDevice") || copy.name().equals("DeviceToHost");
  }

  private boolean blocks(Work copy) {
    RecordedCall call = calls.get(copy.correlationId());
    return call != null && call.end() >= copy.end();
  }

  /** All copies whose size is known. */
  List<Work> sized() {
    return copies.stream().filter(CopyTimes::isSized).toList();
  }

  /** Those that are small. */
  List<Work> small() {
    return small;
  }

  /** Those that are not, of those whose size is known. */
  List<Work> large() {
    return sized().stream().filter(copy -> copy.bytes() >= smallBytes).toList();
  }

  /** Those from or to the host whose calls returned after them. */
  List<Work> blocking() {
    return blocking;
  }

  /** How many of these were asynchronous by their name. */
  long asynchronous(List<Work> some) {
    return some.stream()
        .map(copy -> calls.get(copy.correlationId()))
        .filter(call -> call != null && FunctionCatalogue.isAsynchronous(call.function()))
        .count();
  }

  /** The calls of these, as far as they are known. */
  List<RecordedCall> callsOf(List<Work> some) {
    return some.stream()
        .map(copy -> calls.get(copy.correlationId()))
        .filter(call -> call != null)
        .distinct()
        .toList();
  }

  private Intervals of(List<Work> some) {
    Intervals inCalls =
        Intervals.of(callsOf(some)).and(time.in(CallKind.COPYING, CallKind.SUBMITTING_COPY));
    return Intervals.of(some).or(inCalls).minus(time.kernels()).minus(time.in(CallKind.LOADING));
  }

  /** That of the small ones, where there are enough copies. */
  Intervals ofSmall() {
    return sized().size() < fewest ? Intervals.NONE : of(small);
  }

  /** That of those that block. */
  Intervals ofBlocking() {
    return of(blocking).minus(ofSmall());
  }

  /** That of all others. */
  Intervals ofOthers() {
    return Intervals.of(copies)
        .or(time.in(CallKind.COPYING, CallKind.SUBMITTING_COPY))
        .minus(time.kernels())
        .minus(time.in(CallKind.LOADING))
        .minus(ofSmall())
        .minus(ofBlocking());
  }
}
