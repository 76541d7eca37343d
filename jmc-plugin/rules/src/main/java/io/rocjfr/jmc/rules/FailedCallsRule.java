// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.jmc.model.ApiCall;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.HipFunctions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * Calls that have failed, as far as it can be known: the events hold no status, but a program that
 * asks for the text of an error has got one. Not every runtime reports these functions, and what a
 * program ignores cannot be seen: nothing found does not mean that no call failed.
 */
public final class FailedCallsRule extends GpuRule {
  private static final String ID = "rocjfr.FailedCalls";
  private static final Limits LIMITS =
      Limits.ofNumber(ID, "Number of requested error texts", 1, 10);
  private static final TypedResult<IQuantity> TEXTS = Figures.countOf("texts", "Error Texts");
  private static final TypedResult<String> FUNCTION = Figures.textOf("function", "Suspected Call");

  public FailedCallsRule() {
    super(
        ID,
        "Failed Calls",
        Topics.API,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, TEXTS, FUNCTION),
        EventTypes.HIP_API);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    Map<Long, String> before = new HashMap<>();
    Map<String, Integer> suspects = new HashMap<>();
    int texts = 0;
    for (ApiCall call : GpuEvents.calls(items)) {
      if (HipFunctions.isErrorText(call.function())) {
        texts++;
        suspects.merge(before.getOrDefault(call.osThreadId(), "-"), 1, Integer::sum);
      } else if (!call.function().endsWith("LastError")) {
        before.put(call.osThreadId(), call.function());
      }
    }
    if (texts == 0) {
      return notApplicable(
          preferences, "The events hold no status, and the program asked for no text of an error.");
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
            "Programs do that when a call has failed. Which one it was is a guess: it is the last"
                + " call of the same thread before. (The events do not hold the status of calls.)",
            "Look for the text in the program's log. With AMD_LOG_LEVEL=1 the runtime prints"
                + " calls that fail.");
  }
}
