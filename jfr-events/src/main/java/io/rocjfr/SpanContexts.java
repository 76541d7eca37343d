// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** The span context sources of this copy of the API: known to the agent, or waiting for one. */
final class SpanContexts {
  private static final List<Entry> WAITING = new ArrayList<>();

  private SpanContexts() {}

  static ActivityListener.Registration add(SpanContextSource source) {
    Entry entry = new Entry(source);
    synchronized (WAITING) {
      if (Link.addSpanContexts == null) {
        WAITING.add(entry);
        return entry;
      }
    }
    entry.register(Link.addSpanContexts);
    return entry;
  }

  /** The agent is there. */
  static void connected() {
    List<Entry> entries;
    synchronized (WAITING) {
      entries = new ArrayList<>(WAITING);
      WAITING.clear();
    }
    for (Entry entry : entries) {
      entry.register(Link.addSpanContexts);
    }
  }

  /** Only JDK types cross to the agent: {id, thread} become {id, thread, high, low, flags}. */
  private static final class Entry implements ActivityListener.Registration, Predicate<long[]> {
    private final SpanContextSource source;
    private Runnable remove;
    private boolean closed;

    Entry(SpanContextSource source) {
      this.source = source;
    }

    synchronized void register(Function<Predicate<long[]>, Runnable> agent) {
      if (!closed && agent != null) {
        remove = agent.apply(this);
      }
    }

    @Override
    public boolean test(long[] words) {
      SpanContextSource.Context context = source.find(words[0], words[1]);
      if (context == null) {
        return false;
      }
      words[2] = context.traceIdHigh();
      words[3] = context.traceIdLow();
      words[4] = context.traceFlags();
      return true;
    }

    @Override
    public void close() {
      Runnable run;
      synchronized (this) {
        closed = true;
        run = remove;
        remove = null;
      }
      synchronized (WAITING) {
        WAITING.remove(this);
      }
      if (run != null) {
        run.run();
      }
    }
  }
}
