// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultBuilder;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Builds the result of a rule: its figures first, then what they mean. */
final class Verdict {
  private final ResultBuilder builder;

  Verdict(IRule rule, IPreferenceValueProvider preferences) {
    builder = ResultBuilder.createFor(rule, preferences);
  }

  <T> Verdict with(TypedResult<T> figure, T value) {
    builder.addResult(figure, value);
    return this;
  }

  /** Adds what a finding costs, and where to look. */
  Verdict with(Cost cost) {
    cost.addTo(builder);
    return this;
  }

  /** Nothing to remark. */
  IResult fine(double score, String summary) {
    return of(score, summary, null, null);
  }

  /**
   * Explanation and solution are for those who have to do something, hence not for a good score.
   */
  IResult of(double score, String summary, String explanation, String solution) {
    Severity severity = Severity.get(score);
    IQuantity rounded = UnitLookup.NUMBER_UNITY.quantity(rounded(score, severity));
    builder.setSeverity(severity).addResult(TypedResult.SCORE, rounded).setSummary(summary);
    if (severity.compareTo(Severity.INFO) >= 0) {
      builder.setExplanation(explanation).setSolution(solution);
    }
    return builder.build();
  }

  /**
   * Down, and to what stays below the next severity in whole numbers, too, to which JMC rounds what
   * it paints.
   */
  private static double rounded(double score, Severity severity) {
    double tenths = Math.floor(10 * score) / 10;
    return severity == Severity.INFO
        ? Math.min(tenths, Severity.WARNING.getLimit() - 0.6)
        : severity == Severity.OK ? Math.min(tenths, Severity.INFO.getLimit() - 0.6) : tenths;
  }
}
