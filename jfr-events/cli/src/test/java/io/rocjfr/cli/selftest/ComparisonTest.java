// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.cli.selftest.Check.State;
import io.rocjfr.cli.selftest.Ledger.Kind;
import io.rocjfr.recording.TextOutput;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each way in which a recording may differ from what was done is found by its comparison. */
class ComparisonTest {
  private static final String RECORDING = "first";
  private static final long MILLI = 1_000_000;

  /** Launches one after the other: each lasts 2 ms, and 1 ms later comes the next. */
  private static final int LAUNCHES = 20;

  private final Ledger ledger = new Ledger();
  private final RecordedWork recorded = new RecordedWork();

  @TempDir Path folder;

  private void launches() {
    ledger.thread = 1;
    ledger.scenarios.put("kernels", "");
    for (int i = 0; i < LAUNCHES; i++) {
      long before = 100 * MILLI + 4L * i * MILLI;
      List<Integer> grid = List.of(1 + i, 2, 1);
      List<Integer> block = List.of(64, 1, 1);
      boolean kernel = i % 2 == 0;
      String function = kernel ? "hipModuleLaunchKernel" : "hipMemcpyAsync";
      Ledger.Call call =
          new Ledger.Call(i, RECORDING, "kernels", function, before, before + 10_000, 0);
      call.stream = "stream " + i % 2;
      call.done = before + 3 * MILLI;
      call.works.add(
          kernel
              ? new Ledger.Work(Kind.KERNEL, "spin", grid, block, 0, "", false, 0, -1, -1)
              : new Ledger.Work(
                  Kind.COPY, "", List.of(), List.of(), 4096 + i, "HostToDevice", false, 0, -1, -1));
      if (kernel) {
        call.eventNanos = 2 * MILLI + 20_000;
      }
      ledger.calls.add(call);
      recorded.calls.add(
          new RecordedWork.Call(
              function, 1, 100 + i, before + 1000, before + 9000, "", 0, i % 2, 0, ""));
      recorded.works.add(
          new RecordedWork.Work(
              kernel,
              kernel ? "spin" : "",
              kernel ? "spin" : "",
              kernel ? grid : List.of(0, 0, 0),
              kernel ? block : List.of(0, 0, 0),
              kernel ? 0 : 4096 + i,
              kernel ? "" : "HostToDevice",
              0,
              -1,
              -1,
              1 + i % 2,
              100 + i,
              true,
              before + 20_000,
              before + 20_000 + 2 * MILLI));
    }
  }

  private Map<String, Check> compare() {
    Comparison comparison = new Comparison(new TextOutput(new PrintWriter(Writer.nullWriter())));
    comparison.add(ledger, folder);
    comparison.add(ledger, RECORDING, recorded);
    return comparison.checks().stream().collect(Collectors.toMap(Check::id, check -> check));
  }

  @Test
  void whatIsAsItShouldBePasses() {
    launches();
    Map<String, Check> checks = compare();
    assertThat(checks.values()).allSatisfy(check -> assertThat(check.findings()).isEmpty());
    assertThat(checks.get("calls").figures()).containsEntry("compared", (long) LAUNCHES);
    assertThat(checks.get("work").figures()).containsEntry("compared", (long) LAUNCHES);
    assertThat(checks.get("grids").figures()).containsEntry("compared", LAUNCHES / 2L);
    assertThat(checks.get("bytes").figures()).containsEntry("compared", LAUNCHES / 2L);
    assertThat(checks.get("durations").figures()).containsEntry("compared", LAUNCHES / 2L);
    // Work ends 2,020,000 ns after its call began, and the program saw that 980,000 ns later.
    assertThat(checks.get("offset").figures())
        .containsEntry("leastNanos", -980_000L)
        .containsEntry("mostNanos", 20_000L);
    assertThat(checks.get("overlap").state()).isEqualTo(State.NOT_TRIED);
  }

  /** One way to differ. */
  record Fault(String name, Consumer<ComparisonTest> plant, String found, Set<String> by) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Fault fault(
      String name, Consumer<ComparisonTest> plant, String found, String... by) {
    return new Fault(name, plant, found, Set.of(by));
  }

  private void work(int index, RecordedWork.Work work) {
    recorded.works.set(index, work);
  }

  /** The same work with one thing changed. */
  private static RecordedWork.Work changed(RecordedWork.Work work, String what, long by) {
    return new RecordedWork.Work(
        what.equals("kind") != work.kernel(),
        work.name(),
        what.equals("symbol") ? "other" : work.symbol(),
        what.equals("grid") ? List.of(99, 1, 1) : work.grid(),
        work.block(),
        work.bytes() + (what.equals("bytes") ? by : 0),
        what.equals("direction") ? "DeviceToHost" : work.direction(),
        work.device() + (what.equals("device") ? 1 : 0),
        work.from(),
        work.to(),
        work.stream() + (what.equals("stream") ? 1 : 0),
        work.correlation() + (what.equals("correlation") ? by : 0),
        !what.equals("untimed"),
        work.begin() + (what.equals("times") || what.equals("begin") ? by : 0),
        work.end() + (what.equals("times") || what.equals("end") ? by : 0));
  }

