// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.management.jfr.FlightRecorderMXBean;

/** Recordings of this process by JFR's own API and by JMX. */
final class Flights {
  private final Map<String, Recording> recordings = new ConcurrentHashMap<>();

  /** Starts a recording with settings such as {@code rocjfr.HipApi#enabled=false}. */
  Map<String, Object> start(Request request) {
    start(request.text("name"), settings(request));
    return Map.of("at", Clock.epochNanos());
  }

  private void start(String name, Map<String, String> settings) {
    Recording recording = new Recording();
    recording.setName(name);
    recording.setSettings(settings);
    recording.start();
    recordings.put(name, recording);
  }

  /** Adds to a running recording's settings. */
  Map<String, Object> set(Request request) {
    Recording recording = get(request);
    Map<String, String> settings = new TreeMap<>(recording.getSettings());
    settings.putAll(settings(request));
    recording.setSettings(settings);
    return Map.of("at", Clock.epochNanos());
  }

  /** The same by JMX, for whichever recording has this name. */
  Map<String, Object> setByJmx(Request request) {
    FlightRecorderMXBean bean = ManagementFactory.getPlatformMXBean(FlightRecorderMXBean.class);
    long id =
        bean.getRecordings().stream()
            .filter(recording -> recording.getName().equals(request.text("name")))
            .findFirst()
            .orElseThrow()
            .getId();
    Map<String, String> settings = new TreeMap<>(bean.getRecordingSettings(id));
    settings.putAll(settings(request));
    bean.setRecordingSettings(id, settings);
    return Map.of("at", Clock.epochNanos());
  }

  Map<String, Object> dump(Request request) throws IOException {
    long at = Clock.epochNanos();
    get(request).dump(Path.of(request.text("file")));
    return Map.of("at", at);
  }

  /**
   * Stops a recording, starts another one at once if there is a {@code then}, writes the first if
   * there is a {@code file}, and closes it.
   */
  Map<String, Object> stop(Request request) throws IOException {
    try (Recording recording = get(request)) {
      long at = Clock.epochNanos();
      long begin = System.nanoTime();
      recording.stop();
      long took = System.nanoTime() - begin;
      if (request.values().containsKey("then")) {
        start(request.text("then"), Map.of());
      }
      if (request.values().containsKey("file")) {
        recording.dump(Path.of(request.text("file")));
      }
      recordings.remove(request.text("name"));
      return Map.of("at", at, "tookNanos", took);
    }
  }

  private Recording get(Request request) {
    String name = request.text("name");
    Recording own = recordings.get(name);
    return own != null
        ? own
        : FlightRecorder.getFlightRecorder().getRecordings().stream()
            .filter(recording -> recording.getName().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no recording " + name));
  }

  private static Map<String, String> settings(Request request) {
    return request.values().entrySet().stream()
        .filter(entry -> entry.getKey().contains("#"))
        // A request's values have no blanks; a time has one before its unit.
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().replace('_', ' ')));
  }
}
