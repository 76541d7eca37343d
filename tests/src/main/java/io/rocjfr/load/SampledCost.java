// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * What it adds to a call that it is a launch site: with the walk of the stack, which is JFR's own
 * and which the event's setting {@code stackTrace} turns off, and without. Beside it, what JFR
 * itself takes for an event with the same fields and as many frames, committed in a bare loop. The
 * call is hipGetDevice, from a loop in C, so that what else it costs is little and the same each
 * time.
 */
final class SampledCost {
  private static final int CALLS = 50_000;
  private static final int[] FRAMES = {10, 30, 60};
  private static final String FUNCTION = "hipGetDevice";
  private static final String SITE = "rocjfr.LaunchSite";
  private static final String REFERENCE = "load.Reference";

  private final long function;
  private final Memory device = new Memory(Long.BYTES);
  private final Step site = this::call;
  private final Step reference = SampledCost::commit;
  private final Map<Integer, Map<Way, Spread>> taken = new TreeMap<>();

  /** Frames of a site, and of the reference, beside those of {@link #descend}. */
  private final int siteFrames;

  private final int referenceFrames;

  private enum Way {
    TRACED,
    NOT_PICKED,
    PICKED,
    NO_STACK,
    REFERENCE
  }

  private interface Step {
    void run(int times);
  }

  /** As {@code rocjfr.LaunchSite} is. */
  @Name(REFERENCE)
  @Enabled(false)
  @StackTrace(true)
  static final class Reference extends Event {
    long correlationId;
    String function;
    double weight;
    String kernel;
  }

  /** Sees to it that what is compared is what it shall be. */
  SampledCost(Gpu gpu) {
    function = Pointer.nativeValue(gpu.runtime.getFunction(FUNCTION));
    siteFrames = framesOf(Way.PICKED, site, SITE) - 1;
    referenceFrames = framesOf(Way.REFERENCE, reference, REFERENCE) - 1;
    for (int frames : FRAMES) {
      Map<Way, Spread> ways = new EnumMap<>(Way.class);
      for (Way way : Way.values()) {
        ways.put(way, new Spread());
      }
      taken.put(frames, ways);
    }
  }

  private int framesOf(Way way, Step step, String type) {
    Map<Integer, Integer> depths = new TreeMap<>();
    for (RecordedEvent event : recorded(way, () -> descend(1, step, CALLS))) {
      if (event.getEventType().getName().equals(type)) {
        depths.merge(event.getStackTrace().getFrames().size(), 1, Integer::sum);
      }
    }
    if (depths.size() != 1) {
      throw new IllegalStateException(type + " has stacks of these depths: " + depths);
    }
    return depths.keySet().iterator().next();
  }

  private static Iterable<RecordedEvent> recorded(Way way, Runnable what) {
    try {
      Path file = Files.createTempFile("sites-cost", ".jfr");
      try (Recording recording = start(way)) {
        what.run();
        recording.stop();
        recording.dump(file);
        return RecordingFile.readAllEvents(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Recording start(Way way) {
    Recording recording = new Recording();
    if (way != Way.REFERENCE) {
      // Nothing takes so long: the drain thread has the records to read, but no events to write.
      recording.enable("rocjfr.HipApi").with("operations", FUNCTION).with("threshold", "1 h");
    }
    switch (way) {
      case TRACED -> recording.disable(SITE);
      case NOT_PICKED, PICKED, NO_STACK ->
          recording
              .enable(SITE)
              .with("operations", FUNCTION)
              .with("rate", way == Way.NOT_PICKED ? "1" : "0")
              .with("stackTrace", way == Way.NO_STACK ? "false" : "true");
      case REFERENCE -> recording.enable(REFERENCE);
    }
    recording.enable("rocjfr.LaunchSiteCounts");
    recording.start();
    return recording;
  }

  private void call(int times) {
    NativeSites.repeat(function, Pointer.nativeValue(device), times);
  }

  private static void commit(int times) {
    for (int i = 0; i < times; i++) {
      Reference event = new Reference();
      event.correlationId = i;
      event.function = FUNCTION;
      event.weight = 1;
      event.commit();
    }
  }

  private static void descend(int depth, Step step, int times) {
    if (depth > 1) {
      descend(depth - 1, step, times);
    } else {
      step.run(times);
    }
  }

  /** Once more, of which the first shall not count. */
  void measure(boolean counts) {
    for (Map.Entry<Integer, Map<Way, Spread>> depth : taken.entrySet()) {
      for (Way way : Way.values()) {
        double nanos = nanos(way, depth.getKey());
        if (counts) {
          depth.getValue().get(way).add(nanos);
        }
      }
    }
  }

  private double nanos(Way way, int frames) {
    boolean isReference = way == Way.REFERENCE;
    Step step = isReference ? reference : site;
    int depth = frames - (isReference ? referenceFrames : siteFrames);
    try (Recording recording = start(way)) {
      descend(depth, step, CALLS); // until the rate is what it will be
      long begin = Spread.nanosNow();
      descend(depth, step, CALLS);
      long end = Spread.nanosNow();
      recording.stop();
      return (end - begin) / (double) CALLS;
    }
  }

  /** Of the calls that were measured all were picked, or next to none. */
  void check() {
    checkPicked(Way.PICKED, CALLS, 2 * CALLS);
    checkPicked(Way.NO_STACK, CALLS, 2 * CALLS);
    checkPicked(Way.NOT_PICKED, 0, CALLS / 2);
  }

  private void checkPicked(Way way, long least, long most) {
    long sites = 0;
    for (RecordedEvent event : recorded(way, () -> descend(1, site, 2 * CALLS))) {
      if (event.getEventType().getName().equals("rocjfr.LaunchSiteCounts")
          && event.getString("event").equals(SITE)) {
        sites += event.getLong("sites");
      }
    }
    if (sites < least || sites > most) {
      throw new IllegalStateException(sites + " of " + 2 * CALLS + " calls were picked: " + way);
    }
  }

  void print(Spread clock) {
    System.out.println();
    System.out.println("A call of " + FUNCTION + " in a loop in C");
    Spread notPicked = new Spread();
    taken.forEach(
        (frames, ways) -> {
          Spread traced = ways.get(Way.TRACED);
          Spread added = ways.get(Way.PICKED).less(traced);
          Spread noStack = ways.get(Way.NO_STACK).less(traced);
          Spread own = ways.get(Way.REFERENCE);
          System.out.println(" with " + frames + " frames on the stack");
          row("traced, no launch sites", traced, clock);
          row("not picked adds", ways.get(Way.NOT_PICKED).less(traced), clock);
          row("picked adds", added, clock);
          row("   JFR's walk of the stack", added.less(noStack), clock);
          row("   the rest (stackTrace=false)", noStack, clock);
          row("an event of JFR's in a bare loop", own, clock);
          row("picked adds beside JFR's own", added.less(own), clock);
          notPicked.add(ways.get(Way.NOT_PICKED).less(traced).median());
        });
    System.out.printf(
        "Not picked, in the median of these: %.1f ns (goal: under 5)%n", notPicked.median());
    taken.forEach(
        (frames, ways) ->
            System.out.printf(
                "Picked, beside JFR's walk of the stack, %d frames: %.0f ns (goal: at most 300)%n",
                frames, ways.get(Way.NO_STACK).less(ways.get(Way.TRACED)).median()));
  }

  private static void row(String text, Spread spread, Spread clock) {
    System.out.printf("   %-36s %s%n", text, spread.inClocks(clock));
  }
}
