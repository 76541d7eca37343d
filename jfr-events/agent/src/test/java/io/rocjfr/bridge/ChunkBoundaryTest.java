// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Period;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

class ChunkBoundaryTest {

  @Period("everyChunk")
  static class Told extends Event {}

  @Test
  void jfrCallsAHookAtTheBeginAndAtTheEnd() {
    List<ChunkBoundary> told = Collections.synchronizedList(new ArrayList<>());
    Runnable hook = () -> told.add(ChunkBoundary.ofThisHook());
    FlightRecorder.addPeriodicEvent(Told.class, hook);
    try (Recording recording = new Recording()) {
      recording.enable(Told.class);
      recording.start();
      try (Recording second = new Recording()) {
        second.start();
      }
      recording.stop();
    } finally {
      FlightRecorder.removePeriodicEvent(hook);
    }
    assertThat(told).hasSizeGreaterThanOrEqualTo(6).hasSize(told.size() / 2 * 2);
    for (int i = 0; i < told.size(); i += 2) {
      assertThat(told.subList(i, i + 2)).containsExactly(ChunkBoundary.BEGIN, ChunkBoundary.END);
    }
  }

  @Test
  void elsewhereItIsNotKnown() {
    assertThat(ChunkBoundary.ofThisHook()).isEqualTo(ChunkBoundary.UNKNOWN);
  }
}
