// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** What a recording holds of rocjfr's events, by type, in the order of their begin. */
public final class Flight {
  private final Path file;
  private final Map<String, List<Activity>> events = new HashMap<>();

  private Flight(Path file) {
    this.file = file;
  }

  public static Flight read(Path file) {
    Flight flight = new Flight(file);
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        String name = event.getEventType().getName();
        if (name.startsWith("rocjfr.") || name.startsWith("load.")) {
          flight.events.computeIfAbsent(name, key -> new ArrayList<>()).add(new Activity(event));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (List<Activity> list : flight.events.values()) {
      list.sort(Comparator.comparing(Activity::begin));
    }
    return flight;
  }

  public Path file() {
    return file;
  }

  public List<Activity> of(String name) {
    return events.getOrDefault(name, List.of());
  }

  public List<Activity> calls() {
    return of("rocjfr.HipApi");
  }

  public List<Activity> dispatches() {
    return of("rocjfr.KernelDispatch");
  }

  public List<Activity> copies() {
    return of("rocjfr.MemCopy");
  }

  public List<Activity> ranges() {
    return of("rocjfr.RoctxRange");
  }

  public List<Activity> marks() {
    return of("rocjfr.RoctxMark");
  }

  public List<Activity> statuses() {
    return of("rocjfr.TracerStatus");
  }

  /** Dispatches and copies. */
  public List<Activity> work() {
    return Stream.of(dispatches(), copies()).flatMap(List::stream).toList();
  }

  /** All that a load makes. */
  public long records() {
    return calls().size() + (long) work().size() + ranges().size() + marks().size();
  }

  /** Lost records by cause. */
  public SortedMap<String, Long> lost() {
    SortedMap<String, Long> lost = new TreeMap<>();
    for (Activity loss : of("rocjfr.RecordsLost")) {
      lost.merge(loss.text("domain") + "/" + loss.text("cause"), loss.number("count"), Long::sum);
    }
    return lost;
  }

  /** The same without what a slow listener was not told of: that is in the recording. */
  public SortedMap<String, Long> lostRecords() {
    SortedMap<String, Long> lost = lost();
    lost.remove("All/listener");
    return lost;
  }

  public long allLostRecords() {
    return lostRecords().values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many events there are of each value. */
  public static SortedMap<String, Long> count(
      List<Activity> activities, Function<Activity, String> value) {
    return new TreeMap<>(
        activities.stream()
            .collect(Collectors.groupingBy(value.andThen(String::valueOf), Collectors.counting())));
  }

  /** The calls by function. */
  public SortedMap<String, Long> callCounts() {
    return count(calls(), call -> call.text("function"));
  }

  /** The dispatches by kernel. */
  public SortedMap<String, Long> kernelCounts() {
    return count(dispatches(), dispatch -> dispatch.text("kernel"));
  }

  /** The copies by direction. */
  public SortedMap<String, Long> copyCounts() {
    return count(copies(), copy -> copy.text("direction"));
  }
}
