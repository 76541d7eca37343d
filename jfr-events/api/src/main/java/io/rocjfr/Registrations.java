// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What programs register through this copy of the API: known to the agent, or waiting for one.
 *
 * @param <A> the agent's function that registers
 */
final class Registrations<A> {
  private final List<Entry> waiting = new ArrayList<>();

  /**
   * What the agent knows, which may hold it weakly: so it lives as long as this copy of the API.
   */
  private final Set<Entry> registered = ConcurrentHashMap.newKeySet();

  private final Supplier<A> agent;

  /**
   * @param agent gives null while there is no agent, or if it is an older one without the function
   */
  Registrations(Supplier<A> agent) {
    this.agent = agent;
  }

  /** Has {@code register}, which returns what undoes it, called now or when the agent is there. */
  ActivityListener.Registration add(Function<A, Runnable> register) {
    Entry entry = new Entry(register);
    synchronized (waiting) {
      if (agent.get() == null) {
        waiting.add(entry);
        return entry;
      }
    }
    entry.register();
    return entry;
  }

  /** The agent is there. */
  void connected() {
    List<Entry> entries;
    synchronized (waiting) {
      entries = new ArrayList<>(waiting);
      waiting.clear();
    }
    entries.forEach(Entry::register);
  }

  private final class Entry implements ActivityListener.Registration {
    private final Function<A, Runnable> register;
    private Runnable remove;
    private boolean closed;

    /** Null where the agent does not tell. */
    private volatile LongSupplier dropped;

    Entry(Function<A, Runnable> register) {
      this.register = register;
    }

    synchronized void register() {
      A function = agent.get();
      if (!closed && function != null) {
        remove = register.apply(function);
        registered.add(this);
        dropped = remove instanceof LongSupplier counts ? counts : null;
      }
    }

    @Override
    public long dropped() {
      LongSupplier counts = dropped;
      return counts == null ? 0 : counts.getAsLong();
    }

    @Override
    public void close() {
      Runnable run;
      synchronized (this) {
        closed = true;
        run = remove;
        remove = null;
      }
      registered.remove(this);
      synchronized (waiting) {
        waiting.remove(this);
      }
      if (run != null) {
        run.run();
      }
    }
  }
}
