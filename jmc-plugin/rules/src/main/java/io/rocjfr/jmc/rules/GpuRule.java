// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

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
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit.EventAvailability;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit.RequiredEventsBuilder;

/**
 * What all our rules have in common. A rule is not applicable to a recording that lacks one of its
 * event types; JMC looks at that before it evaluates, and so does this class.
 */
abstract class GpuRule extends AbstractRule {
  GpuRule(
      String id,
      String name,
      String topic,
      List<TypedPreference<?>> preferences,
      List<TypedResult<?>> figures,
      String... eventTypes) {
    super(id, name, topic, preferences, figures, required(eventTypes));
  }

  /** Judges a recording that has events of all required types. */
  abstract IResult judge(IItemCollection items, IPreferenceValueProvider preferences);

  @Override
  protected final IResult getResult(
      IItemCollection items, IPreferenceValueProvider preferences, IResultValueProvider others) {
    return RulesToolkit.matchesEventAvailabilityMap(items, getRequiredEvents())
        ? judge(items, preferences)
        : notApplicable(preferences, "The recording has none of the events that this is about.");
  }

  IResult notApplicable(IPreferenceValueProvider preferences, String why) {
    return RulesToolkit.getNotApplicableResult(this, preferences, why);
  }

  Verdict verdict(IPreferenceValueProvider preferences) {
    return new Verdict(this, preferences);
  }

  private static Map<String, EventAvailability> required(String... eventTypes) {
    RequiredEventsBuilder required = RequiredEventsBuilder.create();
    for (String eventType : eventTypes) {
      required.addEventType(eventType, EventAvailability.AVAILABLE);
    }
    return required.build();
  }
}
