// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.flightrecorder.rules.IRule;

/** All our rules, for those who cannot find them as services. */
public final class GpuRules {
  private static final Map<String, Integer> RANKS = new HashMap<>();

  static {
    all().forEach(rule -> RANKS.put(rule.getId(), RANKS.size()));
  }

  private GpuRules() {}

  /** New instances of all of them. */
  public static List<IRule> all() {
    return List.of(
        new SynchronisationStallsRule(),
        new CodeLoadingRule(),
        new HostWorkRule(),
        new IdleWhileHostWaitsRule(),
        new QueueGapsRule(),
        new DeviceImbalanceRule(),
        new QueueImbalanceRule(),
        new LaunchBoundRule(),
        new DominantKernelRule(),
        new DominantSiteRule(),
        new CopiesDominateRule(),
        new SmallCopiesRule(),
        new BlockingCopiesRule(),
        new AllocationChurnRule(),
        new MemoryGrowthRule(),
        new FailedCallsRule(),
        new RecordsLostRule(),
        new ReadTwiceRule(),
        new ForeignEventsRule(),
        new TracerStateRule());
  }

  /** Which comes first of rules that say the same: what says more of the reason. */
  public static int rank(String id) {
    return RANKS.getOrDefault(id, RANKS.size());
  }
}
