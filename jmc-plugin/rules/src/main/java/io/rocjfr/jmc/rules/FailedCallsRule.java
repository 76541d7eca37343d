// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.FunctionCatalogue;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.RecordedCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * Calls that have failed, by their results. In recordings without results (of older versions, or
 * without the setting) it is a conclusion: a program that asks for the text of an error has got
 * one. If it finds nothing there, calls may still have failed.
 */
public final class FailedCallsRule extends GpuRule {
  private static final String ID = "rocjfr.FailedCalls";
  private static final Limits LIMITS =
      Limits.ofNumber(ID, "Number of failed calls or requested error texts", 1, 10);
  private static final TypedResult<IQuantity> TEXTS = Figures.countOf("texts", "Error Texts");

  /** Not "failed", which is JMC's own mark of a rule that was cancelled. */
  private static final TypedResult<IQuantity> FAILED =
      Figures.countOf("failedCalls", "Failed Calls");

  private static final TypedResult<IQuantity> KNOWN = Figures.countOf("known", "Known Results");
  private static final TypedResult<IQuantity> LOOK_UPS = Figures.countOf("lookUps", "Look-ups");
  private static final TypedResult<String> FAILURES = Figures.textOf("failures", "Failures");
  private static final TypedResult<String> FUNCTION = Figures.textOf("function", "Suspected Call");

  private static final int SHOWN = 5;

  public FailedCallsRule() {
    super(
        ID,
        "Failed Calls",
        Topics.API,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, FAILED, KNOWN, LOOK_UPS, FAILURES, TEXTS, FUNCTION));
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<RecordedCall> calls = GpuEvents.calls(items);
    if (calls.isEmpty()) {
      return notApplicable(preferences, NO_CALLS);
    }
    return calls.stream().anyMatch(RecordedCall::hasResult)
        ? judgeResults(calls, preferences)
        : judgeTexts(calls, preferences);
  }

  private IResult judgeResults(List<RecordedCall> calls, IPreferenceValueProvider preferences) {
    long known = calls.stream().filter(RecordedCall::hasResult).count();
    Map<String, Long> failures =
        calls.stream()
            .filter(call -> call.failed() && !isLookUp(call))
            .collect(
                Collectors.groupingBy(
                    call -> call.function() + " " + call.result(), Collectors.counting()));
    long lookUps = calls.stream().filter(call -> call.failed() && isLookUp(call)).count();
    long failed = failures.values().stream().mapToLong(Long::longValue).sum();
    if (failed == 0) {
      return verdict(preferences)
          .with(KNOWN, Figures.number(known))
          .with(LOOK_UPS, Figures.number(lookUps))
          .fine(
              0,
              "None of the {known} calls with a known result failed"
                  + (lookUps == 0 ? "" : ", except {lookUps} look-ups that found nothing")
                  + (known == calls.size()
                      ? ""
                      : ". The results of the other calls are unknown (the setting results of"
                          + " rocjfr.HipApi selects calls)"));
    }
    String most =
        failures.entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(SHOWN)
            .map(failure -> failure.getKey() + " (" + failure.getValue() + ")")
            .collect(Collectors.joining(", "));
    return verdict(preferences)
        .with(FAILED, Figures.number(failed))
        .with(KNOWN, Figures.number(known))
        .with(LOOK_UPS, Figures.number(lookUps))
        .with(FAILURES, failures.size() > SHOWN ? most + ", ..." : most)
        .of(
            LIMITS.score((double) failed, preferences),
            "{failedCalls} of {known} calls failed: {failures}",
            "The field result of the event has the result of the call. An error that the"
                + " program expects and handles is not a problem."
                + (lookUps == 0 ? "" : " {lookUps} look-ups that found nothing do not count."),
            "Check that the program tests the results of these calls."
                + (calls.stream().anyMatch(call -> call.failed() && !call.isOpenCl())
                    ? " With AMD_LOG_LEVEL=1 AMD's HIP prints the reason of a failure."
                    : " Some OpenCL runtimes have an option to print the reason of a failure."));
  }

  private static boolean isLookUp(RecordedCall call) {
    return FunctionCatalogue.isAnswer(call.function(), call.result());
  }

  private IResult judgeTexts(List<RecordedCall> calls, IPreferenceValueProvider preferences) {
    Map<Long, String> before = new HashMap<>();
    Map<String, Integer> suspects = new HashMap<>();
    int texts = 0;
    for (RecordedCall call : calls) {
      if (FunctionCatalogue.tellsError(call.function())) {
        texts++;
        suspects.merge(before.getOrDefault(call.actor(), "-"), 1, Integer::sum);
      } else if (!call.function().endsWith("LastError")) {
        before.put(call.actor(), call.function());
      }
    }
    if (texts == 0) {
      return notApplicable(
          preferences,
          "No event has the result of its call, and the program asked for no error text.");
    }
    return verdict(preferences)
        .with(TEXTS, Figures.number(texts))
        .with(
            FUNCTION,
            suspects.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElseThrow())
        .of(
            LIMITS.score(texts, preferences),
            "The program asked {texts} times for the text of an error, mostly after {function}",
            "Programs do that when a call has failed. The function is a guess: the previous call"
                + " of the same thread. (No event has the result of its call.)",
            "Search the program's log for the text. With AMD_LOG_LEVEL=1 HIP prints calls that"
                + " fail.");
  }
}
