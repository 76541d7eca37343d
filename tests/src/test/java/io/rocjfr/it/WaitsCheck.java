// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Summary;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What recordings have of programs that wait for their work in many ways. tests/waits.sh runs it in
 * the roots of several HIP runtimes, and judges the lines that it prints.
 */
@Execution(ExecutionMode.SAME_THREAD)
class WaitsCheck {
  /** {@code WAY;PLACE} of each cell, between commas. */
  private static final String CELLS = System.getProperty("rocjfr.waits", "");

  /** The ends and cells that were. */
  private final Set<String> recorded = new HashSet<>();

  @TempDir Path folder;

  /** As the agent waits for users, not for tests on a busy machine. */
  private static Jvm jvm(Jdk jdk) {
    return new Jvm(jdk).patience(1);
  }

  @Test
  void recordings() {
    assumeTrue(!CELLS.isEmpty(), "-Drocjfr.waits names no cells");
    List<String> cells = List.of(CELLS.split(",", -1));
    // Those that need one GPU, in one process as far as it comes; the others in one each.
    record("stop", cells.stream().filter(cell -> !cell.endsWith(";other-device")).toList());
    for (String end : List.of("stop", "exit")) {
      for (String cell : cells) {
        if (!recorded.contains(end + cell)) {
          record(end, List.of(cell));
        }
        if (!recorded.contains(end + cell)) {
          System.out.println(cell.replace(';', ' ') + " jfr-" + end + " FAILED");
        }
      }
    }
  }

  /**
   * Prints a line for each cell as far as the program came, as native/tests/waits/main.cpp does.
   */
  private void record(String end, List<String> cells) {
    List<String> words =
        new ArrayList<>(
            List.of(
                Product.library("libwaits.so").toString(),
                Product.settings().toString(),
                folder.toString(),
                end));
    words.addAll(cells);
    // HIP makes a graph of many nodes by recursion, which needs more stack than a thread of Java
    // has.
    Jvm jvm = jvm(Jdk.JAVA_17).agent().options("-Xss64m");
    try (Program running = jvm.start("io.rocjfr.load.Waits", words.toArray(String[]::new))) {
      Program.Finished program = running.finish();
      if (program.status() != 0) {
        System.err.println(program);
      }
      for (String line : program.out()) {
        String[] row = line.split(" ", 3);
        if (row.length == 3 && cells.contains(row[0] + ";" + row[1])) {
          boolean last = line.equals(program.out().get(program.out().size() - 1));
          if (last && program.status() != 0) {
            continue;
          }
          recorded.add(end + row[0] + ";" + row[1]);
          System.out.println(row[0] + " " + row[1] + " jfr-" + end + " " + became(row));
        }
      }
    } catch (AssertionError e) {
      System.err.println(e.getMessage());
    }
  }

  private String became(String[] row) {
    if (row[2].equals("none")) {
      return row[2];
    }
    Path file = folder.resolve(row[0] + ";" + row[1] + ".jfr");
    String all = all(Flight.read(file));
    boolean full = row[2].equals("submitted" + all);
    String became = full ? all + " pending 0 lost 0" : became(file);
    return row[2] + " now" + became + " later" + became;
  }

  /** What is in the file, where nothing is missing by its last status. */
  private static String all(Flight flight) {
    List<Activity> statuses = flight.statuses();
    boolean all =
        !statuses.isEmpty()
            && statuses.get(statuses.size() - 1).number("inFlight") == 0
            && flight.allLostRecords() == 0;
    return all ? " " + flight.dispatches().size() + " " + flight.copies().size() : "";
  }

  private static String became(Path file) {
    Summary summary =
        Summary.of(Jvm.rocjfr(Jdk.JAVA_17, "summary", "--json", file.toString()).expectStatus(0));
    assertThat(summary.json().path("endUnknown").asBoolean()).as("the end is unknown").isFalse();
    // Calls of the last moments are in no status.
    long pending =
        summary.json().required("inFlight").asLong()
            + summary.json().required("lateCalls").asLong();
    return " %d %d pending %d lost %d"
        .formatted(sum(summary.kernels()), sum(summary.copies()), pending, summary.lost());
  }

