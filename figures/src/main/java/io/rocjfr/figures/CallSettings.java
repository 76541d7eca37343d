// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import io.rocjfr.schema.EventKind;
import java.util.HashSet;
import java.util.Set;

/** Whether a recording's settings leave calls out, which are then unknown. */
public final class CallSettings {
  private static final String HIP = EventKind.HIP_API.eventName();
  private static final String OPENCL = EventKind.OPENCL_API.eventName();

  /** Where no setting is told: programs make calls that are shorter than this. */
  private static final long SHORT = 100_000;

  private final Set<String> leavingOut = new HashSet<>();
  private final Set<String> told = new HashSet<>();
  private final Set<String> used = new HashSet<>();

  /** What short calls were recorded of. */
  private final Set<String> recorded = new HashSet<>();

  /** Whether a setting of an event matters here. */
  public static boolean matters(String setting) {
    return setting.equals("enabled") || setting.equals("threshold") || setting.equals("operations");
  }

  /** Takes a setting of an event, as jdk.ActiveSetting tells it. */
  public void addSetting(String event, String setting, String value) {
    if (!matters(setting) || value == null) {
      return;
    }
    told.add(event);
    boolean all =
        switch (setting) {
          case "enabled" -> !value.strip().equals("false");
          case "threshold" -> value.isBlank() || value.strip().matches("0+( .*)?");
          default -> value.isBlank() || value.strip().equals("*");
        };
    if (!all) {
      leavingOut.add(event);
    }
  }

  /** Takes that a call of HIP or OpenCL was recorded, which took so long. */
  public void addCall(boolean openCl, long nanos) {
    used.add(openCl ? OPENCL : HIP);
    if (nanos < SHORT) {
      recorded.add(openCl ? OPENCL : HIP);
    }
  }

  /** Takes that work of HIP or OpenCL was recorded. */
  public void addWork(boolean openCl) {
    used.add(openCl ? OPENCL : HIP);
  }

  /** Whether all calls of what was used are recorded. */
  public boolean areAllCalls() {
    return used.stream()
        .allMatch(
            event ->
                !leavingOut.contains(event) && (told.contains(event) || recorded.contains(event)));
  }
}
