// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static io.rocjfr.harness.FlightAssert.assertFlight;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Whole;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Several recordings at once and one after the other: each holds what falls in its time. */
class RecordingsIT {
  private static final int CYCLES = Whole.times("rocjfr.recordings", 50, 10);
  private static final int CALLS = 50;

  /** External ids of the cycles' own calls; the load's begin beyond. */
  private static final int FIRST_ID = 1000;

  @TempDir Path folder;

  @OnEachJdk
  void overlapping(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=first");
      LoadCounts one = load.load("run threads=2 ops=300 seed=1");
      load.ask("jfr-start name=second");
      LoadCounts both = load.load("run threads=2 ops=400 seed=2");
      Flight first = load.stopRecording("first", folder);
      LoadCounts two = load.load("run threads=2 ops=500 seed=3");
      Flight second = load.stopRecording("second", folder);
      load.ask("run threads=2 ops=100 seed=4");

      assertThat(first.records()).isEqualTo(one.records() + both.records());
      assertThat(second.records()).isEqualTo(both.records() + two.records());
      assertFlight(first).lostNothing().joinsWorkToCalls();
      assertFlight(second).lostNothing().joinsWorkToCalls();
      assertThat(idsOf(first)).containsAll(firstIdsOf(one)).containsAll(firstIdsOf(both));
      assertThat(idsOf(first)).doesNotContainAnyElementsOf(firstIdsOf(two));
      assertThat(idsOf(second)).containsAll(firstIdsOf(both)).containsAll(firstIdsOf(two));
      assertThat(idsOf(second)).doesNotContainAnyElementsOf(firstIdsOf(one));
    }
  }

  private static Set<Long> idsOf(Flight flight) {
    return Stream.of(flight.calls(), flight.ranges(), flight.marks())
        .flatMap(List::stream)
        .map(Activity::externalId)
        .collect(Collectors.toSet());
  }

  private static Set<Long> firstIdsOf(LoadCounts load) {
    return load.ids().keySet();
  }

  @OnEachJdk
  void startedAndStoppedUnderLoad(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent("ring=4m").startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=base");
      load.ask("start threads=2 seed=5 pause=100");
      for (int i = 0; i < CYCLES; i++) {
        load.ask("jfr-start name=short");
        load.ask("calls n=" + CALLS + " id=" + (FIRST_ID + i));
        load.ask("jfr-stop name=short file=" + folder.resolve("short-" + i));
      }
      LoadCounts all = load.load("stop");
      LoadCounts calls = load.total();
      Flight base = load.stopRecording("base", folder);
      assertFlight(base).lostNothing().joinsWorkToCalls();
      assertThat(
              Stream.of(base.calls(), base.ranges(), base.marks())
                  .flatMap(List::stream)
                  .map(Activity::externalId)
                  .filter(id -> id >= all.ids().firstKey()))
          .as("operations of the base recording, each once")
          .hasSize(Math.toIntExact(all.operations()))
          .doesNotHaveDuplicates();
      assertThat(base.callCounts().get("hipGetDevice"))
          .isEqualTo(calls.calls().get("hipGetDevice"));

      for (int i = 0; i < CYCLES; i++) {
        Flight cycle = Flight.read(folder.resolve("short-" + i));
        Set<Long> held =
            cycle.calls().stream().map(Activity::correlationId).collect(Collectors.toSet());
        assertThat(held).as("calls of cycle %d, each once", i).hasSameSizeAs(cycle.calls());
        long id = (long) FIRST_ID + i;
        List<Activity> own = base.calls().stream().filter(call -> call.externalId() == id).toList();
        assertThat(own).as("own calls of cycle %d", i).hasSize(CALLS);
        // What is between the first and the last of them is within the cycle, by any clock.
        long begin = own.get(0).beginNanos();
        long end = own.get(CALLS - 1).endNanos();
        Set<Long> inside =
            base.calls().stream()
                .filter(call -> call.beginNanos() >= begin && call.endNanos() <= end)
                .map(Activity::correlationId)
                .collect(Collectors.toSet());
        assertThat(inside).as("calls inside cycle %d", i).hasSizeGreaterThanOrEqualTo(CALLS);
        assertThat(held).as("calls of cycle %d", i).containsAll(inside);
        assertThat(cycle.lost()).as("losses of cycle %d", i).isEmpty();
      }
    }
  }

  /** Also those that Java 17's JFR believes the file to have, since the one before had them. */
  @OnEachJdk
  void eachHasItsNames(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent("ring=4m").startLoad()) {
      load.ask("hip");
      load.ask("start threads=2 seed=6 pause=100");
      for (int i = 0; i < CYCLES; i++) {
        load.ask("jfr-start name=named");
        load.ask("calls n=" + CALLS + " id=" + (FIRST_ID + i));
        load.ask("jfr-stop name=named file=" + folder.resolve("named-" + i));
      }
      load.ask("stop");
      Set<String> functions = new HashSet<>();
      for (int i = 0; i < CYCLES; i++) {
        Flight cycle = Flight.read(folder.resolve("named-" + i));
        assertThat(cycle.calls())
            .as("calls of recording %d", i)
            .hasSizeGreaterThanOrEqualTo(CALLS)
            .extracting(call -> call.text("function"))
            .doesNotContainNull();
        Set<Long> ids =
            cycle.calls().stream().map(Activity::correlationId).collect(Collectors.toSet());
        assertThat(cycle.dispatches())
            .filteredOn(kernel -> ids.contains(kernel.correlationId()))
            .extracting(kernel -> kernel.text("kernel"))
            .doesNotContainNull();
        assertThat(cycle.statuses()).extracting(s -> s.text("runtime")).doesNotContainNull();
        cycle.calls().forEach(call -> functions.add(call.text("function")));
      }
      assertThat(functions).as("not written letter by letter").contains("hipModuleLaunchKernel");
    }
  }

  @OnEachJdk
  void dumpedWhileRunning(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=long");
      LoadCounts one = load.load("run threads=2 ops=500 seed=1");
      Path first = folder.resolve("first.jfr");
      load.jcmd("JFR.dump", "name=long", "filename=" + first);
      LoadCounts two = load.load("run threads=2 ops=600 seed=2");
      Path second = folder.resolve("second.jfr");
      load.ask("jfr-dump name=long file=" + second);
      LoadCounts three = load.load("run threads=2 ops=700 seed=3");
      Flight whole = load.stopRecording("long", folder);

      assertThat(Flight.read(first).records()).isEqualTo(one.records());
      assertThat(Flight.read(second).records()).isEqualTo(one.records() + two.records());
      assertThat(whole.records()).isEqualTo(one.records() + two.records() + three.records());
      assertFlight(whole).lostNothing().joinsWorkToCalls();
    }
  }

  /** What the drain thread has not seen yet is committed by the dump, also by a JVM's first. */
  @OnEachJdk
  void dumpedRightAfterTheFirstWork(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=first rocjfr.HipApi#operations=*");
      LoadCounts one = load.load("run threads=2 ops=400 seed=2");
      Path dump = folder.resolve("dump.jfr");
      load.ask("jfr-dump name=first file=" + dump);
      assertFlight(Flight.read(dump)).holdsExactly(one).joinsWorkToCalls();
      assertFlight(load.stopRecording("first", folder)).holdsExactly(one).lostNothing();
    }
  }

  @OnEachJdk
  void nothingOfBeforeAppearsInTheNext(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=one");
      LoadCounts one = load.load("run threads=2 ops=200 seed=1");
      assertThat(load.stopRecording("one", folder).records()).isEqualTo(one.records());
      load.ask("run threads=2 ops=300 seed=2");
      load.ask("jfr-start name=two");
      LoadCounts two = load.load("run threads=2 ops=400 seed=3");
      assertFlight(load.stopRecording("two", folder)).holdsExactly(two).joinsWorkToCalls();
    }
  }

  /** The work of the one before finishes during the next one, which starts at once. */
  @OnEachJdk
  void nothingThatWasHeldBeforeAppearsInTheNext(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=one");
      load.ask("launch-held n=3");
      Path first = folder.resolve("one.jfr");
      load.ask("jfr-stop name=one then=two file=" + first);
      load.ask("gpu-release");
      LoadCounts run = load.load("run threads=2 ops=200 seed=7");
      Flight two = load.stopRecording("two", folder);
      Flight one = Flight.read(first);
      assertThat(one.dispatches()).isEmpty();
      assertThat(one.statuses()).last().extracting(s -> s.number("inFlight")).isEqualTo(3L);
      assertFlight(two).holdsExactly(run).joinsWorkToCalls().lostNothing();
      assertThat(two.statuses()).last().extracting(s -> s.number("inFlight")).isEqualTo(0L);
    }
  }
}
