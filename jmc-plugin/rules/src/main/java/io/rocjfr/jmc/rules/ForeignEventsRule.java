// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.jmc.model.OwnItems;
import java.util.List;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Whether events of our names are not ours: rules and pages leave them out. */
public final class ForeignEventsRule extends GpuRule {
  private static final TypedResult<IQuantity> FOREIGN =
      Figures.countOf("foreign", "Events Left Out");

  public ForeignEventsRule() {
    super(
        "rocjfr.ForeignEvents",
        "Events of Others",
        Topics.RECORDING,
        List.of(),
        List.of(TypedResult.SCORE, FOREIGN));
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    if (!OwnItems.isThereAny(items)) {
      return notApplicable(preferences, "The recording has no GPU events.");
    }
    long foreign = OwnItems.others(items);
    if (foreign == 0) {
      return verdict(preferences).fine(0, "rocjfr wrote all events that have its names");
    }
    return verdict(preferences)
        .with(FOREIGN, Figures.number(foreign))
        .of(
            Severity.INFO.getLimit(),
            "{foreign} events have rocjfr's names, but fields that rocjfr does not write",
            "The GPU pages and rules leave them out. Another program wrote them, or the"
                + " recording is damaged.",
            "rocjfr summary shows these events and the reasons.");
  }
}
