// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.Roctx;
import io.rocjfr.buffered.ActivityBuffer;
import io.rocjfr.buffered.Kind;
import io.rocjfr.buffered.Policy;
import io.rocjfr.buffered.TracingContext;
import io.rocjfr.roctracer.Domain;
import io.rocjfr.roctracer.Roctracer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * What of rocjfr works without HIP: each library, and roctx ranges on all three ways to a consumer.
 * For machines on which the rest of the tests does not run.
 */
public final class WithoutHip {
  private static final int RANGES = 1000;

  private WithoutHip() {}

  /** Arguments: the libraries to load. Ends with "passed", or with an exception. */
  public static void main(String[] libraries) throws Exception {
    AtomicInteger pushed = new AtomicInteger();
    AtomicInteger buffered = new AtomicInteger();
    Path file = Files.createTempFile("rocjfr", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("rocjfr.RoctxRange").withoutThreshold();
      recording.enable("rocjfr.TracerStatus");
      recording.start();
      Roctracer.enableCallback(Domain.ROCTX, "roctxRangePush", call -> pushed.incrementAndGet());
      TracingContext context = TracingContext.create();
      try (ActivityBuffer buffer =
          ActivityBuffer.create(
              context,
              1 << 16,
              1 << 15,
              Policy.DISCARD,
              (records, dropped) -> {
                while (records.next()) {
                  buffered.incrementAndGet();
                }
              })) {
        buffer.trace(Kind.MARKER_CORE_RANGE_API);
        context.start();
        for (int i = 0; i < RANGES; i++) {
          Roctx.push("range " + i);
          Roctx.pop();
        }
        context.stop();
        buffer.flush();
      }
      Roctracer.disableCallback(Domain.ROCTX, "roctxRangePush");
      // Those of the agent's jar are loaded already; these are the same, as a program would have
      // them, and what the agent does not need.
      for (String library : libraries) {
        System.load(library);
      }
      recording.stop();
      recording.dump(file);
    }
    Map<String, Integer> messages = new HashMap<>();
    int statuses = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      switch (event.getEventType().getName()) {
        case "rocjfr.RoctxRange" -> messages.merge(event.getString("message"), 1, Integer::sum);
        case "rocjfr.TracerStatus" -> statuses++;
        default -> {}
      }
    }
    Files.delete(file);
    expect("ranges in the recording", RANGES, messages.size());
    expect("the last range", 1, messages.getOrDefault("range " + (RANGES - 1), 0));
    expect("calls of a roctracer callback", RANGES, pushed.get());
    expect("records in a buffer of the SDK", RANGES, buffered.get());
    expect("whether there is a status", 1, Math.min(statuses, 1));
    System.out.println(
        "passed on Java " + Runtime.version() + ", " + libraries.length + " libraries");
  }

  private static void expect(String what, int expected, int actual) {
    if (expected != actual) {
      throw new IllegalStateException(what + ": " + actual + " instead of " + expected);
    }
  }
}
