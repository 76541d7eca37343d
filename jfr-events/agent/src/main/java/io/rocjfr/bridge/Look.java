// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.TracerStatusEvent;

/**
 * What was pending, and the status that is to say so. That begins before the look: who reads it
 * tells by that which calls it cannot be about.
 */
record Look(PendingWork pending, TracerStatusEvent event) {
  /** To be filled in and committed once, if at all. */
  static TracerStatusEvent begin() {
    TracerStatusEvent event = new TracerStatusEvent();
    event.begin();
    return event;
  }
}
