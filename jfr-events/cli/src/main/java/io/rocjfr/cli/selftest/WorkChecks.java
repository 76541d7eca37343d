// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest;

import io.rocjfr.cli.selftest.Ledger.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares what was recorded with what was done, but for times. */
final class WorkChecks {
  private static final String DEFAULT = "default";
  private static final List<Integer> NO_GRID = List.of(0, 0, 0);

  private final Check calls = new Check("calls", "Calls by function");
  private final Check results = new Check("results", "Results of calls");
  private final Check work = new Check("work", "Pieces of work of each call");
  private final Check joins = new Check("joins", "Joins of work and calls");
  private final Check names = new Check("names", "Names of kernels");
  private final Check grids = new Check("grids", "Grids of kernels");
  private final Check bytes = new Check("bytes", "Bytes of copies and fills");
  private final Check directions = new Check("directions", "Directions of copies");
  private final Check places = new Check("devices", "Devices of work");
  private final Check streams = new Check("streams", "Streams of work");
  private final Check losses = new Check("losses", "Losses that rocjfr reports");
  private long copies;
  private long kernels;
  private long unknown;

  List<Check> all() {
    calls.text(calls.figures().get("compared") + " calls");
    work.text(kernels + " kernels, " + copies + " copies and fills");
    work.figure("unknownFields", unknown);
    return List.of(
        calls, results, work, joins, names, grids, bytes, directions, places, streams, losses);
  }

  /** One recording, of which all before it are known. */
  void compare(Match match) {
    counts(match);
    Map<String, Integer> numbers = new HashMap<>();
    for (Match.Pair pair : match.pairs) {
      compare(match, pair, numbers);
    }
    Map<String, String> labels = new HashMap<>();
    numbers.forEach(
        (label, number) -> {
          String scenario = label.substring(0, label.indexOf('/'));
          String other = labels.put(scenario + number, label);
          if (other != null) {
            streams.finding(at(match) + "number " + number + " is " + other + " and " + label);
          }
        });
    joins.compared(match.recorded.works.size());
    for (RecordedWork.Work one : match.orphans) {
      joins.finding(at(match) + describe(one) + orphan(match, one));
    }
    losses.compared(1);
    match.recorded.lost.forEach(
        (what, count) -> losses.finding(at(match) + count + " records lost: " + what));
    if (match.recorded.inFlight > 0) {
      losses.finding(at(match) + match.recorded.inFlight + " pieces of work not yet reported");
    }
    if (!match.recorded.message.isEmpty()) {
      losses.finding(at(match) + match.recorded.message);
    }
  }

  private static String orphan(Match match, RecordedWork.Work one) {
    if (one.correlation() == 0) {
      return " has no call";
    }
    for (Ledger.Call call : match.missing) {
      if (one.begin() >= call.before && (call.done == 0 || one.begin() <= call.done)) {
        return " has a call that is not recorded";
      }
    }
    long first = match.recorded.calls.isEmpty() ? 0 : match.recorded.calls.get(0).begin();
    return one.begin() < first
        ? " came late: it is older than the recording"
        : " belongs to no call of the program";
  }

  private void counts(Match match) {
    Map<String, long[]> byFunction = new TreeMap<>();
    match.missing.forEach(call -> byFunction.computeIfAbsent(call.function, k -> new long[2])[0]++);
    match.extra.forEach(call -> byFunction.computeIfAbsent(call.function(), k -> new long[2])[1]++);
    calls.compared(match.pairs.size() + (long) match.missing.size());
    byFunction.forEach(
        (function, count) -> {
          if (count[0] > 0) {
            calls.finding(at(match) + function + ": " + count[0] + " calls are not recorded");
          }
          if (count[1] > 0) {
            calls.finding(
                at(match)
                    + function
                    + ": "
                    + count[1]
                    + " recorded calls that the program did"
                    + " not make");
          }
        });
  }

