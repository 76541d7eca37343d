// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the exact time of work is split between the sites that submitted it, of which only some were
 * sampled: docs/launch-sites.md. Work is given in groups whose executions are alike.
 */
public final class SiteShares {
  /** What no known site has submitted. */
  public static final String UNKNOWN = "";

  private record Sample(String site, double weight) {}

  private final Map<Long, Sample> samples = new HashMap<>();
  private final Map<Object, SampledTotal<String>> groups = new HashMap<>();
  private final boolean refused;

  /**
   * All sites first, then the work.
   *
   * @param refused whether calls may have no site
   */
  public SiteShares(boolean refused) {
    this.refused = refused;
  }

  /** A call that was sampled. */
  public void addSite(long correlationId, String site, double weight) {
    samples.put(correlationId, new Sample(site, weight));
  }

  /** A piece of work of a call. */
  public void addWork(Object group, long correlationId, long nanos) {
    Sample sample = samples.get(correlationId);
    groups
        .computeIfAbsent(group, key -> new SampledTotal<>())
        .add(
            (double) nanos,
            1,
            sample == null ? null : sample.site(),
            sample == null ? 0 : sample.weight());
  }

  /** Nanoseconds by site, which add up to the total; what is left has {@link #UNKNOWN}. */
  public Map<String, Long> nanos() {
    TreeMap<String, Double> parts = new TreeMap<>();
    double total = 0;
    for (SampledTotal<String> group : groups.values()) {
      total += group.value();
      group.split(
          refused,
          (site, part, pieces, samples) ->
              parts.merge(site == null ? UNKNOWN : site, part, Double::sum));
    }
    long[] whole =
        WholeParts.of(
            parts.values().stream().mapToDouble(Double::doubleValue).toArray(), Math.round(total));
    Map<String, Long> nanos = new TreeMap<>();
    for (String site : parts.keySet()) {
      nanos.put(site, whole[nanos.size()]);
    }
    return nanos;
  }

  /** How many calls were sampled. */
  public int sites() {
    return samples.size();
  }
}
