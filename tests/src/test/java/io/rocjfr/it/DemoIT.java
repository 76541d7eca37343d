// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.FlightAssert;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** The demo's recording holds what the demo did. */
class DemoIT {
  private static final String RESULT = "rocjfr-demo-result ";

  /**
   * What HIP 5.2.3 tells no tracer of: it never calls back for the first, and has no number for the
   * second (hipApiName does not know it).
   */
  private static final Set<String> UNREPORTED = Set.of("hipGetDeviceCount", "hipRuntimeGetVersion");

  /** What hiprtc calls by itself to find out for which GPU it is to compile. */
  private static final Set<String> CALLED_BY_HIPRTC =
      Set.of("hipGetDevice", "hipGetDeviceProperties");

  /** JFR reads wall-clock time and ticks one after the other: on a busy machine with a gap. */
  private static final int CLOCK_MILLIS = 10_000;

  private static final int ITERATIONS = 100;
  private static final long COPY_BYTES = 4L << 20;

  @TempDir Path folder;

  private JsonNode result;

  @OnEachJdk(always = true)
  void recordsWhatTheDemoDid(Jdk jdk) throws Exception {
    Flight flight = record(jdk);

    assertThat(flight.kernelCounts()).isEqualTo(Map.of("matrixTranspose", (long) ITERATIONS));
    assertThat(flight.copyCounts())
        .isEqualTo(Map.of("DeviceToHost", (long) ITERATIONS, "HostToDevice", (long) ITERATIONS));
    assertThat(flight.copies()).allMatch(copy -> copy.number("bytes") == COPY_BYTES);
    assertThat(programCalls(flight)).isEqualTo(reportedCalls());
    FlightAssert.assertFlight(flight).joinsWorkToCalls().lostNothing();
    checkTimes(flight);
    checkActors(flight);
    checkPlaces(flight);
    checkRanges(flight);
  }

  private Flight record(Jdk jdk) throws Exception {
    Path file = folder.resolve("demo.jfr");
    Program.Finished demo;
    try (Program program =
        new Jvm(jdk)
            .bothCompilers()
            .agent()
            .recordInto(file)
            .startDemo("--iterations", Integer.toString(ITERATIONS), "--width", "1024")) {
      demo = program.finish().expectStatus(0);
    }
    String line = demo.out().get(demo.out().size() - 1);
    assertThat(line).startsWith(RESULT);
    result = new ObjectMapper().readTree(line.substring(RESULT.length()));
    assertThat(result.required("wrongElements").asLong()).isZero();
    return Flight.read(file);
  }

  private SortedMap<String, Long> reportedCalls() {
    SortedMap<String, Long> calls = new TreeMap<>();
    result
        .required("calls")
        .properties()
        .forEach(entry -> calls.put(entry.getKey(), entry.getValue().asLong()));
    calls.keySet().removeAll(UNREPORTED);
    return calls;
  }

  private SortedMap<String, Long> programCalls(Flight flight) {
    SortedMap<String, Long> calls = flight.callCounts();
    for (String function : CALLED_BY_HIPRTC) {
      if (!result.required("calls").has(function)) {
        calls.remove(function);
      }
    }
    return calls;
  }

  private void checkTimes(Flight flight) {
    Instant begin = LoadCounts.instant(result.required("beginEpochNs").asLong());
    Instant end = LoadCounts.instant(result.required("endEpochNs").asLong());
    for (List<Activity> activities :
        List.of(flight.calls(), flight.dispatches(), flight.copies(), flight.ranges())) {
      assertThat(activities.get(0).begin()).isAfterOrEqualTo(begin.minusMillis(CLOCK_MILLIS));
      assertThat(activities)
          .allSatisfy(
              activity ->
                  assertThat(activity.end()).isBeforeOrEqualTo(end.plusMillis(CLOCK_MILLIS)));
    }
  }

