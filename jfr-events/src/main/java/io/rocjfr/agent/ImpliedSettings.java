// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.Log;
import io.rocjfr.event.OperationsSetting;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
 * the end of the chunk has committed then would be missing in the dump. And JFR asks for {@code
 * operations} only those recordings that name it: one's filter would blind another that wants all
 * calls and need not say so. Nobody is told of settings that a recording gets while it runs: those
 * should say it themselves.
 */
final class ImpliedSettings {
  private static final String PREFIX = "rocjfr.";
  private static final String ENABLED = "#" + Enabled.NAME;
  private static final String HIP_API = PREFIX + "HipApi";
  private static final String OPERATIONS = "operations";

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
   * Completes a running recording's settings, one by one: what others set meanwhile stays. Where
   * nothing is implied JFR does not apply them again.
   */
  static void sayIn(Recording recording) {
    if (recording.getState() != RecordingState.RUNNING) {
      return;
    }
    Map<String, String> settings = recording.getSettings();
    implied(settings, ImpliedSettings::enabledByDefault)
        .forEach(
            (event, enabled) -> {
              if (enabled) {
                recording.enable(event);
              } else {
                recording.disable(event);
              }
            });
    if (wantsAllCalls(settings)) {
      recording.enable(HIP_API).with(OPERATIONS, OperationsSetting.ALL);
    }
  }

  /**
   * Whether the recording gets API calls and leaves it open which: then it gets all, and the filter
   * of another one must not be the only one that JFR knows of.
   */
  static boolean wantsAllCalls(Map<String, String> settings) {
    return !"false".equals(settings.get(HIP_API + ENABLED))
        && !settings.containsKey(HIP_API + "#" + OPERATIONS);
  }

  /**
   * Which of our events are enabled or not without being said to be: those of which only other
   * settings are given.
   *
   * @param enabledByDefault the default of an event type by its name, null if there is no such type
   */
  static Map<String, Boolean> implied(
      Map<String, String> settings, Function<String, String> enabledByDefault) {
    Map<String, Boolean> implied = new TreeMap<>();
    for (String key : settings.keySet()) {
      int hash = key.indexOf('#');
      if (hash > 0 && key.startsWith(PREFIX)) {
        String event = key.substring(0, hash);
        String value = settings.containsKey(event + ENABLED) ? null : enabledByDefault.apply(event);
        if (value != null) {
          implied.put(event, Boolean.valueOf(value));
        }
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
