// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.rocjfr.jmc.model.GpuRecording;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultBuilder;
import org.openjdk.jmc.flightrecorder.rules.ResultProvider;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.report.JfrRulesReport;
import org.openjdk.jmc.flightrecorder.rules.report.html.internal.RulesHtmlToolkit;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** What holds for all rules. */
class GpuRulesTest {
  @Test
  void theServicesAreAllRules() {
    Set<String> services =
        ServiceLoader.load(IRule.class).stream()
            .map(service -> service.type().getName())
            .filter(name -> name.startsWith("io.rocjfr."))
            .collect(Collectors.toSet());
    assertThat(services)
        .hasSize(20)
        .containsExactlyInAnyOrderElementsOf(
            GpuRules.all().stream().map(rule -> rule.getClass().getName()).toList());
  }

  @Test
  void idsNamesAndTopicsAreOurs() {
    List<IRule> rules = GpuRules.all();
    assertThat(rules).extracting(IRule::getId).doesNotHaveDuplicates().allMatch(GpuRulesTest::ours);
    assertThat(rules).extracting(IRule::getName).doesNotHaveDuplicates();
    assertThat(rules).extracting(IRule::getTopic).isSubsetOf(Topics.all());
    assertThat(rules)
        .flatExtracting(IRule::getConfigurationAttributes)
        .extracting(preference -> preference.getIdentifier())
        .as("JMC keeps the preferences of all rules in one table")
        .doesNotHaveDuplicates()
        .allMatch(GpuRulesTest::ours);
  }

  /** JMC knows figures by their id, and marks with figures of its own what is not judged. */
  @Test
  void whatJmcCancelsOrHasNotJudgedIsNoFigureOfOurs() {
    for (IRule rule : GpuRules.all()) {
      IResult cancelled =
          ResultBuilder.createFor(rule, IPreferenceValueProvider.DEFAULT_VALUES)
              .addResult(RulesHtmlToolkit.FAILED, true)
              .addResult(RulesHtmlToolkit.IN_PROGRESS, true)
              .addResult(RulesHtmlToolkit.IGNORED, true)
              .build();
      assertThatCode(() -> new ResultProvider().addResults(cancelled))
          .as(rule.getId())
          .doesNotThrowAnyException();
    }
  }

  @Test
  void withoutEventsAllAreQuiet() {
    IItemCollection nothing = GpuRecording.of(recording -> {});
    for (IRule rule : GpuRules.all()) {
      RuleRun.of(rule, Map.of(), nothing).is(Severity.NA);
    }
  }

  /** JMC's own word for it, Ignored, says nothing. */
  @Test
  void whatIsNotApplicableSaysWhy() throws Exception {
    IItemCollection items =
        GpuRecording.of(recording -> recording.openClCall("clFinish", 0, 1, ""));
    for (Future<IResult> result :
        RulesToolkit.evaluateParallel(GpuRules.all(), items, null, 0).values()) {
      if (result.get().getSeverity() == Severity.NA) {
        assertThat(result.get().getSummary()).contains(" ").endsWith(".");
      }
      assertThat(result.get().getSeverity()).isNotEqualTo(Severity.IGNORE);
    }
  }

  @Test
  void theReportOfJmcListsThem() throws Exception {
    Path file =
        GpuRecording.write(
            recording -> {
              recording.kernel("gemm", 0, 9_000_000);
              recording.kernel("add", 9_000_000, 1_000_000);
              recording.copy("HostToDevice", 4096, 10_000_000, 20_000_000);
              recording.call("hipMemcpy", 10_000_000, 20_000_000);
              recording.status("on", 1, "");
              recording.lost("HipApi", "ringFull", 5);
            });
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try {
      System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
      JfrRulesReport.printReport("xml", Severity.NA, true, false, file.toString());
    } finally {
      System.setOut(before);
    }
    String report = bytes.toString(StandardCharsets.UTF_8);
    for (IRule rule : GpuRules.all()) {
      assertThat(report).contains("<id>" + rule.getId() + "</id>");
    }
    assertThat(report)
        .contains("gemm takes 90\u00a0% of the time", "Lost records: 5")
        .doesNotContain("<error>");
  }

  private static boolean ours(String id) {
    return id.startsWith("rocjfr.");
  }
}
