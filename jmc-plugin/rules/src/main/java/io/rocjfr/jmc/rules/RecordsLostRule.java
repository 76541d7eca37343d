// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.LossRemedies;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.Loss;
import io.rocjfr.jmc.model.OwnItems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.Aggregators;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Activity records that were dropped: the recording does not show all that happened. */
public final class RecordsLostRule extends GpuRule {
  private static final String ID = "rocjfr.RecordsLost";
  private static final Limits LIMITS = Limits.ofShare(ID, "Share of lost records", 0.01, 1);
  private static final TypedResult<IQuantity> LOST = Figures.countOf("lost", "Lost");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share");
  private static final TypedResult<String> CAUSES = Figures.textOf("causes", "Causes");

  public RecordsLostRule() {
    super(
        ID,
        "Records Lost",
        Topics.RECORDING,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, LOST, SHARE, CAUSES),
        EventTypes.RECORDS_LOST);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<Loss> losses = Loss.read(items);
    long lost = losses.stream().mapToLong(Loss::count).sum();
    if (lost == 0) {
      return verdict(preferences).fine(0, "No records were lost");
    }
    long recorded =
        items
            .apply(
                OwnItems.of(
                    EventTypes.HIP_API,
                    EventTypes.OPENCL_API,
                    EventTypes.KERNEL_DISPATCH,
                    EventTypes.MEM_COPY,
                    EventTypes.BARRIER,
                    EventTypes.ROCTX_RANGE,
                    EventTypes.ROCTX_MARK))
            .getAggregate(Aggregators.count())
            .longValue();
    Map<String, Long> causes = new LinkedHashMap<>();
    losses.forEach(
        loss -> causes.merge(loss.domain() + ", " + loss.cause(), loss.count(), Long::sum));
    double share = Figures.share(lost, lost + recorded);
    return verdict(preferences)
        .with(LOST, Figures.number(lost))
        .with(SHARE, Figures.percent(share))
        .with(
            CAUSES,
            causes.entrySet().stream()
                .map(cause -> cause.getKey() + ": " + cause.getValue())
                .collect(Collectors.joining("; ")))
        .of(
            Math.max(Severity.INFO.getLimit(), LIMITS.score(share, preferences)),
            "Lost records: {lost} ({share}). The figures are incomplete",
            "By domain and cause: {causes}. Totals, shares and gaps in this recording do not"
                + " take these records into account.",
            String.join(" ", LossRemedies.of(losses.stream().map(Loss::cause).toList())));
  }
}
