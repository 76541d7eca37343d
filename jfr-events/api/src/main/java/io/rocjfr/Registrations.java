// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.lang.ref.WeakReference;
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
  /** In the order in which they came; what is gone with its application stays away. */
  private final List<WeakReference<Entry>> waiting = new ArrayList<>();

  /**
   * The registered objects. The class of each object keeps it. The agent may hold them weakly, and
   * this copy of the API may outlive the application, so neither keeps the application's loader.
   */
  private final ClassValue<Set<Entry>> kept =
      new ClassValue<>() {
        @Override
        protected Set<Entry> computeValue(Class<?> type) {
          return ConcurrentHashMap.newKeySet();
        }
      };

  private final Supplier<A> agent;

  /**
   * @param agent gives null while there is no agent, or if it is an older one without the function
   */
  Registrations(Supplier<A> agent) {
    this.agent = agent;
  }

  /**
   * Has {@code register} called now, or when the agent is there.
   *
   * @param owner what the program registers: it is registered as long as this one's class lives
   * @param register returns what undoes it
   */
  ActivityListener.Registration add(Object owner, Function<A, Runnable> register) {
    Set<Entry> keeper = kept.get(owner.getClass());
    Entry entry = new Entry(register, keeper);
    keeper.add(entry);
    synchronized (waiting) {
      if (agent.get() == null) {
        waiting.removeIf(gone -> gone.get() == null);
        waiting.add(new WeakReference<>(entry));
        return entry;
      }
    }
    boolean registered = false;
    try {
      entry.register();
      registered = true;
    } finally {
      if (!registered) {
        keeper.remove(entry);
      }
    }
    return entry;
  }

  /** The agent is there. One that cannot be registered does not keep the others from it. */
  void connected() {
    List<WeakReference<Entry>> entries;
    synchronized (waiting) {
      entries = new ArrayList<>(waiting);
      waiting.clear();
    }
    Throwable failed = null;
    for (WeakReference<Entry> reference : entries) {
      Entry entry = reference.get();
      try {
        if (entry != null) {
          entry.register();
        }
      } catch (Throwable e) { // as that no thread can be made
        failed = e;
      }
    }
    if (failed != null) {
      Registrations.<RuntimeException>rethrow(failed);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // unchecked is what it was
  private static <T extends Throwable> void rethrow(Throwable failure) throws T {
    throw (T) failure;
  }

  private final class Entry implements ActivityListener.Registration {
    private final Function<A, Runnable> register;
    private final Set<Entry> keeper;
    private Runnable remove;
    private boolean closed;

    /** Null where the agent does not tell. */
    private volatile LongSupplier dropped;

    Entry(Function<A, Runnable> register, Set<Entry> keeper) {
      this.register = register;
      this.keeper = keeper;
    }

    synchronized void register() {
      A function = agent.get();
      if (!closed && function != null) {
        remove = register.apply(function);
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
      keeper.remove(this);
      if (run != null) {
        run.run();
        return;
      }
      synchronized (waiting) {
        waiting.removeIf(other -> other.get() == this);
      }
    }
  }
}
