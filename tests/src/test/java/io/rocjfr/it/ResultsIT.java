// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Summary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** What calls returned, against the log of a program that fails in known ways. */
class ResultsIT {
  private static final String PROGRAM = "io.rocjfr.load.FailingCalls";
  private static final int NOT_READY = 600;

  /** Of these the result is known whatever the runtime. */
  private static final Set<String> KNOWN =
      Set.of(
          "hipMalloc",
          "hipSetDevice",
          "hipStreamCreate",
          "hipMemset",
          "hipMemcpy",
          "hipMemcpyAsync",
          "hipStreamSynchronize",
          "hipModuleLoad",
          "hipModuleLoadData",
          "hipModuleGetFunction",
          "hipModuleUnload",
          "hipStreamDestroy",
          "hipFree",
          "hipDeviceSynchronize");

  /** Of these never: what they return is another call's, or they are not asked by default. */
  private static final Set<String> UNKNOWN =
      Set.of(
          "hipGetLastError", "hipPeekAtLastError", "hipExtGetLastError", "hipModuleLaunchKernel");

  @TempDir Path folder;

  /** A line of the program's log. */
  private record Call(String function, int code, String name) {
    static Call of(String line) {
      String[] words = line.split(" ", -1);
      return new Call(words[1], Integer.parseInt(words[2]), words[3]);
    }

    String result() {
      return code == 0 || code == NOT_READY ? "" : name;
    }
  }

  private static List<Call> log(Program.Finished program) {
    program.expectStatus(0);
    return program.outText().lines().filter(l -> l.startsWith("call ")).map(Call::of).toList();
  }

  @OnEachJdk
  void eachFailureOnceWithItsNameAndNoSuccessCalledAFailure(Jdk jdk) throws Exception {
    Path file = folder.resolve("failing.jfr");
    final List<Call> calls = log(new Jvm(jdk).agent().recordInto(file).start(PROGRAM).finish());
    final List<Call> untraced = log(new Jvm(jdk).start(PROGRAM).finish());
    assertThat(calls).as("what the program reads, traced and not").isEqualTo(untraced);
    assertThat(calls).anyMatch(call -> call.code() == NOT_READY);

    Flight flight = Flight.read(file);
    assertThat(flight.lost()).isEmpty();
    Map<String, List<String>> recorded = new HashMap<>();
    for (Activity call : flight.calls()) {
      recorded
          .computeIfAbsent(call.text("function"), key -> new ArrayList<>())
          .add(call.text("result"));
    }
    System.out.println("function, log, recorded:");
    Map<String, List<Call>> logged = new TreeMap<>();
    calls.forEach(c -> logged.computeIfAbsent(c.function(), key -> new ArrayList<>()).add(c));
    logged.forEach(
        (function, list) ->
            System.out.println(
                function
                    + " "
                    + list.stream().map(Call::result).toList()
                    + " "
                    + recorded.get(function)));
    logged.forEach(
        (function, list) -> {
          List<String> results = recorded.getOrDefault(function, List.of());
          if (KNOWN.contains(function)) {
            assertThat(results).as(function).isEqualTo(list.stream().map(Call::result).toList());
          } else if (UNKNOWN.contains(function)) {
            assertThat(results).as(function).containsOnly("unknown");
          } else {
            for (int i = 0; i < results.size(); i++) {
              assertThat(results.get(i)).as(function).isIn("unknown", list.get(i).result());
            }
          }
        });
    recorded.keySet().removeAll(logged.keySet()); // what hiprtc calls for itself
    assertThat(recorded.values()).allMatch(list -> Set.of("", "unknown").containsAll(list));
    checkSummary(jdk, file, calls);
  }

  private static void checkSummary(Jdk jdk, Path file, List<Call> calls) {
    SortedMap<String, Long> expected = new TreeMap<>();
    for (Call call : calls) {
      if (KNOWN.contains(call.function()) && !call.result().isEmpty()) {
        expected.merge(call.function() + " " + call.result(), 1L, Long::sum);
      }
    }
    assertThat(expected).as("ways to fail").hasSizeGreaterThanOrEqualTo(7);
    SortedMap<String, Long> failed = new TreeMap<>();
    Summary summary = Summary.of(Jvm.rocjfr(jdk, "summary", "--json", file.toString()));
    for (JsonNode row : summary.json().required("failedCalls")) {
      failed.put(
          row.required("function").asText() + " " + row.required("error").asText(),
          row.required("count").asLong());
    }
    System.out.println("failed: " + failed);
    assertThat(failed).isEqualTo(expected);
    assertThat(Jvm.rocjfr(jdk, "summary", file.toString()).outText())
        .contains("Failed HIP API calls", "hipErrorOutOfMemory");
  }
}
