// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/**
 * What the tracer knows of the HIP runtime.
 *
 * @param hookState {@code ROCJFR_HOOK_*}
 * @param devices -1 while the program has not initialised the runtime
 * @param roctx bit 0: AMD's libroctx64 is loaded, bit 1: ours
 */
public record RuntimeFacts(
    int hookState,
    int version,
    int devices,
    int roctx,
    long hookCalls,
    long registrations,
    String path,
    String versionText,
    String hook,
    String message,
    String otherTools) {

  private static final String[] STATES = {
    "noRuntime", "off", "on", "opsOnly", "taken", "unsupported"
  };

  /** The spelling of the state in events. */
  public String state() {
    return hookState >= 0 && hookState < STATES.length ? STATES[hookState] : "state" + hookState;
  }
}
