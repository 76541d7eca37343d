// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.OwnItems;
import java.util.List;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Whether JMC read the recording as it is. */
public final class ReadTwiceRule extends GpuRule {
  private static final TypedResult<IQuantity> TWICE = Figures.countOf("twice", "Read Twice");

  public ReadTwiceRule() {
    super(
        "rocjfr.ReadTwice",
        "Events Read Twice",
        Topics.RECORDING,
        List.of(),
        List.of(TypedResult.SCORE, TWICE));
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    if (!items
        .apply(
            OwnItems.of(
                EventTypes.HIP_API,
                EventTypes.OPENCL_API,
                EventTypes.KERNEL_DISPATCH,
                EventTypes.MEM_COPY,
                EventTypes.ROCTX_RANGE))
        .hasItems()) {
      return notApplicable(preferences, "The recording has no GPU events.");
    }
    long twice = GpuEvents.repeated(items);
    if (twice == 0) {
      return verdict(preferences).fine(0, "JMC read no event twice");
    }
    return verdict(preferences)
        .with(TWICE, Figures.number(twice))
        .of(
            Severity.WARNING.getLimit(),
            "JMC read {twice} events twice, and lost others",
            "JMC's reader mixes up overlapping events if one ends at the same instant at which"
                + " another begins. The GPU pages and rules count each event once, but the lost"
                + " events are missing. Their counts and totals are too small. JMC's own pages"
                + " count some events twice.",
            "rocjfr summary has the correct figures, because it reads the file itself.");
  }
}