  private void compare(Match match, Match.Pair pair, Map<String, Integer> numbers) {
    Ledger.Call call = pair.done();
    results.compared(1);
    String result = pair.recorded().result();
    if (!result.isEmpty() && !result.equals("unknown")) {
      results.finding(at(match, call) + " returned hipSuccess, but " + result + " is recorded");
    }
    if (pair.works().size() != call.works.size()) {
      work.finding(
          at(match, call)
              + " submitted "
              + call.works.size()
              + ", and "
              + pair.works().size()
              + (pair.works().size() < call.works.size() ? " came: lost" : " came: too many"));
    }
    int common = Math.min(pair.works().size(), call.works.size());
    for (int i = 0; i < common; i++) {
      compare(match, call, call.works.get(i), pair.works().get(i), numbers);
    }
  }

  private void compare(
      Match match,
      Ledger.Call call,
      Ledger.Work done,
      RecordedWork.Work recorded,
      Map<String, Integer> numbers) {
    work.compared(1);
    String where = at(match, call) + ": ";
    if (done.kind() == Kind.FILL && done.mayBeUnknown() && isRuntimes(recorded)) {
      copies++;
      return; // a kernel of the runtime's own, which runs a fill of a graph
    }
    if ((done.kind() == Kind.KERNEL) != recorded.kernel()) {
      work.finding(where + "not a " + done.kind() + " but " + describe(recorded));
      return;
    }
    if (done.kind() == Kind.KERNEL) {
      kernels++;
      names.compared(1);
      if (!recorded.symbol().equals(done.symbol())
          || !recorded.name().startsWith(plain(done.symbol()))) {
        names.finding(where + done.symbol() + " is called " + recorded.name());
      }
      grids.compared(1);
      if (recorded.grid().equals(NO_GRID) && done.mayBeUnknown()) {
        unknown++;
      } else if (!recorded.grid().equals(done.grid()) || !recorded.block().equals(done.block())) {
        grids.finding(
            where
                + "grid "
                + done.grid()
                + " of "
                + done.block()
                + " is "
                + recorded.grid()
                + " of "
                + recorded.block());
      }
    } else {
      copies++;
      bytes.compared(1);
      if (recorded.bytes() == 0 && done.mayBeUnknown()) {
        unknown++;
      } else if (recorded.bytes() != done.bytes()) {
        bytes.finding(where + done.bytes() + " bytes are " + recorded.bytes());
      }
      directions.compared(1);
      if (recorded.direction().isEmpty() && done.mayBeUnknown()) {
        unknown++;
      } else if (!recorded.direction().equals(done.direction())) {
        String is = recorded.direction().isEmpty() ? "unknown" : recorded.direction();
        directions.finding(where + done.direction() + " is " + is);
      }
    }
    places(where, done, recorded);
    streams.compared(1);
    if (call.stream.startsWith(DEFAULT)) { // each device's has the number 0
      if (recorded.stream() != 0) {
        streams.finding(where + call.stream + " is " + recorded.stream());
      }
      return;
    }
    Integer number = numbers.putIfAbsent(call.scenario + "/" + call.stream, recorded.stream());
    if (number != null && number != recorded.stream()) {
      streams.finding(where + call.stream + " is " + number + " and " + recorded.stream());
    }
  }

  private static boolean isRuntimes(RecordedWork.Work recorded) {
    return recorded.kernel() && recorded.symbol().startsWith("__amd_rocclr_");
  }

  private void places(String where, Ledger.Work done, RecordedWork.Work recorded) {
    places.compared(1);
    if (done.device() >= 0 && recorded.device() != done.device()) {
      places.finding(where + "device " + done.device() + " is " + recorded.device());
    }
    if (done.from() >= 0 && (recorded.from() != done.from() || recorded.to() != done.to())) {
      places.finding(
          where
              + "from device "
              + done.from()
              + " to "
              + done.to()
              + " is from "
              + recorded.from()
              + " to "
              + recorded.to());
    }
  }

  /** The begin of the name that people read. */
  private static String plain(String symbol) {
    return symbol.startsWith("_Z") ? "rocjfr_selftest::scale(" : symbol;
  }

  private static String describe(RecordedWork.Work one) {
    return one.kernel()
        ? "kernel " + one.name() + " " + one.grid()
        : "copy " + one.direction() + " of " + one.bytes() + " bytes";
  }

  static String at(Match match) {
    return "[" + match.recording + "] ";
  }

  static String at(Match match, Ledger.Call call) {
    return at(match) + call.scenario + ", " + call.function + " " + call.id;
  }
}
