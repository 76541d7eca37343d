// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.JmcReport;
import io.rocjfr.harness.JmcReport.Result;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** The report of JMC's core has our rules, once their jar is on its class path. */
class JmcReportIT {
  private static final int ITERATIONS = 100;

  /**
   * The demo has one kernel, one device and one queue, and loses nothing: rules about several and
   * about losses have nothing to judge. Its calls are asked what they returned, so that the rule
   * about failures says that there are none.
   */
  private static final String[] JUDGE_THE_DEMO = {
    "rocjfr.AllocationChurn",
    "rocjfr.BlockingCopies",
    "rocjfr.CodeLoading",
    "rocjfr.CopiesDominate",
    "rocjfr.FailedCalls",
    "rocjfr.ForeignEvents",
    "rocjfr.HostWork",
    "rocjfr.IdleWhileHostWaits",
    "rocjfr.LaunchBound",
    "rocjfr.QueueGaps",
    "rocjfr.ReadTwice",
    "rocjfr.SmallCopies",
    "rocjfr.SynchronisationStalls",
    "rocjfr.TracerState"
  };

  @TempDir Path folder;

  /** A newer JDK has fields that the parser of JMC does not know, and warns of. */
  @OnEachJdk
  void aRecordingOfANewerJavaIsReportedWithoutAWord(Jdk jdk) {
    Path demo = folder.resolve("demo.jfr");
    runDemo(new Jvm(Jdk.JAVA_25).agent().recordInto(demo));
    for (List<String> words :
        List.of(
            List.of("report", demo.toString()),
            List.of("page", demo.toString(), "-o", folder.resolve("out.html").toString()))) {
      Program.Finished run = Jvm.rocjfr(jdk, words.toArray(String[]::new)).expectStatus(0);
      assertThat(run.errText()).as("%s", run).isEmpty();
    }
  }

  @OnEachJdk
  void judgesTheDemoAndIsQuietWithoutOurEvents(Jdk jdk) throws IOException {
    Path demo = folder.resolve("demo.jfr");
    Path without = folder.resolve("without.jfr");
    runDemo(new Jvm(jdk).agent().recordInto(demo));
    runDemo(new Jvm(jdk).recordInto(without, Path.of("default"))); // the JDK's own events

    Map<Path, SortedMap<String, Result>> reports = JmcReport.of(jdk, demo, without);

    SortedMap<String, Result> results = reports.get(demo);
    // Memory is looked at once a second: of a demo that takes long there is enough to judge.
    assertThat(results.keySet().stream().filter(rule -> !rule.equals("rocjfr.MemoryGrowth")))
        .containsExactly(JUDGE_THE_DEMO);
    assertThat(results.get("rocjfr.BlockingCopies").summary())
        .startsWith(2 * ITERATIONS + " of " + 2 * ITERATIONS + " copies");
    assertThat(results.get("rocjfr.LaunchBound").summary())
        .startsWith("The program launched, or made other calls, for ");
    assertThat(results.get("rocjfr.SynchronisationStalls").summary())
        .startsWith("The program waited for ");
    assertThat(results.get("rocjfr.FailedCalls").severity()).isEqualTo("OK");
    assertThat(results.get("rocjfr.TracerState").summary())
        .isEqualTo("The tracer could see everything");
    assertThat(reports.get(without)).as("the demo without the agent").isEmpty();
    checkOwnReport(jdk, demo, results);
  }

  private static void runDemo(Jvm jvm) {
    try (Program program =
        jvm.startDemo("--iterations", Integer.toString(ITERATIONS), "--width", "1024")) {
      program.finish().expectStatus(0);
    }
  }

  /** Our own command says the same of the same file, and names the rules that did not apply. */
  private static void checkOwnReport(Jdk jdk, Path file, SortedMap<String, Result> results)
      throws IOException {
    Program.Finished report =
        Jvm.rocjfr(jdk, "report", "--json", "--min-severity=na", "--fail-on=never", file.toString())
            .expectStatus(0);
    JsonNode all = new ObjectMapper().readTree(report.outText()).required("results");
    SortedMap<String, String> applied = new TreeMap<>();
    for (JsonNode result : all) {
      if (!result.required("severity").asText().equals("na")) {
        applied.put(result.required("rule").asText(), result.required("summary").asText());
      }
    }
    assertThat(all).hasSize(20);
    SortedMap<String, String> summaries = new TreeMap<>();
    // JMC puts spaces that do not break lines between numbers and units; the command does not.
    results.forEach((rule, result) -> summaries.put(rule, result.summary().replace('\u00a0', ' ')));
    assertThat(applied).isEqualTo(summaries);
  }
}