  private static Consumer<ComparisonTest> change(int index, String what, long by) {
    return test -> test.work(index, changed(test.recorded.works.get(index), what, by));
  }

  private interface Amount {
    long of(int index);
  }

  private static Consumer<ComparisonTest> changeAll(String what, Amount by) {
    return test -> {
      for (int i = 0; i < LAUNCHES; i++) {
        change(i, what, by.of(i)).accept(test);
      }
    };
  }

  static Stream<Fault> faults() {
    return Stream.of(
        fault("a call lost", t -> t.recorded.calls.remove(4), "1 calls are not", "calls", "joins"),
        fault(
            "a call too many",
            t -> t.recorded.calls.add(t.recorded.calls.get(4)),
            "did not make",
            "calls"),
        fault("work lost", t -> t.recorded.works.remove(6), "0 came: lost", "work"),
        fault(
            "work doubled",
            t -> t.recorded.works.add(t.recorded.works.get(6)),
            "2 came: too many",
            "work"),
        fault(
            "work of a call that nobody made",
            change(6, "correlation", 1000),
            "belongs to no call",
            "work",
            "joins"),
        fault("a kernel as a copy", change(6, "kind", 0), "not a KERNEL but copy", "work"),
        fault("another kernel", change(6, "symbol", 0), "spin is called", "names"),
        fault("another grid", change(6, "grid", 0), "is [99, 1, 1]", "grids"),
        fault("other bytes", change(7, "bytes", 4), "4103 bytes are 4107", "bytes"),
        fault("another direction", change(7, "direction", 0), "HostToDevice is Dev", "directions"),
        fault("another device", change(7, "device", 0), "device 0 is 1", "devices"),
        fault("another stream", change(6, "stream", 0), "is 1 and 2", "streams"),
        fault("no times", change(6, "untimed", 0), "its times are impossible", "workTimes"),
        fault(
            "too late",
            change(7, "times", 5 * MILLI),
            "ends 4020 µs after the program",
            "workTimes",
            "drift"),
        fault(
            "too early",
            change(6, "begin", -2 * MILLI),
            "before its call",
            "workTimes",
            "durations"),
        fault(
            "before the work before it",
            change(6, "begin", -7 * MILLI),
            "begins 1000 µs before the end of the work before it in its stream",
            "workTimes",
            "durations",
            "order",
            "drift"),
        fault(
            "longer",
            changeAll("end", i -> 900_000),
            "but only 2020 µs are between the events",
            "durations"),
        fault("shorter", changeAll("end", i -> -MILLI), "has 50 %", "durations"),
        fault(
            "an offset",
            changeAll("times", i -> 5 * MILLI),
            "always ahead, by 4020 µs",
            "workTimes",
            "offset"),
        fault(
            "a drift",
            changeAll("times", i -> i * MILLI / 2),
            "drifts, by at least",
            "workTimes",
            "drift"),
        fault(
            "a jump",
            changeAll("times", i -> i < 10 ? 0 : 50 * MILLI),
            "jumps, by at least 49",
            "workTimes",
            "drift"),
        fault(
            "losses that are told",
            t -> t.recorded.lost.put("HipOps, ringFull", 3L),
            "3 records lost: HipOps, ringFull",
            "losses"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void whatDiffersIsFoundAndNamed(Fault fault) {
    launches();
    fault.plant().accept(this);
    Map<String, Check> checks = compare();
    Set<String> failed = new TreeSet<>();
    StringBuilder said = new StringBuilder();
    checks.forEach(
        (id, check) -> {
          if (check.state() == State.FAILED) {
            failed.add(id);
            check.findings().forEach(one -> said.append(one).append('\n'));
          }
        });
    assertThat(said.toString()).contains(fault.found());
    assertThat(failed).isEqualTo(new TreeSet<>(fault.by()));
  }

  @Test
  void ledgersComeBackFromTheirFiles() throws Exception {
    launches();
    ledger.calls.get(3).follows = 2;
    ledger.untold.add("hipGetDeviceCount");
    ledger.launches.put("traced", List.of(1L, 20_000_000_000L));
    ledger.failures.put("compile", "no \"compiler\"");
    Path file = folder.resolve("ledger.json");
    LedgerFile.write(ledger, file);
    Ledger back = LedgerFile.read(file);
    assertThat(back).usingRecursiveComparison().isEqualTo(ledger);
  }
}
