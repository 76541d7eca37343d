// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Log;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jdk.jfr.Enabled;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.SettingDescriptor;

/**
 * Says in a recording's settings what they leave to a default.
 *
 * <p>Settings such as {@code rocjfr.HipApi#operations=hip*} do not say whether the event is
 * enabled: it is, by its default. But where two running recordings say so little, JFR (17 to 25)
 * takes the event as disabled, and each dump adds a second recording for a moment: what the hook at
 * the end of the chunk commits then would be missing in the dump. Nobody is told of settings that a
 * recording gets while it runs: those should say it themselves.
 */
final class ImpliedSettings {
  private static final String PREFIX = "rocjfr.";
  private static final String ENABLED = "#" + Enabled.NAME;

  private ImpliedSettings() {}

  /** Completes the settings of all running recordings. Throws nothing. */
  static void sayInAll() {
    try {
      FlightRecorder.getFlightRecorder().getRecordings().forEach(ImpliedSettings::sayIn);
    } catch (Throwable t) { // into JFR nothing may be thrown
      Log.warn("settings of a recording could not be completed", t);
    }
  }

  /**
   * Completes a running recording's settings; JFR applies them again only if anything was implied.
   */
  static void sayIn(Recording recording) {
    if (recording.getState() != RecordingState.RUNNING) {
      return;
    }
    Map<String, String> settings = recording.getSettings();
    Map<String, String> complete = complete(settings, ImpliedSettings::enabledByDefault);
    if (complete.size() != settings.size()) {
      recording.setSettings(complete);
    }
  }

  /**
   * Adds {@code EVENT#enabled} for each of our events of which only other settings are given.
   *
   * @param enabledByDefault the default of an event type by its name, null if there is no such type
   */
  static Map<String, String> complete(
      Map<String, String> settings, Function<String, String> enabledByDefault) {
    Map<String, String> complete = new HashMap<>(settings);
    for (String key : settings.keySet()) {
      int hash = key.indexOf('#');
      if (hash > 0 && key.startsWith(PREFIX)) {
        String event = key.substring(0, hash);
        complete.computeIfAbsent(event + ENABLED, said -> enabledByDefault.apply(event));
      }
    }
    return complete;
  }

  private static String enabledByDefault(String event) {
    return FlightRecorder.getFlightRecorder().getEventTypes().stream()
        .filter(type -> type.getName().equals(event))
        .map(EventType::getSettingDescriptors)
        .flatMap(List::stream)
        .filter(descriptor -> descriptor.getName().equals(Enabled.NAME))
        .map(SettingDescriptor::getDefaultValue)
        .findFirst()
        .orElse(null);
  }
}
