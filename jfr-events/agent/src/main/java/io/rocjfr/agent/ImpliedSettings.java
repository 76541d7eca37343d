// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Log;
import io.rocjfr.event.LaunchSiteOperationsSetting;
import io.rocjfr.event.OpenClOperationsSetting;
import io.rocjfr.event.OperationsSetting;
import io.rocjfr.event.RateSetting;
import io.rocjfr.event.ResultsSetting;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import jdk.jfr.Enabled;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.SettingDescriptor;
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

  /** What a recording wants without a word about it, too. */
  private static final Set<String> UNASKED =
      Set.of(
          PREFIX + "HipApi",
          PREFIX + "OpenClApi",
          PREFIX + "KernelDispatch",
          PREFIX + "MemCopy",
          PREFIX + "RoctxRange",
          PREFIX + "RoctxMark");

  /** What a recording of an event gets that does not say otherwise. */
  private static final Map<String, Map<String, String>> DEFAULTS =
      Map.of(
          PREFIX + "HipApi",
          timed("operations", OperationsSetting.ALL, "results", ResultsSetting.DEFAULT),
          PREFIX + "OpenClApi",
          timed("operations", OpenClOperationsSetting.ALL),
          PREFIX + "KernelDispatch",
          timed(),
          PREFIX + "MemCopy",
          timed(),
          PREFIX + "Barrier",
          timed(),
          PREFIX + "RoctxRange",
          timed(),
          PREFIX + "RoctxMark",
          timed(),
          PREFIX + "LaunchSite",
          timed(
              "operations", LaunchSiteOperationsSetting.DEFAULT, "rate", RateSetting.DEFAULT_TEXT),
          PREFIX + "GpuAllocation",
          timed("rate", RateSetting.DEFAULT_TEXT));

  private ImpliedSettings() {}

  /** Settings of an event that JFR gives a threshold. */
  private static Map<String, String> timed(String... others) {
    Map<String, String> settings = new TreeMap<>(Map.of(Threshold.NAME, "0 ns"));
    for (int i = 0; i < others.length; i += 2) {
      settings.put(others[i], others[i + 1]);
    }
    return settings;
  }

  /** Completes the settings of all running recordings. Throws nothing. */
  static void sayInAll() {
    try {
      FlightRecorder.getFlightRecorder().getRecordings().forEach(ImpliedSettings::sayIn);
    } catch (Throwable t) { // into JFR nothing may be thrown
      Log.warn("settings of a recording could not be completed", t);
    }
  }

  /** Completes a running recording's settings. */
  static void sayIn(Recording recording) {
    if (recording.getState() == RecordingState.RUNNING) {
      say(recording, implied(settingsOf(recording), ImpliedSettings::enabledByDefault));
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
   * @param enabledByDefault the default of an event type by its name, null if there is no such type
   */
  static Map<String, Map<String, String>> implied(
      Map<String, String> settings, Function<String, String> enabledByDefault) {
    Map<String, Map<String, String>> implied = new TreeMap<>();
    Set<String> named = new TreeSet<>(UNASKED);
    for (String key : settings.keySet()) {
      int hash = key.indexOf('#');
      if (hash > 0 && key.startsWith(PREFIX)) {
        named.add(key.substring(0, hash));
      }
    }
    for (String event : named) {
      String said = settings.get(event + "#" + Enabled.NAME);
      String enabled = said == null ? enabledByDefault.apply(event) : said;
      Map<String, String> missing = new TreeMap<>();
      if (said == null && enabled != null) {
        missing.put(Enabled.NAME, enabled);
      }
      if ("true".equals(enabled)) {
        missing.putAll(DEFAULTS.getOrDefault(event, Map.of()));
        missing.keySet().removeIf(setting -> settings.containsKey(event + "#" + setting));
      }
      if (!missing.isEmpty()) {
        implied.put(event, missing);
      }
    }
    return implied;
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