  private static void checkActors(Flight flight) {
    Set<Long> osThreads = new HashSet<>();
    for (List<Activity> activities :
        List.of(flight.calls(), flight.dispatches(), flight.copies(), flight.ranges())) {
      for (Activity activity : activities) {
        assertThat(activity.threadName()).isEqualTo("main");
        assertThat(activity.thread()).as("thread of %s", activity).isNotNull();
        assertThat(activity.thread().getJavaName()).isEqualTo("main");
        assertThat(activity.thread().getJavaThreadId())
            .isPositive()
            .isEqualTo(activity.javaThreadId());
        assertThat(activity.thread().getOSThreadId()).isEqualTo(activity.osThreadId());
        osThreads.add(activity.osThreadId());
      }
    }
    assertThat(osThreads).hasSize(1).allMatch(id -> id > 0);
  }

  private static void checkPlaces(Flight flight) {
    Set<Long> queues = new HashSet<>();
    for (Activity dispatch : flight.dispatches()) {
      assertThat(numbers(dispatch, "gridX", "gridY", "gridZ")).containsExactly(64L, 64L, 1L);
      assertThat(numbers(dispatch, "workgroupX", "workgroupY", "workgroupZ"))
          .containsExactly(16L, 16L, 1L);
      assertThat(dispatch.text("symbol")).isEqualTo("matrixTranspose");
      assertThat(dispatch.number("ldsBytes")).isZero();
      queues.add(dispatch.number("queue"));
    }
    assertThat(queues).as("queues of one stream").hasSize(1);
    for (Activity work : flight.work()) {
      assertThat(numbers(work, "device", "stream")).as("%s", work).containsExactly(0L, 0L);
      assertThat(work.number("agentId")).as("agent of %s", work).isNotNegative();
    }
    assertThat(flight.copies()).allMatch(copy -> "1D".equals(copy.text("shape")));
    assertThat(flight.calls())
        .filteredOn(call -> call.text("function").equals("hipModuleLaunchKernel"))
        .hasSize(ITERATIONS)
        .allMatch(call -> "matrixTranspose".equals(call.text("kernel")));
    assertThat(flight.calls())
        .filteredOn(call -> call.text("function").equals("hipMemcpy"))
        .hasSize(2 * ITERATIONS)
        .allMatch(call -> call.number("bytes") == COPY_BYTES);
  }

  private static List<Long> numbers(Activity activity, String... fields) {
    return List.of(fields).stream().map(activity::number).toList();
  }

  private void checkRanges(Flight flight) {
    SortedMap<String, Long> names =
        Flight.count(flight.ranges(), range -> range.text("message").replaceAll(" \\d+$", ""));
    SortedMap<String, Long> expected = new TreeMap<>();
    result
        .required("ranges")
        .properties()
        .forEach(entry -> expected.put(entry.getKey(), entry.getValue().asLong()));
    assertThat(names).isEqualTo(expected);

    Deque<Activity> open = new ArrayDeque<>();
    for (Activity range : flight.ranges()) {
      while (!open.isEmpty() && open.peek().endNanos() <= range.beginNanos()) {
        open.pop();
      }
      assertThat(range.number("depth")).as("depth of %s in %s", range, open).isEqualTo(open.size());
      if (!open.isEmpty()) {
        assertThat(range.end()).as("%s", range).isBeforeOrEqualTo(open.peek().end());
      }
      boolean inner = !range.text("message").matches("iteration \\d+|set up|clean up");
      assertThat(range.number("depth")).as("%s", range).isEqualTo(inner ? 1 : 0);
      assertThat(range.number("rangeId")).isZero();
      open.push(range);
    }
    for (Activity range : flight.ranges()) {
      long calls =
          flight.calls().stream()
              .filter(call -> call.beginNanos() >= range.beginNanos())
              .filter(call -> call.endNanos() <= range.endNanos())
              .count();
      switch (range.text("message")) {
        case "copy in", "transpose", "copy out" -> assertThat(calls).isEqualTo(1);
        case "check" -> assertThat(calls).isZero();
        default -> assertThat(calls).isPositive();
      }
    }
  }
}
