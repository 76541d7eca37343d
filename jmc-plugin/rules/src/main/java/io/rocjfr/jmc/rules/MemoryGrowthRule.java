// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.MemoryTrend;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.MemoryLevel;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** GPU memory that is allocated and not freed, and only grows. */
public final class MemoryGrowthRule extends GpuRule {
  private static final String ID = "rocjfr.MemoryGrowth";
  private static final Limits LIMITS =
      Limits.ofShare(ID, "Share of live memory that was allocated during the recording", 20, 50);
  private static final TypedResult<String> MEMORY = Figures.textOf("memory", "Memory");
  private static final TypedResult<IQuantity> GROWTH = Figures.bytesOf("growth", "Growth");
  private static final TypedResult<IQuantity> LIVE = Figures.bytesOf("live", "Live");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share");

  public MemoryGrowthRule() {
    super(
        ID,
        "GPU Memory Only Grows",
        Topics.API,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, MEMORY, GROWTH, LIVE, SHARE),
        EventTypes.GPU_MEMORY);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    Map<String, MemoryTrend> trends = new TreeMap<>();
    for (MemoryLevel level : GpuEvents.memory(items)) {
      trends
          .computeIfAbsent(
              level.kind() + " memory of device " + level.device(), key -> new MemoryTrend())
          .add(level.time(), level.bytes());
    }
    if (trends.values().stream().noneMatch(MemoryTrend::isKnown)) {
      return notApplicable(preferences, "The recording is too short to judge.");
    }
    Map.Entry<String, MemoryTrend> most = null;
    for (Map.Entry<String, MemoryTrend> trend : trends.entrySet()) {
      if (most == null || trend.getValue().growth() > most.getValue().growth()) {
        most = trend;
      }
    }
    long growth = most.getValue().growth();
    double share = Figures.share(growth, most.getValue().last());
    Verdict verdict =
        verdict(preferences)
            .with(MEMORY, most.getKey())
            .with(GROWTH, Figures.bytes(growth))
            .with(LIVE, Figures.bytes(most.getValue().last()))
            .with(SHARE, Figures.percent(share));
    if (growth == 0) {
      return verdict.fine(0, "Memory was freed, or stayed the same");
    }
    return verdict.of(
        LIMITS.score(share, preferences),
        "The {memory} has grown by {growth} and never shrunk",
        "In each quarter of the recording more memory was live than in the one before. At the"
            + " end {live} were live, and {share} of that was allocated during the recording.",
        "A cache grows until it is full, a leak never stops. rocjfr leaks shows the stacks"
            + " that hold the memory, and which of them grow.");
  }
}
