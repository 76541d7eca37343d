// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.lang.ref.WeakReference;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long JFR's hooks may delay the end of a chunk. All hooks of one end together may wait for
 * {@link #WORK_NANOS} until work in flight has come, and for {@link #MOST_NANOS} until it is
 * committed. If one has waited in vain, the later ones do not wait again.
 *
 * <p>JFR does not say which hooks belong together: it calls each once, one after the other, on one
 * thread.
 */
final class ChunkEnd {
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

  /** Hooks with more than this between them belong to two ends. */
  private static final long ONE_END_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Of {@link #begin}: a chunk begins, and the end before it was waited for in vain. */
  static final long BEGINS = -1;

  private final LongSupplier nanoClock;
  private final long mostNanos;
  private final long workNanos;

  /** That the hooks run on; its id would be what a program's class says, before Java 19. */
  private WeakReference<Thread> thread = new WeakReference<>(null);

  private final Set<Drain.Hook> hooks = EnumSet.noneOf(Drain.Hook.class);
  private long endedAt;
  private long number;
  private long left;
  private long workLeft;

  ChunkEnd(LongSupplier nanoClock, int patience) {
    this.nanoClock = nanoClock;
    mostNanos = patience * MOST_NANOS;
    workNanos = patience * WORK_NANOS;
  }

  /**
   * A hook begins.
   *
   * @return how many nanoseconds it may wait for the commit, 0 if not at all; or {@link #BEGINS}:
   *     not at all, and nothing can miss an end
   */
  synchronized long begin(Drain.Hook hook) {
    Thread me = Thread.currentThread();
    boolean apart = thread.get() != me || nanoClock.getAsLong() - endedAt > ONE_END_NANOS;
    if (apart || hooks.contains(hook)) {
      boolean begins = !apart && left == 0 && hook == Drain.Hook.STATUS;
      thread = new WeakReference<>(me);
      hooks.clear();
      number++;
      left = begins ? BEGINS : mostNanos;
      workLeft = begins ? 0 : workNanos;
    }
    hooks.add(hook);
    return left;
  }

  /** How many nanoseconds the hook that has begun may wait for work in flight. */
  synchronized long workNanos() {
    return left > 0 ? workLeft : 0;
  }

  /** It has waited so long for work in flight. {@code inVain}: some is still in flight. */
  synchronized void workAwaited(long waitedNanos, boolean inVain) {
    workLeft = inVain ? 0 : Math.max(0, workLeft - waitedNanos);
  }

  /** The same for all hooks of one end, and another one for those of the next. */
  synchronized long number() {
    return number;
  }

  /**
   * The hook ends; it has waited so long for the commit. {@code inVain}: not everything was done.
   */
  synchronized void end(long waitedNanos, boolean inVain) {
    endedAt = nanoClock.getAsLong();
    if (left > 0) {
      left = inVain ? 0 : Math.max(0, left - waitedNanos);
    }
  }
}
