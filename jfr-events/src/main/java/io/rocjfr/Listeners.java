// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** The listeners of this copy of the API: known to the agent, or waiting for one. */
final class Listeners {
  private static final List<Entry> WAITING = new ArrayList<>();

  private Listeners() {}

  static ActivityListener.Registration add(ActivityListener listener, int kinds) {
    Entry entry = new Entry(listener, kinds);
    synchronized (WAITING) {
      if (Link.addListener == null) {
        WAITING.add(entry);
        return entry;
      }
    }
    entry.register(Link.addListener);
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
      entry.register(Link.addListener);
    }
  }

  private static final class Entry implements ActivityListener.Registration, Consumer<Object[]> {
    private final ActivityListener listener;
    private final int kinds;
    private Runnable remove;
    private boolean closed;

    Entry(ActivityListener listener, int kinds) {
      this.listener = listener;
      this.kinds = kinds;
    }

    synchronized void register(BiFunction<Consumer<Object[]>, Integer, Runnable> agent) {
      if (!closed) {
        remove = agent.apply(this, kinds);
      }
    }

    /** Takes {words, texts, {count}}. */
    @Override
    public void accept(Object[] batch) {
      int count = ((int[]) batch[2])[0];
      listener.onActivities(new ActivityBatch((long[]) batch[0], (Object[]) batch[1], count));
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
