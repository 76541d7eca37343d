// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Shares;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Calls by Java's foreign-function API, ordinary and critical ones, on the newest JDK that is
 * there. By hand, since it takes minutes: {@code tests/it.sh ForeignCallsCheck}, and on the JDKs of
 * Debian sid {@code tests/jdks.sh --tests ForeignCallsCheck}. Prints tables.
 */
class ForeignCallsCheck {
  private static final int RUNS = Integer.getInteger("rocjfr.runs", 20);
  private static final Jdk JDK = Jdk.newest();
  private static final List<String> SOURCES = List.of("Hip", "Counted", "Critical");

  /** Platform threads, virtual ones, and those of a scope, with the calls of each. */
  private static final List<String> COUNTED = List.of("4", "200", "200", "16", "100", "16");

  private static final int CALLS = 5_600;
  private static final int THREADS = 304;

  /**
   * Of what is altered in the tables, what the agent refuses to read; of the rest it says nothing.
   */
  private static final Set<String> REFUSED = Set.of("states", "state", "missing");

  private static final String NOT_SEEN =
      "Java threads, external ids on virtual threads and launch sites are not recorded.";

  @TempDir Path folder;
  private Path classes;

  @BeforeEach
  void compile() throws IOException {
    classes = folder.resolve("classes");
    List<String> words =
        new ArrayList<>(List.of("--enable-preview", "--release", Integer.toString(JDK.version())));
    words.addAll(List.of("-cp", Product.api().toString(), "-d", classes.toString()));
    for (String name : SOURCES) {
      Path source = folder.resolve(name + ".java");
      try (InputStream in = getClass().getResourceAsStream("/foreign/" + name + ".java")) {
        Files.copy(in, source);
      }
      words.add(source.toString());
    }
    Jvm.tool(JDK, "javac", words.toArray(String[]::new)).expectStatus(0);
  }

  private Program start(Jvm jvm, String main, List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("--enable-preview", "-cp"));
    words.add(classes + ":" + Product.api());
    words.add(main);
    words.addAll(arguments);
    return jvm.options("--enable-native-access=ALL-UNNAMED").startWith(words);
  }

  /**
   * Each call has its thread's id, its external id and its work, and each copy the place that made
   * it.
   */
  @Test
  void countedCalls() {
    Map<String, String> wrong = new TreeMap<>();
    for (String collector : List.of("G1", "Serial", "Parallel", "Z", "Shenandoah")) {
      Path file = folder.resolve(collector + ".jfr");
      Jvm jvm =
          new Jvm(JDK)
              .bothCompilers()
              .collector("-XX:+Use" + collector + "GC")
              .agent()
              .options(
                  "-XX:StartFlightRecording:dumponexit=true,settings="
                      + Product.settings()
                      + ",filename="
                      + file
                      + ",+rocjfr.LaunchSite#rate=0");
      String row = compare(start(jvm, "Counted", COUNTED).finish().expectStatus(0).out(), file);
      System.out.printf("JDK %d, %s: %s%n", JDK.version(), collector, row);
      String exact =
          "calls %d of %d, ids %d of %d, copies %d of %d, sites %d of %d, lost {}, not seen nothing"
              .formatted(CALLS, CALLS, THREADS, THREADS, 700, 700, 700, 700);
      if (!row.equals(exact)) {
        wrong.put(collector, row);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private String compare(List<String> out, Path file) {
    Map<Long, long[]> made = new HashMap<>();
    for (String line : out) {
      if (line.startsWith("thread ")) {
        long[] words =
            Arrays.stream(line.substring(7).split(" ", -1)).mapToLong(Long::parseLong).toArray();
        made.put(words[0], words);
      }
    }
    assertThat(made).hasSize(THREADS);
    Flight flight = Flight.read(file);
    Map<Long, long[]> seen = new HashMap<>();
    Set<Long> copyCalls = new HashSet<>();
    int calls = 0;
    for (Activity call : flight.calls()) {
      long[] truth = made.get(call.externalId());
      boolean copy = call.text("function").equals("hipMemcpy");
      if (truth == null || (!copy && !call.text("function").equals("hipSetDevice"))) {
        continue;
      }
      seen.computeIfAbsent(call.externalId(), id -> new long[2])[copy ? 1 : 0]++;
      // A thread that has ended has no object; whether a first, critical call has a name depends on
      // when it is drained (docs/limits.md).
      boolean known =
          call.javaThreadId() == truth[1]
              && (call.thread() == null || call.thread().getJavaThreadId() == truth[1]);
      calls += known ? 1 : 0;
      if (copy) {
        copyCalls.add(call.correlationId());
      }
    }
    long ids =
        made.values().stream()
            .filter(truth -> Arrays.equals(seen.get(truth[0]), new long[] {truth[2], truth[3]}))
            .count();
    long copies =
        flight.copies().stream().filter(copy -> copyCalls.contains(copy.correlationId())).count();
    long sites =
        Shares.events(file).stream()
            .filter(event -> event.getEventType().getName().equals("rocjfr.LaunchSite"))
            .filter(event -> copyCalls.contains(event.getLong("correlationId")))
            .filter(event -> "work".equals(Shares.method(event, List.of("work"))))
            .count();
    int copiesMade = made.values().stream().mapToInt(truth -> (int) truth[3]).sum();
    return "calls %d of %d, ids %d of %d, copies %d of %d, sites %d of %d, lost %s, not seen %s"
        .formatted(
            calls,
            made.values().stream().mapToLong(truth -> truth[2] + truth[3]).sum(),
            ids,
            made.size(),
            copies,
            copiesMade,
            sites,
            copiesMade,
            flight.lost(),
            notSeen(flight).isEmpty() ? "nothing" : notSeen(flight));
  }

  /** The first text of all statuses that is not empty. */
  private static String notSeen(Flight flight) {
    return flight.statuses().stream()
        .map(status -> String.valueOf(status.text("notSeen")))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** The JVM takes the thread for one that runs Java: nothing of it may be asked then. */
  @ParameterizedTest(name = "{0}, altered: {1}")
  @CsvSource({
    "G1, nothing",
    "G1, states",
    "G1, state",
    "G1, missing",
    "G1, mounted",
    "G1, pending",
    "Serial, nothing",
    "Serial, states",
    "Serial, state",
    "Serial, missing",
    "Serial, mounted",
    "Serial, pending"
  })
  void criticalCalls(String collector, String altered) {
    Path file = folder.resolve("critical.jfr");
    Set<String> said = new TreeSet<>();
    List<String> failed = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      Jvm jvm = new Jvm(JDK).bothCompilers().collector("-XX:+Use" + collector + "GC");
      jvm.options("-Xmx128m");
      if (!altered.equals("nothing")) {
        jvm.options("-agentpath:" + Product.library("libalteredjvm.so") + "=" + altered);
      }
      Program.Finished end =
          start(jvm.agent().recordInto(file), "Critical", List.of("4", "1000")).finish();
      if (end.status() == 0 && end.outText().matches("(?s).*calls [1-9][0-9]*")) {
        said.add(notSeen(Flight.read(file)));
      } else {
        failed.add(end.toString());
      }
    }
    System.out.printf(
        "JDK %d, %s, altered: %s: %d of %d runs ended well, not seen: %s%n",
        JDK.version(), collector, altered, RUNS - failed.size(), RUNS, said);
    assertThat(failed).isEmpty();
    assertThat(said)
        .singleElement()
        .asString()
        .matches(text -> REFUSED.contains(altered) ? text.startsWith(NOT_SEEN) : text.isEmpty());
  }
}
