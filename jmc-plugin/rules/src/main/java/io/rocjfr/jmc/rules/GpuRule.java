// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.jmc.model.OwnItems;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.AbstractRule;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IResultValueProvider;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/**
 * What all our rules have in common. A rule is not applicable to a recording that lacks one of its
 * event types, and says which. (JMC would look at that by itself, and say "Ignored".)
 */
abstract class GpuRule extends AbstractRule {
  /** Of rules about calls, of HIP or OpenCL: a recording may have either. */
  static final String NO_CALLS = "The recording has no calls of HIP or OpenCL.";

  /** Of rules that compare how long work took: see {@link io.rocjfr.jmc.model.Work#lackTimes}. */
  static final String LACK_TIMES =
      "Some of OpenCL's work has no times, because its queues have no profiling. So the shares"
          + " of the time are unknown.";

  private final List<String> needed;

  GpuRule(
      String id,
      String name,
      String topic,
      List<TypedPreference<?>> preferences,
      List<TypedResult<?>> figures,
      String... eventTypes) {
    super(id, name, topic, preferences, Lists.join(figures, Cost.FIGURES), Map.of());
    needed = List.of(eventTypes);
  }

  /** Judges a recording that has events of all required types. */
  abstract IResult judge(IItemCollection items, IPreferenceValueProvider preferences);

  @Override
  protected final IResult getResult(
      IItemCollection items, IPreferenceValueProvider preferences, IResultValueProvider others) {
    for (String type : needed) {
      if (!items.apply(OwnItems.of(type)).hasItems()) {
        return notApplicable(preferences, "The recording has no events of " + type + ".");
      }
    }
    return judge(items, preferences);
  }

  IResult notApplicable(IPreferenceValueProvider preferences, String why) {
    return RulesToolkit.getNotApplicableResult(this, preferences, why);
  }

  Verdict verdict(IPreferenceValueProvider preferences) {
    return new Verdict(this, preferences);
  }
}
