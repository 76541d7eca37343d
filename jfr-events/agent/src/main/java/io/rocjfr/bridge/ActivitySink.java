// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/** Takes decoded activities, one after the other, on the drain thread. */
interface ActivitySink {

  /** Takes an activity, which is only valid during the call. */
  void accept(DecodedActivity activity);
}
