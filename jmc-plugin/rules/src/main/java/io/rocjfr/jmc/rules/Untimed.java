// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

/** What rules that compare times say of recordings with work whose times nobody told. */
final class Untimed {
  static final String WHY =
      "Some of OpenCL's work has no times, since its queues have no profiling: how much of the time"
          + " is whose is not known.";

  private Untimed() {}
}
