// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Test;

class ScopeEventsTest {
  private static long types() {
    return FlightRecorder.getFlightRecorder().getEventTypes().stream()
        .filter(type -> type.getName().equals("rocjfr.SpanScope"))
        .count();
  }

  /** By the first scope's thread, and by an SDK that begins meanwhile. */
  @Test
  void isRegisteredOnce() {
    long before = types(); // of other tests
    ScopeEvents events = new ScopeEvents();
    assertThat(types()).isEqualTo(before + 1);
    events.register();
    assertThat(types()).isEqualTo(before + 1);
    events.end();
    assertThat(types()).isEqualTo(before);
    events.begin();
    events.register();
    assertThat(types()).isEqualTo(before + 1);
    events.end();
    assertThat(types()).isEqualTo(before);
  }
}
