// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.OperationsSetting;
import io.rocjfr.event.ResultsSetting;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the consumers want together: the widest that any asks for. On the drain thread only. */
final class Demand {
  private static final int API = Layout.bit(Layout.HIP_API);

  private final Tracer tracer;
  private final ListenerSink listeners;
  private final ApiFunctions functions;
  private final HookControl hooks;

  /** As said to {@link #hooks}. */
  private int wanted;

  /** Nobody wanted records when it was last asked. */
  private boolean nobody = true;

  /** The functions that the setting lets through, null for all. */
  private long[] settingBits;

  /** Whether anybody wants records, for the public API. */
  private final AtomicBoolean tracing = new AtomicBoolean();

  private long[] bits;
  private boolean wasRecorded;
  private boolean wereTold;
  private String setting = "";
  private String results = "";
  private long thresholdNanos;
  private boolean barriers;

  Demand(Tracer tracer, ListenerSink listeners, ApiFunctions functions, HookControl hooks) {
    this.tracer = tracer;
    this.listeners = listeners;
    this.functions = functions;
    this.hooks = hooks;
  }

  AtomicBoolean tracing() {
    return tracing;
  }

  /**
   * Follows what the consumers want now. The tracer gets to know of filters at once, of domains
   * soon: see {@link HookControl#await}.
   *
   * @param discard forgets what the rings hold: it belongs to no one who wants records now
   * @return what the consumers want now
   */
  int refresh(JfrSink jfr, Runnable discard) {
    int want = listeners.wantedDomains() | (jfr == null ? 0 : jfr.wantedDomains());
    if (functions.refresh(OperationsSetting.current())) {
      settingBits = functions.bits();
    }
    if (tracing.get() != (want != 0)) {
      tracing.set(want != 0);
    }
    if (want == 0) {
      nobody = true;
      wanted = 0;
      hooks.want(0);
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
    long[] wantBits = listenersWantApi ? null : settingBits;
    if (wanted == 0
        || threshold != thresholdNanos
        || wantBarriers != barriers
        || !Arrays.equals(wantBits, bits)) {
      bits = wantBits;
      thresholdNanos = threshold;
      barriers = wantBarriers;
      tracer.setFilter(bits, thresholdNanos, barriers);
    }
    if (functions.refreshResults(results(jfr, listenersWantApi))) {
      tracer.setResults(functions.resultBits());
    }
    wanted = want;
    hooks.want(want);
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
      results =
          Stream.of(recorded ? setting : "", listenersWantApi ? ResultsSetting.DEFAULT : "")
              .filter(globs -> !globs.isBlank())
              .distinct()
              .collect(Collectors.joining(","));
    }
    return results;
  }
}
