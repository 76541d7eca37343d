// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What to do where records were lost, by the cause that rocjfr.RecordsLost names. */
public final class LossRemedies {
  private static final Map<String, String> REMEDIES = new LinkedHashMap<>();

  static {
    REMEDIES.put(
        "ringFull",
        "a thread made records faster than they could be written. Give it a larger ring (rocjfr"
            + " run --agent ring=16m). For many such threads use ring=16m,memory=512m. Or let"
            + " it wait (lossless=true). Or record less (thresholds, the operations of"
            + " rocjfr.HipApi).");
    REMEDIES.put(
        "threadLimit",
        "the rings of all threads had no memory left. Allow more (agent option memory=512m).");
    REMEDIES.put(
        "inFlight",
        "work was not reported when a recording stopped. Synchronise the stream or device before"
            + " its end.");
    REMEDIES.put(
        "losslessWait",
        "a thread waited for room, but not long enough. Let it wait longer (agent option"
            + " lossless-wait=1000), or give it a larger ring (ring=16m).");
    REMEDIES.put(
        "hookTimeout",
        "the machine was too busy to write in time. These events are in the next chunk, if there is"
            + " one: record longer.");
  }

  private LossRemedies() {}

  /** A line for each of the causes that something can be done against: its name and what to do. */
  public static List<String> of(Collection<String> causes) {
    return REMEDIES.entrySet().stream()
        .filter(remedy -> causes.contains(remedy.getKey()))
        .map(remedy -> remedy.getKey() + ": " + remedy.getValue())
        .toList();
  }
}
