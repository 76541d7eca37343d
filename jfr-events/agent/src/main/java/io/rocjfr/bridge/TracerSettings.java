// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.OperationsSetting;

/**
 * What the consumers want of the tracer together: the widest that any asks for.
 *
 * @param domains bits of Layout.HIP_API and so on; 0: nothing
 * @param operations globs of the functions whose calls are recorded
 * @param thresholdNanos shorter calls are not recorded
 * @param results globs of the functions of which it is asked what their calls return
 * @param openClOperations globs of the OpenCL functions whose calls are recorded
 * @param openClThresholdNanos shorter ones are not
 * @param sites of whose calls it is asked where they are made
 */
record TracerSettings(
    int domains,
    String operations,
    long thresholdNanos,
    boolean barriers,
    String results,
    String openClOperations,
    long openClThresholdNanos,
    SiteSettings sites) {
  static final TracerSettings NONE =
      new TracerSettings(
          0, OperationsSetting.ALL, 0, false, "", OperationsSetting.ALL, 0, SiteSettings.NONE);

  boolean any() {
    return domains != 0;
  }
}
