// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import java.util.List;
import org.openjdk.jmc.flightrecorder.rules.IRule;

/** All our rules, for those who cannot find them as services. */
public final class GpuRules {
  private GpuRules() {}

  /** New instances of all of them. */
  public static List<IRule> all() {
    return List.of(
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
        new SynchronisationStallsRule(),
        new AllocationChurnRule(),
        new MemoryGrowthRule(),
        new FailedCallsRule(),
        new RecordsLostRule(),
        new ReadTwiceRule(),
        new ForeignEventsRule(),
        new TracerStateRule());
  }
}
