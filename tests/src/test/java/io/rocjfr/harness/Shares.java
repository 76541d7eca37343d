// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * How the GPU time of a recording is split between methods, as docs/launch-sites.md says: the exact
 * total of each kernel and grid by the weights of the sampled launches.
 */
public final class Shares {
  /** Of the sampled launches, by the method that was looked for. */
  private final Map<String, Double> percent = new TreeMap<>();

  private final Map<String, Double> launchPercent = new TreeMap<>();
  private long samples;
  private long notJoined;
  private double effectiveSamples;

  /**
   * Reads a recording.
   *
   * @param methods a launch belongs to the first of these on its stack
   */
  public static Shares read(Path file, List<String> methods) {
    Shares shares = new Shares();
    Map<Long, String> sites = new HashMap<>();
    Map<Long, Double> weights = new HashMap<>();
    Map<Long, String> groupOf = new HashMap<>();
    Map<String, Double> totals = new HashMap<>();
    for (RecordedEvent event : events(file)) {
      switch (event.getEventType().getName()) {
        case "rocjfr.LaunchSite" -> {
          String method = method(event, methods);
          if (method != null) {
            sites.put(event.getLong("correlationId"), method);
            weights.put(event.getLong("correlationId"), event.getDouble("weight"));
          }
        }
        case "rocjfr.KernelDispatch" -> {
          String group = event.getString("kernel") + " " + event.getInt("gridX");
          groupOf.put(event.getLong("correlationId"), group);
          totals.merge(group, (double) event.getDuration().toNanos(), Double::sum);
        }
        default -> {}
      }
    }
    double sum = weights.values().stream().mapToDouble(w -> w).sum();
    shares.effectiveSamples = sum * sum / weights.values().stream().mapToDouble(w -> w * w).sum();
    Map<String, Map<String, Double>> weightOf = new HashMap<>();
    Map<String, Double> launches = new HashMap<>();
    sites.forEach(
        (id, method) -> {
          shares.samples++;
          launches.merge(method, weights.get(id), Double::sum);
          String group = groupOf.get(id);
          if (group == null) {
            shares.notJoined++;
          } else {
            weightOf
                .computeIfAbsent(group, key -> new HashMap<>())
                .merge(method, weights.get(id), Double::sum);
          }
        });
    Map<String, Double> times = new HashMap<>();
    weightOf.forEach(
        (group, parts) -> {
          double all = parts.values().stream().mapToDouble(Double::doubleValue).sum();
          parts.forEach(
              (method, part) -> times.merge(method, totals.get(group) * part / all, Double::sum));
        });
    scale(times, shares.percent);
    scale(launches, shares.launchPercent);
    return shares;
  }

  /** All events of a recording. */
  public static List<RecordedEvent> events(Path file) {
    try {
      return RecordingFile.readAllEvents(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void scale(Map<String, Double> parts, Map<String, Double> percent) {
    double all = parts.values().stream().mapToDouble(Double::doubleValue).sum();
    parts.forEach((method, part) -> percent.put(method, 100 * part / all));
  }

  /** The first of the methods on the stack, or null. */
  public static String method(RecordedEvent event, List<String> methods) {
    if (event.getStackTrace() == null) {
      return null;
    }
    for (RecordedFrame frame : event.getStackTrace().getFrames()) {
      if (methods.contains(frame.getMethod().getName())) {
        return frame.getMethod().getName();
      }
    }
    return null;
  }

  /** Of the GPU's time. */
  public double timePercent(String method) {
    return percent.getOrDefault(method, 0.0);
  }

  /** Of the launches. */
  public double launchPercent(String method) {
    return launchPercent.getOrDefault(method, 0.0);
  }

  public long samples() {
    return samples;
  }

  /** How many samples of equal weight would tell as much. */
  public double effectiveSamples() {
    return effectiveSamples;
  }

  /** Sampled launches without a dispatch. */
  public long notJoined() {
    return notJoined;
  }

  @Override
  public String toString() {
    return "time "
        + percent
        + ", launches "
        + launchPercent
        + ", samples "
        + samples
        + " ("
        + Math.round(effectiveSamples)
        + " effective)";
  }
}
