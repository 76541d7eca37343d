// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.event.HipApiEvent;
import java.util.Map;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

class ImpliedSettingsTest {
  private static Map<String, String> complete(Map<String, String> settings) {
    return ImpliedSettings.complete(
        settings,
        event ->
            switch (event) {
              case "rocjfr.HipApi", "rocjfr.MemCopy" -> "true";
              case "rocjfr.Barrier" -> "false";
              default -> null;
            });
  }

  @Test
  void whatIsEnabledByDefaultIsSaidToBe() {
    assertThat(complete(Map.of("rocjfr.HipApi#operations", "*", "rocjfr.Barrier#threshold", "0 s")))
        .isEqualTo(
            Map.of(
                "rocjfr.HipApi#operations", "*",
                "rocjfr.HipApi#enabled", "true",
                "rocjfr.Barrier#threshold", "0 s",
                "rocjfr.Barrier#enabled", "false"));
  }

  @Test
  void whatIsSaidStays() {
    Map<String, String> settings =
        Map.of("rocjfr.HipApi#operations", "*", "rocjfr.HipApi#enabled", "false");
    assertThat(complete(settings)).isEqualTo(settings);
  }

  @Test
  void whatIsNotOursStays() {
    Map<String, String> settings =
        Map.of(
            "jdk.FileRead#threshold", "0 s", "rocjfr.NoSuch#period", "1 s", "odd", "x", "#", "y");
    assertThat(complete(settings)).isEqualTo(settings);
  }

  /** The reason for all this: without it the event shows as disabled while two recordings run. */
  @Test
  void twoRecordingsThatOnlyNameOperationsKeepTheEventEnabled() {
    FlightRecorder.register(HipApiEvent.class);
    Map<String, String> settings = Map.of("rocjfr.HipApi#operations", "hip*");
    EventType type = EventType.getEventType(HipApiEvent.class);
    try (Recording one = new Recording(settings);
        Recording two = new Recording(settings)) {
      one.start();
      ImpliedSettings.sayIn(one);
      two.start();
      ImpliedSettings.sayIn(two);
      assertThat(type.isEnabled()).isTrue();
      assertThat(one.getSettings()).containsEntry("rocjfr.HipApi#enabled", "true");
      two.stop();
      assertThat(type.isEnabled()).isTrue();
    }
    assertThat(type.isEnabled()).isFalse();
  }

  @Test
  void aRecordingThatDoesNotRunStays() {
    Map<String, String> settings = Map.of("rocjfr.HipApi#operations", "hip*");
    try (Recording recording = new Recording(settings)) {
      ImpliedSettings.sayIn(recording);
      assertThat(recording.getSettings()).isEqualTo(settings);
    }
  }
}
