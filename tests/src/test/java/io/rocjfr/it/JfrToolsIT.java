// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's own tool reads, filters, takes apart and puts together our recordings. */
class JfrToolsIT {
  /** The first JDKs whose tool has these commands. */
  private static final int SCRUB = 19;

  private static final int VIEW = 21;

  @TempDir Path folder;

  private Flight record(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=tools rocjfr.Barrier#enabled=true");
      LoadCounts one = load.load("run threads=2 ops=300 seed=1");
      load.ask("jfr-start name=other"); // begins another chunk
      load.ask("jfr-stop name=other");
      LoadCounts two = load.load("run threads=2 ops=100 seed=2");
      Flight flight = load.stopRecording("tools", folder);
      assertThat(flight.records()).isEqualTo(one.records() + two.records());
      return flight;
    }
  }

  private static String jfr(Jdk jdk, String... arguments) {
    return Jvm.tool(jdk, "jfr", arguments).expectStatus(0).outText();
  }

  private static Map<String, Integer> sizes(Flight flight) {
    SortedMap<String, Integer> sizes = new TreeMap<>();
    for (String type : List.of("HipApi", "KernelDispatch", "MemCopy", "RoctxRange", "RoctxMark")) {
      sizes.put("rocjfr." + type, flight.of("rocjfr." + type).size());
      assertThat(flight.of("rocjfr." + type)).as(type).isNotEmpty();
    }
    return sizes;
  }

  @OnEachJdk(always = true)
  void printsAndSummarises(Jdk jdk) throws IOException {
    Flight flight = record(jdk);
    Map<String, Integer> expected = sizes(flight);
    String summary = jfr(jdk, "summary", flight.file().toString());
    expected.forEach(
        (type, size) ->
            assertThat(summary).containsPattern("(?m)^ " + type + "\\s+" + size + "\\s"));

    String types = String.join(",", expected.keySet());
    String json = jfr(jdk, "print", "--json", "--events", types, flight.file().toString());
    JsonNode events = new ObjectMapper().readTree(json).at("/recording/events");
    Map<String, Integer> printed = new TreeMap<>();
    for (JsonNode event : events) {
      printed.merge(event.get("type").asText(), 1, Integer::sum);
      assertThat(event.at("/values/correlationId").isNumber()).isTrue();
      assertThat(event.at("/values/startTime").asText()).startsWith("20");
    }
    assertThat(printed).isEqualTo(expected);
  }

  @OnEachJdk(always = true)
  void takesApartAndPutsTogether(Jdk jdk) throws IOException {
    Flight flight = record(jdk);
    Path parts = Files.createDirectory(folder.resolve("parts"));
    jfr(
        jdk,
        "disassemble",
        "--max-chunks",
        "1",
        "--output",
        parts.toString(),
        flight.file().toString());
    try (var files = Files.list(parts)) {
      assertThat(files.count()).isGreaterThan(1);
    }
    Path whole = folder.resolve("whole.jfr");
    jfr(jdk, "assemble", parts.toString(), whole.toString());
    assertThat(sizes(Flight.read(whole))).isEqualTo(sizes(flight));
  }

  @OnEachJdk(always = true)
  void scrubs(Jdk jdk) {
    assumeThat(jdk.version()).as("jfr scrub's first JDK").isGreaterThanOrEqualTo(SCRUB);
    Flight flight = record(jdk);
    Path scrubbed = folder.resolve("scrubbed.jfr");
    jfr(
        jdk,
        "scrub",
        "--include-events",
        "rocjfr.*",
        flight.file().toString(),
        scrubbed.toString());
    assertThat(sizes(Flight.read(scrubbed))).isEqualTo(sizes(flight));
    Path without = folder.resolve("without.jfr");
    jfr(
        jdk,
        "scrub",
        "--exclude-events",
        "rocjfr.HipApi",
        flight.file().toString(),
        without.toString());
    Flight rest = Flight.read(without);
    assertThat(rest.calls()).isEmpty();
    assertThat(rest.dispatches()).hasSameSizeAs(flight.dispatches());
  }

  @OnEachJdk(always = true)
  void views(Jdk jdk) {
    assumeThat(jdk.version()).as("jfr view's first JDK").isGreaterThanOrEqualTo(VIEW);
    Flight flight = record(jdk);
    String view =
        jfr(jdk, "view", "--width", "600", "rocjfr.KernelDispatch", flight.file().toString());
    assertThat(view).contains("Kernel Dispatch").contains("Correlation Id");
    for (String kernel : flight.kernelCounts().keySet()) {
      assertThat(view).contains(kernel.substring(0, Math.min(8, kernel.length())));
    }
    assertThat(view.lines().filter(line -> line.matches("\\d\\d:\\d\\d:\\d\\d .*")).count())
        .isEqualTo(flight.dispatches().size());
  }
}
