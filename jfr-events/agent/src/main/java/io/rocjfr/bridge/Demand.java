// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.GpuAllocationRateSetting;
import io.rocjfr.event.LaunchSiteOperationsSetting;
import io.rocjfr.event.LaunchSiteRateSetting;
import io.rocjfr.event.OpenClOperationsSetting;
import io.rocjfr.event.OperationsSetting;
import io.rocjfr.event.ResultsSetting;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the consumers want now: recordings, asked by way of the events, and listeners. */
final class Demand {
  private static final int API = Layout.bit(Layout.HIP_API);
  private static final int OPENCL_API = Layout.bit(Layout.OPENCL_API);

  private final ListenerSink listeners;
  private final ApiFunctions functions;
  private final CallSites calls;

  /** Whether anybody wants records, for the public API. */
  private final AtomicBoolean tracing = new AtomicBoolean();

  private volatile boolean memoryAlways;
  private boolean wasRecorded;
  private boolean wereTold;
  private String setting = "";
  private String results = "";

  Demand(ListenerSink listeners, ApiFunctions functions, CallSites calls) {
    this.listeners = listeners;
    this.functions = functions;
    this.calls = calls;
  }

  /** Has memory followed whatever is recorded. */
  void followMemoryAlways() {
    memoryAlways = true;
  }

  AtomicBoolean tracing() {
    return tracing;
  }

  /**
   * On the drain thread.
   *
   * @param jfr null while JFR is not initialised
   */
  TracerSettings read(JfrSink jfr) {
    int domains = listeners.wantedDomains() | (jfr == null ? 0 : jfr.wantedDomains());
    if (tracing.get() != (domains != 0)) {
      tracing.set(domains != 0);
    }
    calls.want((listeners.wantedDomains() & (API | OPENCL_API)) != 0);
    domains |= jfr == null ? 0 : jfr.wantedSites();
    if (memoryAlways) {
      domains |= Layout.bit(Layout.MEMORY);
    }
    if (domains == 0) {
      return TracerSettings.NONE;
    }
    String recorded = OperationsSetting.current();
    functions.refresh(recorded);
    functions.openCl().refresh(OpenClOperationsSetting.current());
    boolean listenersWantApi = (listeners.wantedDomains() & API) != 0;
    long threshold =
        listenersWantApi || jfr == null || (domains & API) == 0 ? 0 : jfr.apiThresholdNanos();
    boolean barriers = listeners.wantsBarriers() || (jfr != null && jfr.wantsBarriers());
    boolean allOpenCl = jfr == null || (listeners.wantedDomains() & OPENCL_API) != 0;
    boolean openCl = (domains & OPENCL_API) != 0;
    return new TracerSettings(
        domains,
        listenersWantApi ? OperationsSetting.ALL : recorded,
        threshold,
        barriers,
        results(jfr, listenersWantApi),
        allOpenCl ? OperationsSetting.ALL : OpenClOperationsSetting.current(),
        allOpenCl || !openCl ? 0 : jfr.openClThresholdNanos(),
        sites(jfr, domains));
  }

  private SiteSettings sites(JfrSink jfr, int domains) {
    boolean sites = (domains & Layout.bit(Layout.SITES)) != 0;
    // Stacks are taken where JFR's classes are there: not before it is used.
    boolean picks =
        jfr != null
            && (domains & Layout.bit(Layout.MEMORY)) != 0
            && (memoryAlways || jfr.wantsStacksOfMemory());
    if (!sites && !picks) {
      return SiteSettings.NONE;
    }
    return new SiteSettings(
        sites ? LaunchSiteOperationsSetting.current() : "",
        LaunchSiteRateSetting.current(),
        picks,
        GpuAllocationRateSetting.current());
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
