// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Trouble;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.Enabled;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Period;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.SettingDescriptor;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * Says in a recording's settings what they leave to a default, where JFR would take something else
 * for it as soon as another recording runs.
 *
 * <p>JFR combines the values that running recordings give to a setting. A recording that does not
 * name the setting does not count. A recording without {@code operations} wants all calls, but the
 * filter of another recording would take them away. The same holds for thresholds. If two
 * recordings name settings of an event, but not whether it is enabled, JFR (17 to 25) takes the
 * event as disabled. Each dump adds a second recording for a moment, so events of the end of the
 * chunk would be missing in the dump. {@link JfrWiring} learns of settings that a running recording
 * gets, and has them completed a moment later.
 *
 * <p>They are set one by one, by {@link Recording#enable(String)}, which keeps what others set
 * meanwhile, and each only if it is still not said. JFR has no way to do both at once: a word of
 * somebody else that falls between the look and ours, a microsecond, would be replaced.
 */
final class ImpliedSettings {
  private static final String PREFIX = "rocjfr.";

  /** Of settings that somebody changes without end. */
  private static final int MOST_READS = 10_000;

  /** Settings of JFR that one recording's word cannot take from another one. */
  private static final Set<String> OTHERS = Set.of(StackTrace.NAME, Period.NAME);

  private static final Trouble INCOMPLETE =
      new Trouble("settings of a recording could not be completed");

  private ImpliedSettings() {}

  /** Completes the settings of all running recordings. Throws nothing. */
  static void sayInAll() {
    try {
      FlightRecorder.getFlightRecorder().getRecordings().forEach(ImpliedSettings::sayIn);
    } catch (Throwable t) { // into JFR nothing may be thrown
      INCOMPLETE.warn(t);
    }
  }

  /** Completes a running recording's settings. */
  static void sayIn(Recording recording) {
    if (recording.getState() == RecordingState.RUNNING) {
      say(recording, implied(settingsOf(recording), defaults()));
    }
  }

  /** JFR (17 to 25) copies them without its lock: they may change meanwhile. */
  @SuppressWarnings("ThreadPriorityCheck") // yield lets the other one finish
  private static Map<String, String> settingsOf(Recording recording) {
    for (int i = 1; i < MOST_READS; i++) {
      try {
        return recording.getSettings();
      } catch (ConcurrentModificationException e) {
        Thread.yield();
      }
    }
    return recording.getSettings();
  }

  /** Says what is implied, except where somebody has said something else meanwhile. */
  static void say(Recording recording, Map<String, Map<String, String>> implied) {
    implied.forEach((event, settings) -> settings.forEach((k, v) -> say(recording, event, k, v)));
  }

  private static void say(Recording recording, String event, String setting, String value) {
    Map<String, String> said = settingsOf(recording);
    String enabled = said.get(event + "#" + Enabled.NAME);
    if (said.containsKey(event + "#" + setting) || "false".equals(enabled)) {
      return;
    }
    if (setting.equals(Enabled.NAME) && value.equals("false")) {
      recording.disable(event);
    } else {
      recording.enable(event).with(setting, value);
    }
  }

  /**
   * What settings leave to defaults, by event and by setting.
   *
   * @param defaults what a recording of an event gets that does not say otherwise, likewise
   */
  static Map<String, Map<String, String>> implied(
      Map<String, String> settings, Map<String, Map<String, String>> defaults) {
    Map<String, Map<String, String>> implied = new TreeMap<>();
    defaults.forEach(
        (event, all) -> {
          String begin = event + "#";
          if (isUnasked(all) || settings.keySet().stream().anyMatch(k -> k.startsWith(begin))) {
            Map<String, String> missing = new TreeMap<>(all);
            String enabled = settings.getOrDefault(begin + Enabled.NAME, all.get(Enabled.NAME));
            if (!"true".equals(enabled)) {
              missing.keySet().retainAll(Set.of(Enabled.NAME));
            }
            missing.keySet().removeIf(setting -> settings.containsKey(begin + setting));
            if (!missing.isEmpty()) {
              implied.put(event, missing);
            }
          }
        });
    return implied;
  }

  /** Whether a recording wants it without a word about it, too: what happens, not what JFR asks. */
  private static boolean isUnasked(Map<String, String> defaults) {
    return "true".equals(defaults.get(Enabled.NAME)) && defaults.containsKey(Threshold.NAME);
  }

  /** As the event classes have them, of those that JFR knows by now. */
  static Map<String, Map<String, String>> defaults() {
    Map<String, Map<String, String>> defaults = new TreeMap<>();
    for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
      if (type.getName().startsWith(PREFIX)) {
        Map<String, String> settings = new TreeMap<>();
        for (SettingDescriptor setting : type.getSettingDescriptors()) {
          settings.put(setting.getName(), setting.getDefaultValue());
        }
        settings.keySet().removeAll(OTHERS);
        defaults.put(type.getName(), settings);
      }
    }
    return defaults;
  }
}
