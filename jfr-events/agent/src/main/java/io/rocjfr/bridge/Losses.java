// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.RecordsLostEvent;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/** The counters of lost records: the tracer's and our own. */
final class Losses implements LongConsumer {
  private static final int[] DOMAINS = {
    Layout.HIP_API, Layout.HIP_OPS, Layout.ROCTX, Layout.OPENCL_API, Layout.OPENCL_OPS
  };
  private static final String[] DOMAIN_NAMES = {
    "HipApi", "HipOps", "Roctx", "OpenClApi", "OpenClOps"
  };

  /** The domain of losses that belong to none. */
  private static final String ALL = "All";

  private final Tracer tracer;
  private final LongAdder listeners;
  private final LongAdder late = new LongAdder();
  private final LongAdder[] undecoded = new LongAdder[DOMAINS.length + 1];
  private final LongAdder[] uncommitted = new LongAdder[DOMAINS.length + 1];
  private final String[] causes = new String[Layout.LOST_CAUSES];

  /** By what {@link #totals} calls them; of the drain thread. */
  private final Map<String, long[]> reported = new TreeMap<>();

  /**
   * @param listeners what listeners were too slow for
   */
  Losses(Tracer tracer, LongAdder listeners) {
    this.tracer = tracer;
    this.listeners = listeners;
    for (int cause = 0; cause < causes.length; cause++) {
      String name = tracer.lostCauseName(cause);
      causes[cause] = name == null ? "cause" + cause : name;
    }
    for (int i = 0; i <= DOMAINS.length; i++) {
      undecoded[i] = new LongAdder();
      uncommitted[i] = new LongAdder();
    }
  }

  /** Records were committed after the end of their chunk, or never. */
  @Override
  public void accept(long count) {
    late.add(count);
  }

  /** A record of this domain could not be decoded. */
  void undecoded(int domain) {
    undecoded[indexOf(domain)].increment();
  }

  /** An event of a record of this domain could not be committed. */
  void uncommitted(int domain) {
    uncommitted[indexOf(domain)].increment();
  }

  private static int indexOf(int domain) {
    int index = 0;
    while (index < DOMAINS.length && DOMAINS[index] != domain) {
      index++;
    }
    return index;
  }

  private static String nameOf(int index) {
    return index < DOMAINS.length ? DOMAIN_NAMES[index] : ALL;
  }

  /**
   * On the drain thread: commits an event for what was lost since the last call.
   *
   * @param jfr whether JFR is there
   */
  void report(boolean jfr) {
    totals()
        .forEach(
            (what, total) -> {
              // Before and after, so that a lack of memory leaves it for the next time.
              long[] before = reported.computeIfAbsent(what, key -> new long[1]);
              long count = total - before[0];
              if (jfr && count != 0) {
                commit(what, count);
              }
              before[0] = total;
            });
  }

  /** On the drain thread: leaves these totals of before out of all later events. */
  void leaveOut(Map<String, Long> before) {
    before.forEach(
        (what, total) -> {
          long[] told = reported.computeIfAbsent(what, key -> new long[1]);
          told[0] = Math.max(told[0], total);
        });
  }

  private static void commit(String what, long count) {
    int slash = what.indexOf('/');
    RecordsLostEvent event = new RecordsLostEvent();
    event.domain = what.substring(0, slash);
    event.cause = what.substring(slash + 1);
    event.count = count;
    event.commit();
  }

  /** All losses so far, by domain and cause. Any thread. */
  Map<String, Long> totals() {
    Map<String, Long> totals = new TreeMap<>();
    for (int d = 0; d < DOMAINS.length; d++) {
      for (int cause = 0; cause < causes.length; cause++) {
        put(totals, DOMAIN_NAMES[d], causes[cause], tracer.lost(DOMAINS[d], cause));
      }
    }
    for (int i = 0; i <= DOMAINS.length; i++) {
      put(totals, nameOf(i), "undecoded", undecoded[i].sum());
      put(totals, nameOf(i), "uncommitted", uncommitted[i].sum());
    }
    put(totals, ALL, "hookTimeout", late.sum());
    put(totals, ALL, "listener", listeners.sum());
    return totals;
  }

  private static void put(Map<String, Long> totals, String domain, String cause, long count) {
    if (count != 0) {
      totals.put(domain + "/" + cause, count);
    }
  }
}
