// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the exact time of work is split between the sites that submitted it, of which only some were
 * sampled: {@link SampledWork}. Work is given in groups whose executions are alike.
 */
public final class SiteShares {
  /** What no known site has submitted. */
  public static final String UNKNOWN = "";

  /** All work together. */
  private static final String WORK = "";

  private record Sample(String site, double weight) {}

  private final Map<Long, Sample> samples = new HashMap<>();
  private final SampledWork<String> work = new SampledWork<>();
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

  /** A piece of work of a call of a thread; -1: of an unknown one. */
  public void addWork(Object group, long thread, long correlationId, long nanos) {
    Sample sample = samples.get(correlationId);
    work.add(
        group,
        WORK,
        thread,
        correlationId,
        (double) nanos,
        1,
        sample == null ? null : sample.site(),
        sample == null ? 0 : sample.weight());
  }

  /** Nanoseconds by site, which add up to the total; what is left has {@link #UNKNOWN}. */
  public Map<String, Long> nanos() {
    TreeMap<String, Double> parts = new TreeMap<>();
    work.split(
        refused ? Double.POSITIVE_INFINITY : 0,
        (name, site, part, pieces) ->
            parts.merge(site == null ? UNKNOWN : site, part, Double::sum));
    long[] whole =
        LargestRemainder.of(
            parts.values().stream().mapToDouble(Double::doubleValue).toArray(),
            Math.round(work.value()));
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
