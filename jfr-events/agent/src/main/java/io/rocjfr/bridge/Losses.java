// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.RecordsLostEvent;
import java.util.Map;
import java.util.TreeMap;

/** Turns the counters of lost records into events. Used under the drain's lock. */
final class Losses {
  private static final int[] DOMAINS = {Layout.HIP_API, Layout.HIP_OPS, Layout.ROCTX};
  private static final String[] DOMAIN_NAMES = {"HipApi", "HipOps", "Roctx"};

  /** The domain of losses that belong to none. */
  private static final String ALL = "All";

  private final Tracer tracer;
  private final ListenerSink listeners;
  private final long[][] reported = new long[DOMAINS.length][Tracer.LOST_CAUSES];
  private final String[] causes = new String[Tracer.LOST_CAUSES];
  private long listenerReported;

  Losses(Tracer tracer, ListenerSink listeners) {
    this.tracer = tracer;
    this.listeners = listeners;
    for (int cause = 0; cause < causes.length; cause++) {
      String name = tracer.lostCauseName(cause);
      causes[cause] = name == null ? "cause" + cause : name;
    }
  }

  /** Commits an event for what was lost since the last call. {@code jfr}: there are recordings. */
  void report(boolean jfr) {
    for (int d = 0; d < DOMAINS.length; d++) {
      for (int cause = 0; cause < causes.length; cause++) {
        long lost = tracer.lost(DOMAINS[d], cause);
        long count = lost - reported[d][cause];
        if (count != 0) {
          reported[d][cause] = lost;
          commit(jfr, DOMAIN_NAMES[d], causes[cause], count);
        }
      }
    }
    long dropped = listeners.dropped();
    if (dropped != listenerReported) {
      commit(jfr, ALL, "listener", dropped - listenerReported);
      listenerReported = dropped;
    }
  }

  private static void commit(boolean jfr, String domain, String cause, long count) {
    if (jfr) {
      RecordsLostEvent event = new RecordsLostEvent();
      event.domain = domain;
      event.cause = cause;
      event.count = count;
      event.commit();
    }
  }

  /** All losses so far, by domain and cause. */
  Map<String, Long> totals() {
    Map<String, Long> totals = new TreeMap<>();
    for (int d = 0; d < DOMAINS.length; d++) {
      for (int cause = 0; cause < causes.length; cause++) {
        long lost = tracer.lost(DOMAINS[d], cause);
        if (lost != 0) {
          totals.put(DOMAIN_NAMES[d] + "/" + causes[cause], lost);
        }
      }
    }
    long dropped = listeners.dropped();
    if (dropped != 0) {
      totals.put(ALL + "/listener", dropped);
    }
    return totals;
  }
}
