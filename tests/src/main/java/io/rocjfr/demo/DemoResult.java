// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.demo;

import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the demo did by its own count, as one line of JSON: a recording of it must show the same.
 * The line is the last one that it prints.
 *
 * @param iterations how many transpositions, and so dispatches and copies each way
 * @param width rows and columns of the matrix
 * @param bytesPerCopy of each copy to and from the GPU
 * @param wrongElements of all results together
 * @param begin before the first HIP call
 * @param end after the last HIP call
 * @param calls how many calls of each HIP function
 * @param ranges how many roctx ranges of each phase
 */
record DemoResult(
    int iterations,
    int width,
    long bytesPerCopy,
    long wrongElements,
    Instant begin,
    Instant end,
    Map<String, Integer> calls,
    Map<String, Integer> ranges) {
  static final String PREFIX = "rocjfr-demo-result ";

  String toLine() {
    return PREFIX
        + "{\"iterations\":"
        + iterations
        + ",\"width\":"
        + width
        + ",\"bytesPerCopy\":"
        + bytesPerCopy
        + ",\"wrongElements\":"
        + wrongElements
        + ",\"beginEpochNs\":"
        + epochNanos(begin)
        + ",\"endEpochNs\":"
        + epochNanos(end)
        + ",\"calls\":"
        + object(calls)
        + ",\"ranges\":"
        + object(ranges)
        + "}";
  }

  private static long epochNanos(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
  }

  private static String object(Map<String, Integer> counts) {
    return counts.entrySet().stream()
        .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }
}
