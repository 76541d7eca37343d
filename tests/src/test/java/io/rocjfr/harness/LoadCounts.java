// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a load did by its own count. */
public final class LoadCounts {
  private final JsonNode json;

  private LoadCounts(JsonNode json) {
    this.json = json;
  }

  static LoadCounts of(JsonNode json) {
    return new LoadCounts(json);
  }

  public long get(String name) {
    return json.path(name).asLong(0);
  }

  /** Counts whose names begin so, by the rest of their names. */
  public SortedMap<String, Long> all(String prefix) {
    SortedMap<String, Long> counts = new TreeMap<>();
    json.properties().stream()
        .filter(entry -> entry.getKey().startsWith(prefix))
        .forEach(
            entry ->
                counts.put(entry.getKey().substring(prefix.length()), entry.getValue().asLong()));
    return counts;
  }

  /** By function. */
  public SortedMap<String, Long> calls() {
    return all("calls/");
  }

  public long allCalls() {
    return sum(calls());
  }

  public SortedMap<String, Long> kernels() {
    return all("kernels/");
  }

  public long dispatches() {
    return sum(kernels());
  }

  /** By direction. */
  public SortedMap<String, Long> copies() {
    return all("copies/");
  }

  public long allCopies() {
    return sum(copies());
  }

  public long ranges() {
    return get("ranges");
  }

  public long marks() {
    return get("marks");
  }

  /** How many records all this makes. */
  public long records() {
    return allCalls() + dispatches() + allCopies() + ranges() + marks();
  }

  public long operations() {
    return get("operations");
  }

  /** How many external ids were used, by the first of each thread. */
  public SortedMap<Long, Long> ids() {
    SortedMap<Long, Long> ids = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : json.path("ids").properties()) {
      ids.put(Long.valueOf(entry.getKey()), entry.getValue().asLong());
    }
    return ids;
  }

  public Instant begin() {
    return instant("begin");
  }

  public Instant end() {
    return instant("end");
  }

  private Instant instant(String name) {
    return instant(json.required(name).asLong());
  }

  /** An instant by its nanoseconds since 1970. */
  public static Instant instant(long epochNanos) {
    return Instant.ofEpochSecond(0, epochNanos);
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public String toString() {
    return json.toString();
  }
}
