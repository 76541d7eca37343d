// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import io.rocjfr.figures.Units;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Says how far the reading of a long recording is: on a terminal in one line that changes,
 * elsewhere, where it was asked for, in a line every few seconds.
 */
public final class Progress {
  /** Smaller files are read before anybody wonders. */
  private static final long LONG_FILE = 16L << 20;

  private static final int EVENTS_PER_LOOK = 1 << 14;
  private static final long REFRESH_NANOS = 200_000_000L;
  private static final long LINE_NANOS = 5_000_000_000L;

  /** Shows nothing. */
  static final Progress NONE =
      new Progress(new TextOutput(new PrintWriter(Writer.nullWriter())), false, false);

  private final TextOutput err;
  private final boolean asked;
  private final boolean terminal;
  private final LongSupplier nanoClock;
  private boolean active;
  private String name;
  private long bytes;
  private List<Chunk> chunks = List.of();
  private int pass = 1;
  private int passes = 1;

  /** Where the furthest chunk begins of which there was an event: events come in no order. */
  private long furthest;

  private long events;
  private long shownAt;

  /**
   * Makes the progress of a command.
   *
   * @param asked whether to show it for every file
   * @param terminal whether the line can be overwritten
   */
  public Progress(TextOutput err, boolean asked, boolean terminal) {
    this(err, asked, terminal, System::nanoTime);
  }

  /** For tests, which hold the clock. */
  Progress(TextOutput err, boolean asked, boolean terminal, LongSupplier nanoClock) {
    this.err = err;
    this.asked = asked;
    this.terminal = terminal;
    this.nanoClock = nanoClock;
  }

  /** Each file is read several times: which time it is from now on, from 1, and of how many. */
  public void pass(int number, int of) {
    pass = number;
    passes = of;
  }

  void begin(Path file, long fileBytes, List<Chunk> fileChunks) {
    active = asked || (terminal && fileBytes >= LONG_FILE);
    name = String.valueOf(file.getFileName());
    bytes = fileBytes;
    chunks = fileChunks;
    events = 0;
    furthest = 0;
    shownAt = nanoClock.getAsLong();
  }

  void event(RecordedEvent event) {
    read(event, Fields::begin);
  }

  /** For tests, too, which have no recorded event. */
  <E> void read(E event, ToLongFunction<E> begin) {
    events++;
    if (active && events % EVENTS_PER_LOOK == 0) {
      long now = nanoClock.getAsLong();
      if (now - shownAt >= (terminal ? REFRESH_NANOS : LINE_NANOS)) {
        shownAt = now;
        String line = percent(begin.applyAsLong(event));
        if (terminal) {
          err.replace(line);
        } else {
          err.println(line);
          err.flush();
        }
      }
    }
  }

  void end() {
    if (active && terminal) {
      err.replace("");
    } else if (active) {
      err.printf("%s: %s read%n", name, Units.count(events, "event", "events"));
    }
    active = false;
  }

  /** The parser does not say where it is: the chunk in which the event falls does. */
  private String percent(long instant) {
    for (Chunk chunk : chunks) {
      if (chunk.beginNanos() <= instant) {
        furthest = Math.max(furthest, chunk.offset());
      }
    }
    long percent = (100 * (pass - 1) + 100 * furthest / bytes) / passes;
    return "reading "
        + name
        + (chunks.size() > 1 || passes > 1 ? " " + percent + " %" : "")
        + ", "
        + Units.count(events, "event", "events");
  }
}
