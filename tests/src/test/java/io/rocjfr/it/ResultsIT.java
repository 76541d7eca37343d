// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rocjfr.harness.Activity;
import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.JmcReport;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.OtlpSpans;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** What calls returned, against the log of a program that fails in known ways. */
class ResultsIT {
  private static final String PROGRAM = "io.rocjfr.load.FailingCalls";
  private static final String LOOK_UP = "hipModuleGetFunction hipErrorNotFound";
  private static final String RULE = "rocjfr.FailedCalls";
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
          "hipDeviceSynchronize",
          "hipEventRecord",
          "hipGraphDestroy");

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
    checkReport(jdk, flight, calls);
  }

  /** How often each call failed in each way: "function error". A look-up is no failure. */
  private static SortedMap<String, Long> failures(List<Call> calls) {
    SortedMap<String, Long> failures = new TreeMap<>();
    for (Call call : calls) {
      if (KNOWN.contains(call.function()) && !call.result().isEmpty()) {
        failures.merge(call.function() + " " + call.result(), 1L, Long::sum);
      }
    }
    assertThat(failures.remove(LOOK_UP)).as(LOOK_UP).isPositive();
    assertThat(failures).as("ways to fail").hasSizeGreaterThanOrEqualTo(8);
    return failures;
  }

  private static void checkSummary(Jdk jdk, Path file, List<Call> calls) {
    SortedMap<String, Long> failed = new TreeMap<>();
    Summary summary = Summary.of(Jvm.rocjfr(jdk, "summary", "--json", file.toString()));
    for (JsonNode row : summary.json().required("failedCalls")) {
      failed.put(
          row.required("function").asText() + " " + row.required("error").asText(),
          row.required("count").asLong());
    }
    System.out.println("failed: " + failed);
    assertThat(summary.json().required("lookUps"))
        .extracting(row -> row.required("function").asText() + " " + row.required("error").asText())
        .containsExactly(LOOK_UP);
    assertThat(failed).isEqualTo(failures(calls));
    assertThat(Jvm.rocjfr(jdk, "summary", file.toString()).outText())
        .contains("Failed HIP API calls", "hipErrorOutOfMemory");
  }

  /** The rule of failed calls, by our command and by the report of JMC's core. */
  private static void checkReport(Jdk jdk, Flight flight, List<Call> calls) throws IOException {
    SortedMap<String, Long> failures = failures(calls);
    long failed = failures.values().stream().mapToLong(Long::longValue).sum();
    long known =
        flight.calls().stream().filter(call -> !call.text("result").equals("unknown")).count();
    String file = flight.file().toString();
    Program.Finished report =
        Jvm.rocjfr(jdk, "report", "--json", "--fail-on=warning", file).expectStatus(1);
    JsonNode rule = null;
    for (JsonNode result : new ObjectMapper().readTree(report.outText()).required("results")) {
      if (result.required("rule").asText().equals(RULE)) {
        rule = result;
      }
    }
    assertThat(rule).as("%s", report).isNotNull();
    assertThat(rule.required("severity").asText()).isEqualTo("warning");
    assertThat(rule.required("figures").required("failedCalls").asLong()).isEqualTo(failed);
    assertThat(rule.required("figures").required("known").asLong()).isEqualTo(known);
    String summary = rule.required("summary").asText();
    String most =
        failures.entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(5)
            .map(failure -> failure.getKey() + " (" + failure.getValue() + ")")
            .collect(Collectors.joining(", "));
    assertThat(summary).isEqualTo(failed + " of " + known + " calls failed: " + most + ", ...");
    JmcReport.Result ofJmc = JmcReport.of(jdk, flight.file()).get(flight.file()).get(RULE);
    assertThat(ofJmc.severity()).isEqualToIgnoringCase("warning");
    assertThat(ofJmc.summary().replace('\u00a0', ' ')).isEqualTo(summary);
    assertThat(Jvm.rocjfr(jdk, "report", file).expectStatus(0).outText())
        .contains("Failed Calls", "hipErrorOutOfMemory");
  }

  /** What a listener hears, and spans say, live and of the recording, of the same calls. */
  @OnEachJdk
  void aListenerAndSpansTellTheSameFailures(Jdk jdk) {
    Path file = folder.resolve("told.jfr");
    try (FakeOtlp live = new FakeOtlp().keep().start();
        FakeOtlp later = new FakeOtlp().keep().start()) {
      Program.Finished program =
          new Jvm(jdk)
              .agent()
              .withOpenTelemetry()
              .recordInto(file)
              .environment("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
              .environment("OTEL_EXPORTER_OTLP_ENDPOINT", live.base())
              .environment("OTEL_METRICS_EXPORTER", "none")
              .environment("OTEL_LOGS_EXPORTER", "none")
              .environment("ROCJFR_OTEL_ORPHANS", "trace")
              .start("io.rocjfr.load.FailuresTold")
              .finish();
      final List<Call> calls = log(program);
      Flight flight = Flight.read(file);
      assertThat(flight.lost()).isEmpty();
      checkTold(program, flight, calls);
      checkSpans(live.spans(), flight, calls);
      new Jvm(jdk)
          .export(
              "--endpoint",
              later.base(),
              "--protocol",
              "http/protobuf",
              "--compression",
              "none",
              file.toString())
          .expectStatus(0);
      checkSpans(later.spans(), flight, calls);
    }
  }

  private static void checkTold(Program.Finished program, Flight flight, List<Call> calls) {
    List<String> told =
        program.outText().lines().filter(line -> line.startsWith("told HIP_API ")).toList();
    SortedMap<String, Long> results = new TreeMap<>();
    SortedMap<String, Long> failed = new TreeMap<>();
    for (String line : told) {
      String[] words = line.substring("told HIP_API ".length()).split("\\|", -1);
      results.merge(words[0] + " " + words[1], 1L, Long::sum);
      if (words[2].equals("true")) {
        failed.merge(words[0] + " " + words[1], 1L, Long::sum);
      }
    }
    assertThat(results)
        .isEqualTo(
            Flight.count(
                flight.calls(), call -> call.text("function") + " " + call.text("result")));
    // What a call returned is told as it is, of a look-up, too.
    assertThat(failed.remove(LOOK_UP)).as(LOOK_UP).isPositive();
    assertThat(failed).isEqualTo(failures(calls));
    assertThat(program.outText().lines().filter(line -> line.startsWith("told KERNEL_DISPATCH ")))
        .as("work has no result")
        .isNotEmpty()
        .allMatch(line -> line.endsWith("|null|false"));
  }

  private static void checkSpans(OtlpSpans spans, Flight flight, List<Call> calls) {
    assertThat(spans.of("api")).hasSize(flight.calls().size());
    SortedMap<String, Long> failed = new TreeMap<>();
    for (OtlpSpans.Span span : spans.gpu()) {
      String error = span.attributes().get("error.type");
      assertThat(span.error()).as("%s", span).isEqualTo(error != null);
      if (error != null) {
        failed.merge(span.name() + " " + error, 1L, Long::sum);
      }
    }
    // What a call returned is told as it is, of a look-up, too.
    assertThat(failed.remove(LOOK_UP)).as(LOOK_UP).isPositive();
    assertThat(failed).isEqualTo(failures(calls));
  }
}
