// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** The load's own count of what it did, under names such as {@code calls/hipMalloc}. */
final class Counts {
  private final ConcurrentMap<String, LongAdder> counts = new ConcurrentHashMap<>();

  void add(String name) {
    add(name, 1);
  }

  void add(String name, long count) {
    LongAdder adder = counts.get(name);
    if (adder == null) {
      adder = counts.computeIfAbsent(name, key -> new LongAdder());
    }
    adder.add(count);
  }

  void addAll(Counts other) {
    other.counts.forEach((name, adder) -> add(name, adder.sum()));
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new TreeMap<>();
    counts.forEach((name, adder) -> map.put(name, adder.sum()));
    return map;
  }
}
