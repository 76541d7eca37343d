// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest;

import io.rocjfr.recording.TextOutput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Compares ledgers of known work with their recordings. */
public final class Comparison {
  /** Of a batch of launches some are interrupted by others. */
  private static final long MOST_COST_NANOS = 200_000;

  private final Map<String, Check> scenarios = new LinkedHashMap<>();
  private final Check files = new Check("recordings", "Recordings are readable");
  private final Check computed = new Check("computed", "Results of the kernels");
  private final Check cost = new Check("cost", "Cost of a traced launch");
  private final WorkChecks works = new WorkChecks();
  private final TimeChecks times = new TimeChecks();
  private final TextOutput err;

  /** Makes one. */
  public Comparison(TextOutput err) {
    this.err = err;
  }

  /** Compares the recordings that are in the folder of their ledger. */
  public void add(Ledger ledger, Path folder) {
    ledger.scenarios.forEach((name, reason) -> scenario(ledger, name, reason));
    ledger.recordings.forEach(
        (name, file) -> {
          add(ledger, name, RecordedWork.read(folder.resolve(file), err));
        });
    if (ledger.calls.stream().anyMatch(call -> !call.works.isEmpty())) {
      computed.compared(1);
      String wrong = ledger.failures.get("results");
      if (wrong != null) {
        computed.finding(wrong);
      }
    }
    cost(ledger);
  }

  /** A part of the work that ended before its end. */
  public void died(String part, String why) {
    Check check = new Check("did " + part, "The program of the part " + part);
    check.finding(why);
    scenarios.put(part, check);
  }

  /** Compares one of its recordings. */
  void add(Ledger ledger, String name, RecordedWork recorded) {
    files.compared(1);
    if (!recorded.problem.isEmpty()) {
      files.finding("[" + name + "] " + recorded.problem);
    }
    Match match = new Match(name, ledger, recorded);
    works.compare(match);
    times.compare(match);
  }

  private void scenario(Ledger ledger, String name, String reason) {
    Check check =
        scenarios.computeIfAbsent(
            name,
            key ->
                new Check(
                    "did " + name, Character.toUpperCase(name.charAt(0)) + name.substring(1)));
    check.reason(reason);
    String failure = ledger.failures.get(name);
    if (failure != null) {
      check.finding(failure);
    }
    long calls = 0;
    long pieces = 0;
    for (Ledger.Call call : ledger.calls) {
      if (call.scenario.equals(name)) {
        calls++;
        pieces += call.works.size();
      }
    }
    if (reason.isEmpty()) {
      check.compared(calls);
      check.text(calls + " calls, " + pieces + " pieces of work");
    }
  }

  private void cost(Ledger ledger) {
    List<Long> untraced = ledger.launches.get("untraced");
    List<Long> traced = ledger.launches.get("traced");
    if (untraced == null || traced == null) {
      return;
    }
    long without = median(untraced);
    long with = median(traced);
    cost.compared(untraced.size() + (long) traced.size());
    cost.figure("untracedNanos", without);
    cost.figure("tracedNanos", with);
    cost.text(String.format(Locale.ROOT, "%.1f µs, untraced %.1f µs", with / 1e3, without / 1e3));
    if (with - without > MOST_COST_NANOS) {
      cost.finding("a launch takes " + TimeChecks.micros(with - without) + " longer");
    }
  }

  private static long median(List<Long> numbers) {
    List<Long> sorted = numbers.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  /** What was done. */
  public List<Check> scenarios() {
    return List.copyOf(scenarios.values());
  }

  /** What was compared. */
  public List<Check> checks() {
    List<Check> all = new ArrayList<>();
    all.add(files);
    all.addAll(works.all());
    all.add(computed);
    all.addAll(times.all());
    all.add(cost);
    return all;
  }
}
