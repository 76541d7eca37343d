// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

/** What rules are about. In JMC each topic is shown on one page. */
public final class Topics {
  /** How well the GPU is used, over time. */
  public static final String TIMELINE = "rocjfr_timeline";

  public static final String KERNELS = "rocjfr_kernels";
  public static final String COPIES = "rocjfr_copies";
  public static final String API = "rocjfr_api";

  /** Whether the recording shows all that happened. */
  public static final String RECORDING = "rocjfr_recording";

  private Topics() {}

  /** All of them. */
  public static String[] all() {
    return new String[] {TIMELINE, KERNELS, COPIES, API, RECORDING};
  }
}
