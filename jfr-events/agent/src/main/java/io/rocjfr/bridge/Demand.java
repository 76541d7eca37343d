// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.OperationsSetting;
import io.rocjfr.event.ResultsSetting;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the consumers want together, and what the tracer was told of it: the widest that any asks
 * for. Used under the drain's lock.
 */
final class Demand {
  private static final int API = Layout.bit(Layout.HIP_API);

  private final Tracer tracer;
  private final ListenerSink listeners;
  private final ApiFunctions functions;

  /** As told to the tracer. */
  private int wanted;

  /** Nobody wanted records when it was last asked. */
  private boolean nobody = true;

  /** Whether anybody wants records, for the public API. */
  private final AtomicBoolean tracing = new AtomicBoolean();

  private String operations = OperationsSetting.ALL;
  private boolean wasRecorded;
  private boolean wereTold;
  private String setting = "";
  private String results = "";
  private long thresholdNanos;
  private boolean barriers;

  Demand(Tracer tracer, ListenerSink listeners, ApiFunctions functions) {
    this.tracer = tracer;
    this.listeners = listeners;
    this.functions = functions;
  }

  AtomicBoolean tracing() {
    return tracing;
  }

  /** What the tracer records for us; 0: its hook is not registered for us. */
  int told() {
    return wanted;
  }

  /** What the consumers want now. */
  int wanted(JfrSink jfr) {
    return listeners.wantedDomains() | (jfr == null ? 0 : jfr.wantedDomains());
  }

  /**
   * Tells the tracer what changed, except that nothing is wanted any more: see {@link #release}.
   *
   * @param discard forgets what the rings hold: it belongs to no one who wants records now
   * @return what the consumers want now
   */
  int refresh(JfrSink jfr, Runnable discard) {
    int want = wanted(jfr);
    String recorded = OperationsSetting.current();
    functions.refresh(recorded);
    if (tracing.get() != (want != 0)) {
      tracing.set(want != 0);
    }
    if (want == 0) {
      nobody = true;
      return 0;
    }
    if (nobody) {
      nobody = false;
      discard.run();
    }
    boolean listenersWantApi = (listeners.wantedDomains() & API) != 0;
    long threshold =
        listenersWantApi || jfr == null || (want & API) == 0 ? 0 : jfr.apiThresholdNanos();
    boolean wantBarriers = listeners.wantsBarriers() || (jfr != null && jfr.wantsBarriers());
    String wantOperations = listenersWantApi ? OperationsSetting.ALL : recorded;
    if (wanted == 0
        || threshold != thresholdNanos
        || wantBarriers != barriers
        || !wantOperations.equals(operations)) {
      operations = wantOperations;
      thresholdNanos = threshold;
      barriers = wantBarriers;
      tracer.setFilter(operations, thresholdNanos, barriers);
    }
    String asked = results(jfr, listenersWantApi);
    if (!asked.equals(results)) {
      results = asked;
      tracer.setResults(results);
    }
    if (want != wanted) {
      wanted = want;
      tracer.setWanted(want);
    }
    return want;
  }

  /** The globs of the functions of which somebody is told what their calls return. */
  private String results(JfrSink jfr, boolean listenersWantApi) {
    boolean recorded = jfr != null && (jfr.wantedDomains() & API) != 0;
    if (recorded != wasRecorded
        || listenersWantApi != wereTold
        || !ResultsSetting.current().equals(setting)) {
      wasRecorded = recorded;
      wereTold = listenersWantApi;
      setting = ResultsSetting.current();
      return Stream.of(recorded ? setting : "", listenersWantApi ? ResultsSetting.DEFAULT : "")
          .filter(globs -> !globs.isBlank())
          .distinct()
          .collect(Collectors.joining(","));
    }
    return results;
  }

  /** Nobody wants anything, and what was submitted has been waited for. */
  void release() {
    wanted = 0;
    tracer.setWanted(0);
    tracer.abandonInFlight();
  }
}
