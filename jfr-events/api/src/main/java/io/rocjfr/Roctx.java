// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * Names what the program does, as AMD's roctx does: marks and ranges appear as {@code
 * rocjfr.RoctxMark} and {@code rocjfr.RoctxRange} events, with those of native code in the same
 * process.
 *
 * <p>Pushed ranges nest per thread. Another thread may stop a started range. Messages are cut after
 * 960 bytes of UTF-8, and null counts as empty. No call throws. Each enters native code (about 0.2
 * microseconds), even if nothing is recorded.
 */
public final class Roctx {
  private static final Range NOTHING = () -> {};
  private static final Range POP = Roctx::pop;

  private Roctx() {}

  /** Ends what {@link #range} began. */
  @FunctionalInterface
  public interface Range extends AutoCloseable {

    /** Ends the range. Call it once, on the thread that opened the range. */
    @Override
    void close();
  }

  /** Names this point in time. */
  public static void mark(String message) {
    Consumer<String> mark = Link.roctxMark;
    if (mark != null) {
      mark.accept(text(message));
    }
  }

  /**
   * Opens a range inside the calling thread's innermost one. Does nothing on a virtual thread of a
   * JVM that does not tell where it runs (other than HotSpot); use {@link #range} or {@link #start}
   * there.
   *
   * @return how many ranges of the thread are around the new one; -1 without the agent and on such
   *     threads
   */
  public static int push(String message) {
    ToIntFunction<String> push = Link.roctxPush;
    return push == null || CallingThread.currentIsUnknown() ? -1 : push.applyAsInt(text(message));
  }

  /**
   * Ends the calling thread's innermost pushed range, which records it.
   *
   * @return how many are still open; -1 if none was, without the agent, and on virtual threads on
   *     which {@link #push} does nothing
   */
  public static int pop() {
    IntSupplier pop = Link.roctxPop;
    return pop == null || CallingThread.currentIsUnknown() ? -1 : pop.getAsInt();
  }

  /**
   * Opens a range until the returned object is closed: a pushed one, or a started one where {@link
   * #push} would do nothing.
   *
   * @return never null; for try-with-resources on the calling thread
   */
  public static Range range(String message) {
    if (Link.roctxPush == null) {
      return NOTHING;
    }
    if (CallingThread.currentIsUnknown()) {
      long id = start(message);
      return () -> stop(id);
    }
    push(message);
    return POP;
  }

  /**
   * Opens a range that any thread may stop.
   *
   * @return its id, from 1; 0 without the agent
   */
  public static long start(String message) {
    ToLongFunction<String> start = Link.roctxStart;
    return start == null ? 0 : start.applyAsLong(text(message));
  }

  /** Ends a started range, which records it; nothing happens for an id that is not open. */
  public static void stop(long id) {
    LongConsumer stop = Link.roctxStop;
    if (stop != null && id != 0) {
      stop.accept(id);
    }
  }

  private static String text(String message) {
    return message == null ? "" : message;
  }
}
