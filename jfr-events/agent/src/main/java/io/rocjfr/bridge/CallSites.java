// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.SourceFileEvent;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;

/**
 * The application's frames that made picked calls, for listeners, and the source files of their
 * classes, which JFR's stacks lack. Written by threads of the application, which wait for nobody;
 * read by the drain thread.
 */
final class CallSites {
  /** Calls that are under way or not drained yet; a newer one takes the place of an older one. */
  private static final int CALLS = 1 << 14;

  private static final int MOST_FILES = 1 << 12;

  /** While no listener wants frames, files are learnt of the first calls and then of some. */
  private static final int FIRST = 256;

  private static final int ONE_OF = 64;

  /** A look takes many times what an event does: where all calls are picked there are few. */
  private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final StackWalker WALKER = StackWalker.getInstance();

  private record Call(long correlationId, StackTraceElement site) {}

  private final ConcurrentHashMap<String, String> files = new ConcurrentHashMap<>();

  /** Null until a listener wants frames. */
  private volatile AtomicReferenceArray<Call> calls;

  private volatile boolean wanted;

  /** Not exact where threads meet, as the next: they only say how often to look. */
  private int picked;

  private long looked;

  private final LongSupplier clock;

  CallSites() {
    this(System::nanoTime);
  }

  /** For tests. */
  CallSites(LongSupplier clock) {
    this.clock = clock;
    looked = clock.getAsLong();
  }

  /** Whether frames are kept for the records of calls. */
  void want(boolean want) {
    if (want && calls == null) {
      calls = new AtomicReferenceArray<>(CALLS);
    }
    if (wanted != want) {
      wanted = want;
    }
  }

  /** The calling thread's call was picked. */
  void add(long correlationId) {
    int n = picked++;
    boolean keep = wanted;
    if (!keep && Integer.compareUnsigned(n, FIRST) >= 0 && (n % ONE_OF != 0 || hasJustLooked())) {
      return;
    }
    StackTraceElement site = innermost();
    if (site == null) {
      return;
    }
    if (site.getFileName() != null
        && !files.containsKey(site.getClassName())
        && files.size() < MOST_FILES) {
      files.put(site.getClassName(), site.getFileName());
    }
    if (keep && correlationId != 0) {
      calls.set(place(correlationId), new Call(correlationId, site));
    }
  }

  /** Whether it is too early for another look; if not, that is taken. */
  boolean hasJustLooked() {
    long now = clock.getAsLong();
    if (now - looked < BETWEEN_NANOS) {
      return true;
    }
    looked = now;
    return false;
  }

  /** The ids of a thread's calls follow each other: they have places of their own. */
  private static int place(long correlationId) {
    return (int) correlationId & (CALLS - 1);
  }

  /** Where the call of a record was made; null if it was not picked, or is forgotten. */
  StackTraceElement of(long correlationId) {
    AtomicReferenceArray<Call> kept = calls;
    Call call = kept == null ? null : kept.get(place(correlationId));
    return call == null || call.correlationId != correlationId ? null : call.site;
  }

  /** At the end of a chunk, which is to be understood without the others. */
  void commitFiles() {
    if (!new SourceFileEvent().isEnabled()) {
      return;
    }
    files.forEach(
        (type, file) -> {
          SourceFileEvent event = new SourceFileEvent();
          event.type = type;
          event.file = file;
          event.commit();
        });
  }

  /** The frame that calls into native code, without those of the way there. */
  private static StackTraceElement innermost() {
    return WALKER.walk(
        frames ->
            frames
                .filter(frame -> !JavaStacks.isOfTheWay(frame.getClassName()))
                .findFirst()
                .map(StackWalker.StackFrame::toStackTraceElement)
                .orElse(null));
  }
}
