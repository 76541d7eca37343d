// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.CallKind;
import io.rocjfr.figures.Intervals;
import io.rocjfr.figures.Units;
import io.rocjfr.jmc.model.RecordedCall;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What many calls have in common. */
final class Calls {
  private static final int SHOWN = 3;

  private Calls() {}

  /** Those of some kinds. */
  static List<RecordedCall> of(Collection<RecordedCall> calls, CallKind... kinds) {
    List<CallKind> wanted = List.of(kinds);
    return calls.stream()
        .filter(call -> wanted.contains(CallKind.of(call.function(), call.category())))
        .toList();
  }

  /** The functions that took longest, with their times. */
  static String longest(Collection<RecordedCall> calls) {
    return longest(calls, RecordedCall::function, Intervals.NONE);
  }

  /** The threads that were in these calls longest, without some moments, with their times. */
  static String threads(Collection<RecordedCall> calls, Intervals without) {
    return longest(calls, RecordedCall::threadName, without);
  }

  private static String longest(
      Collection<RecordedCall> calls, Function<RecordedCall, String> of, Intervals without) {
    return calls.stream()
        .collect(
            Collectors.groupingBy(
                of,
                Collectors.summingLong(
                    call -> call.nanos() - without.total(call.begin(), call.end()))))
        .entrySet()
        .stream()
        .sorted(
            Comparator.comparingLong((Map.Entry<String, Long> one) -> one.getValue())
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(SHOWN)
        .map(one -> one.getKey() + " (" + Units.duration(one.getValue()) + ")")
        .collect(Collectors.joining(", "));
  }
}