  private static long sum(SortedMap<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** As a user would: nothing but {@code rocjfr record -d 3s PID}, from the middle of its work. */
  @OnEachJdk
  void aServiceThatOnlyCopies(Jdk jdk) {
    Path file = folder.resolve(jdk + ".jfr");
    Instant from;
    Program.Finished record;
    Program.Finished service;
    try (Program serving = jvm(jdk).start("io.rocjfr.load.CopyService")) {
      serving.expect("serves");
      String pid = Long.toString(serving.pid());
      try (Program recording =
          Jvm.startRocjfr(jdk, "record", "-d", "3s", "-o", file.toString(), pid)) {
        recording.expectError("Recording process");
        from = Instant.now();
        record = recording.finish().expectStatus(0);
      }
      service = serving.finish().expectStatus(0);
    }
    String report =
        Jvm.rocjfr(jdk, "report", "--min-severity", "na", file.toString()).outText().strip();
    String said = record.outText().replaceFirst("(?s).*\nWritten: \\S*", "");
    System.out.println("service on " + jdk + " record says:" + said.replaceAll("\\s+", " "));
    String state = report.replaceFirst("(?s).*\n(?=.*State of the Tracer)", "");
    System.out.println(
        "service on "
            + jdk
            + " report says: "
            + state.split("\n\n", -1)[0].replaceAll("\\s+", " "));
    Summary summary =
        Summary.of(Jvm.rocjfr(jdk, "summary", "--json", file.toString()).expectStatus(0));
    compare(jdk, Flight.read(file), summary, requests(service, from));
  }

  /** Each request has a number of its own, which its kernel and its copy show. */
  private static void compare(Jdk jdk, Flight flight, Summary summary, List<Long> requests) {
    List<Long> kernels = sorted(flight.dispatches(), "gridX");
    List<Long> copies = sorted(flight.copies(), "bytes");
    long calls = sum(summary.calls());
    long lacking =
        summary.json().required("inFlight").asLong()
            + summary.json().required("lateCalls").asLong();
    System.out.printf(
        "service on %s: %d requests wholly within the recording; in the file: %d kernels and %d"
            + " copies of %d calls, %d calls or pieces counted as pending or late, %d lost%n",
        jdk, requests.size(), kernels.size(), copies.size(), calls, lacking, summary.lost());
    assertThat(requests).isNotEmpty();
    assertThat(kernels).containsAll(requests).isEqualTo(from(kernels.get(0), kernels.size()));
    assertThat(copies).containsAll(requests).isEqualTo(from(copies.get(0), copies.size()));
    assertThat(kernels.size() + copies.size() + lacking + summary.lost()).isEqualTo(calls);
  }

  private static List<Long> sorted(List<Activity> activities, String field) {
    return activities.stream().map(activity -> activity.number(field)).sorted().toList();
  }

  private static List<Long> from(long first, int count) {
    return LongStream.range(first, first + count).boxed().toList();
  }

  /**
   * Those that began later than the recording, and ended half a second before its time was over.
   */
  private static List<Long> requests(Program.Finished service, Instant from) {
    long begin = TimeUnit.SECONDS.toNanos(from.getEpochSecond()) + from.getNano();
    long end = begin + TimeUnit.MILLISECONDS.toNanos(2500);
    return service.out().stream()
        .filter(line -> line.startsWith("request "))
        .map(
            line -> Arrays.stream(line.split(" ", -1)).skip(1).mapToLong(Long::parseLong).toArray())
        .filter(request -> request[1] >= begin && request[2] <= end)
        .map(request -> request[0])
        .toList();
  }
}
