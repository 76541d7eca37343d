// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.io.TempDir;

/** Settings apply from when they are changed, and only to the events that they name. */
class SettingsIT {
  /** After the run's threads have ended. */
  private static final Set<String> CALLED_BY_MAIN = Set.of("hipDeviceSynchronize", "hipFree");

  @TempDir Path folder;

  @OnEachJdk
  void changedWhileRunning(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=all");
      final LoadCounts everything = load.load("run threads=2 ops=300 seed=1");
      change(
          load,
          "jfr-set name=all rocjfr.HipApi#enabled=true"
              + " rocjfr.HipApi#operations=hipMemcpy*,hipMalloc");
      final LoadCounts filtered = load.load("run threads=2 ops=400 seed=2");
      change(load, "jmx-set name=all rocjfr.HipApi#operations=* rocjfr.HipApi#enabled=false");
      final LoadCounts withoutCalls = load.load("run threads=2 ops=500 seed=3");
      change(
          load,
          "jmx-set name=all rocjfr.HipApi#enabled=true rocjfr.HipApi#threshold=1_h"
              + " rocjfr.MemCopy#enabled=false");
      final LoadCounts long1 = load.load("run threads=2 ops=600 seed=4");
      change(
          load,
          "jfr-set name=all rocjfr.HipApi#threshold=0_ns rocjfr.MemCopy#enabled=true"
              + " rocjfr.RoctxRange#enabled=false");
      final LoadCounts withoutRanges = load.load("run threads=2 ops=700 seed=5");
      Flight flight = load.stopRecording("all", folder);

      Map<String, String> categories = new TreeMap<>();
      flight
          .of("rocjfr.HipApi")
          .forEach(call -> categories.put(call.text("function"), call.text("category")));
      assertThat(categories)
          .containsEntry("hipMemcpyAsync", "copy")
          .containsEntry("hipMalloc", "memory")
          .containsEntry("hipStreamSynchronize", "wait");
      check(flight, 1, everything, everything.calls(), everything.copies(), everything.ranges());
      check(
          flight,
          2,
          filtered,
          only(filtered.calls(), name -> name.matches("hipMemcpy.*|hipMalloc")),
          filtered.copies(),
          filtered.ranges());
      check(flight, 3, withoutCalls, Map.of(), withoutCalls.copies(), withoutCalls.ranges());
      check(flight, 4, long1, Map.of(), Map.of(), long1.ranges());
      check(flight, 5, withoutRanges, withoutRanges.calls(), withoutRanges.copies(), 0);
      // What suppresses calls does not touch what they say about their work.
      assertThat(flight.dispatches())
          .allMatch(d -> d.number("workgroupX") == 64 && d.number("stream") > 0)
          .allMatch(d -> d.externalId() != 0 && d.threadName().startsWith("load-"));
      assertThat(flight.lost()).isEmpty();
    }
  }

  /** What is left in the rings is behind records that nobody wants any more. */
  @OnEachJdk
  void anEventDisabledRightBeforeTheStopHoldsNothingUp(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=all");
      final LoadCounts before = load.load("run threads=2 ops=300 seed=1");
      load.ask("jfr-set name=all rocjfr.RoctxRange#enabled=false");
      final LoadCounts after = load.load("run threads=2 ops=600 seed=2");
      Flight flight = load.stopRecording("all", folder);
      assertThat((long) flight.calls().size()).isEqualTo(before.allCalls() + after.allCalls());
      assertThat((long) flight.dispatches().size())
          .isEqualTo(before.dispatches() + after.dispatches());
      assertThat((long) flight.copies().size()).isEqualTo(before.allCopies() + after.allCopies());
      assertThat(flight.marks()).hasSize(Math.toIntExact(before.marks() + after.marks()));
      assertThat(flight.lost()).isEmpty();
    }
  }

  private void change(LoadApp load, String request) {
    // What is not committed yet would be judged by the new settings: a dump commits all.
    load.ask("jfr-dump name=all file=" + folder.resolve("committed.jfr"));
    load.ask(request);
    // JFR tells nobody that settings were changed: they are noticed a moment later. The start of
    // another recording, which wants nothing, returns when the tracer has been told.
    load.ask("jfr-start name=none rocjfr.HipApi#enabled=false");
    load.ask("jfr-stop name=none");
  }

  private static SortedMap<String, Long> only(Map<String, Long> all, Predicate<String> name) {
    SortedMap<String, Long> some = new TreeMap<>(all);
    some.keySet().removeIf(name.negate());
    return some;
  }

  /** What the recording holds of one run: of its threads, whose names have its number. */
  private static void check(
      Flight flight,
      int number,
      LoadCounts run,
      Map<String, Long> calls,
      Map<String, Long> copies,
      long ranges) {
    assertThat(Flight.count(of(flight.calls(), number), call -> call.text("function")))
        .as("calls of run %d", number)
        .isEqualTo(only(calls, name -> !CALLED_BY_MAIN.contains(name)));
    assertThat(Flight.count(of(flight.dispatches(), number), work -> work.text("kernel")))
        .as("dispatches of run %d", number)
        .isEqualTo(run.kernels());
    assertThat(Flight.count(of(flight.copies(), number), work -> work.text("direction")))
        .as("copies of run %d", number)
        .isEqualTo(copies);
    assertThat(of(flight.ranges(), number))
        .as("ranges of run %d", number)
        .hasSize(Math.toIntExact(ranges));
    assertThat(of(flight.marks(), number))
        .as("marks of run %d", number)
        .hasSize(Math.toIntExact(run.marks()));
  }

  private static List<Activity> of(List<Activity> activities, int run) {
    return activities.stream()
        .filter(activity -> activity.threadName().startsWith("load-" + run + "-"))
        .toList();
  }

  @OnEachJdk
  void operationsOfTwoRecordingsAreUnited(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.jcmd(
          "JFR.start",
          "name=one",
          "settings=none",
          "+rocjfr.HipApi#enabled=true",
          "+rocjfr.HipApi#operations=hipMemcpy*");
      load.ask("jfr-start name=two rocjfr.HipApi#enabled=true rocjfr.HipApi#operations=hipMalloc");
      LoadCounts run = load.load("run threads=2 ops=400 seed=2");
      Path file = folder.resolve("one.jfr");
      load.jcmd("JFR.stop", "name=one", "filename=" + file);
      SortedMap<String, Long> expected =
          only(run.calls(), name -> name.matches("hipMemcpy.*|hipMalloc"));
      assertThat(Flight.read(file).callCounts()).isEqualTo(expected);
      assertThat(load.stopRecording("two", folder).callCounts()).isEqualTo(expected);
    }
  }
}
