// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Log;
import io.rocjfr.event.OperationsSetting;
import io.rocjfr.event.ResultsSetting;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import jdk.jfr.Enabled;
import jdk.jfr.EventSettings;
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
 * <p>JFR combines what running recordings say of a setting; one that does not name it does not
 * count. So a recording that wants all calls, since it does not name {@code operations}, would be
 * blinded by another one's filter. And where two recordings name settings of an event, but not
 * whether it is enabled, JFR (17 to 25) takes the event as disabled; each dump adds a second
 * recording for a moment: what is committed at the end of the chunk then would be missing in the
 * dump. Nobody is told of settings that a recording gets while it runs: those should say it
 * themselves.
 *
 * <p>They are set one by one, by {@link Recording#enable(String)}, which keeps what others set
 * meanwhile.
 */
final class ImpliedSettings {
  private static final String PREFIX = "rocjfr.";
  private static final String API = PREFIX + "HipApi";

  /** What a recording of calls gets that does not say otherwise. */
  private static final Map<String, String> API_DEFAULTS =
      Map.of(
          "operations",
          OperationsSetting.ALL,
          "results",
          ResultsSetting.DEFAULT,
          Threshold.NAME,
          "0 ns");

  private ImpliedSettings() {}

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
    sayIn(recording, ImpliedSettings::enabledByDefault);
  }

  static void sayIn(Recording recording, Function<String, String> enabledByDefault) {
    if (recording.getState() == RecordingState.RUNNING) {
      implied(recording.getSettings(), enabledByDefault)
          .forEach((event, settings) -> say(recording, event, settings));
    }
  }

  private static void say(Recording recording, String event, Map<String, String> settings) {
    if ("false".equals(settings.get(Enabled.NAME))) {
      recording.disable(event);
    } else {
      EventSettings enabled = recording.enable(event);
      settings.forEach(enabled::with);
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
    Set<String> named = new TreeSet<>();
    named.add(API); // without a word about it, too
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
      if (event.equals(API) && "true".equals(enabled)) {
        missing.putAll(API_DEFAULTS);
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
