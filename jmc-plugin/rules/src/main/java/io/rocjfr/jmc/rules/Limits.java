// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import java.util.List;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.KindOfQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** From which value on a rule informs, and from which on it warns: two preferences of the user. */
final class Limits {
  private static final double INFO_SCORE = Severity.INFO.getLimit();
  private static final double WARNING_SCORE = Severity.WARNING.getLimit();

  /** JMC rounds scores to whole numbers, and paints by what is left. */
  private static final double HIGHEST_REMARK = WARNING_SCORE - 1;

  private final TypedPreference<IQuantity> info;
  private final TypedPreference<IQuantity> warning;

  /** Whether the score tells shares apart up to the whole. */
  private final boolean ofTime;

  private Limits(
      TypedPreference<IQuantity> info, TypedPreference<IQuantity> warning, boolean ofTime) {
    this.info = info;
    this.warning = warning;
    this.ofTime = ofTime;
  }

  /**
   * Limits of what a finding could give back, as a share of the recorded time: 2 % scores 25, 10 %
   * scores 75, all of it 100.
   */
  static Limits ofTime(String rule) {
    return of(
        rule,
        "Share of the recorded time that could be saved, and",
        UnitLookup.PERCENT.quantity(2),
        percent(10),
        true);
  }

  /** Limits of a share. */
  static Limits ofShare(String rule, String what, double infoPercent, double warningPercent) {
    return of(rule, what, UnitLookup.PERCENT.quantity(infoPercent), percent(warningPercent), false);
  }

  /** Limits of a number. */
  static Limits ofNumber(String rule, String what, long info, long warning) {
    return of(rule, what, Figures.number(info), Figures.number(warning), false);
  }

  private static Limits of(
      String rule, String what, IQuantity info, IQuantity warning, boolean ofTime) {
    return new Limits(
        preference(rule + ".info", "Information Limit", what + " that is worth a remark", info),
        preference(rule + ".warning", "Warning Limit", what + " that is worth a warning", warning),
        ofTime);
  }

  /** A preference of a rule; its unit is that of the default. */
  static TypedPreference<IQuantity> preference(
      String id, String name, String description, IQuantity normal) {
    KindOfQuantity<?> kind = normal.getUnit().getContentType();
    return new TypedPreference<>(id, name, description, kind, normal);
  }

  List<TypedPreference<?>> preferences() {
    return List.of(info, warning);
  }

  /** Of 0 to 100; 25 at the limit for information, 75 at that for warnings. */
  double score(double value, IPreferenceValueProvider preferences) {
    double low = value(preferences.getPreferenceValue(info));
    double high = value(preferences.getPreferenceValue(warning));
    if (ofTime) {
      return scoreOfTime(value, low, high);
    }
    double floor = Math.max(low, 1e-9);
    return RulesToolkit.mapExp100(value, floor, Math.max(high, floor * (1 + 1e-9)));
  }

  /** A straight line from limit to limit: what costs more scores more, in each output alike. */
  private static double scoreOfTime(double share, double low, double high) {
    double value = Math.max(0, Math.min(1, share));
    if (value < low) {
      return INFO_SCORE * value / low;
    }
    if (value < high) {
      return INFO_SCORE + (WARNING_SCORE - INFO_SCORE) * (value - low) / (high - low);
    }
    return high >= 1
        ? WARNING_SCORE
        : WARNING_SCORE + (100 - WARNING_SCORE) * (value - high) / (1 - high);
  }

  /** As {@link #score}, for what is never worth a warning. */
  double remark(double value, IPreferenceValueProvider preferences) {
    return Math.min(score(value, preferences), HIGHEST_REMARK);
  }

  private static double value(IQuantity quantity) {
    return quantity.getUnit().getContentType().equals(UnitLookup.PERCENTAGE)
        ? quantity.doubleValueIn(UnitLookup.PERCENT_UNITY)
        : quantity.doubleValueIn(UnitLookup.NUMBER_UNITY);
  }

  private static IQuantity percent(double percent) {
    return UnitLookup.PERCENT.quantity(percent);
  }
}
