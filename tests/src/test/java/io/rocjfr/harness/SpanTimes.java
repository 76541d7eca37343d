// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.util.List;
import java.util.stream.Stream;

/**
 * When each activity began and ended, to the nanosecond, as one line each in a fixed order: to be
 * compared between the spans that were made of a recording and the recording.
 */
public final class SpanTimes {
  private SpanTimes() {}

  /** Of the spans that are rocjfr's. */
  public static List<String> of(OtlpSpans spans) {
    return spans.gpu().stream().map(SpanTimes::line).sorted().toList();
  }

  private static String line(OtlpSpans.Span span) {
    String what = span.is("marker") ? span.name() : span.attributes().get("gpu.correlation.id");
    return line(span.type(), what, span.begin(), span.end());
  }

  /** Of the calls, kernels, copies, ranges and marks of a recording. */
  public static List<String> of(Flight flight) {
    return Stream.of(
            lines("api", flight.calls()),
            lines("kernel", flight.dispatches()),
            lines("memcpy", flight.copies()),
            lines("marker", flight.ranges()),
            lines("marker", flight.marks()))
        .flatMap(lines -> lines)
        .sorted()
        .toList();
  }

  private static Stream<String> lines(String type, List<Activity> activities) {
    return activities.stream()
        .map(
            activity ->
                line(
                    type,
                    type.equals("marker")
                        ? activity.text("message")
                        : Long.toString(activity.correlationId()),
                    activity.beginNanos(),
                    activity.endNanos()));
  }

  private static String line(String type, String what, long begin, long end) {
    return type + " " + what + " from " + begin + " to " + end;
  }
}
