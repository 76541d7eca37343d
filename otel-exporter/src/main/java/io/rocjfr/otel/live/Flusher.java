// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.rocjfr.otel.scope.Unquoted;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Flushes on one thread, however often it is asked: those who ask while it is about it wait for the
 * same next time.
 */
final class Flusher {
  private static final Logger LOG = Logger.getLogger(Flusher.class.getName());

  private final BooleanSupplier flush;

  /** Asked for and not begun; null if none is. */
  private CompletableResultCode next;

  private boolean runs;

  /**
   * @param flush does it, in bounded time; says whether all was done
   */
  Flusher(BooleanSupplier flush) {
    this.flush = flush;
  }

  /** Completed when what has happened until now is done. */
  synchronized CompletableResultCode flush() {
    if (next == null) {
      next = new CompletableResultCode();
    }
    CompletableResultCode result = next;
    if (!runs) {
      Thread thread = new Thread(null, this::run, "rocjfr-otel-flush", 0, false);
      thread.setDaemon(true);
      thread.start();
      runs = true;
    }
    return result;
  }

  /** Null, and the thread is to end, if there is none. */
  private synchronized CompletableResultCode take() {
    CompletableResultCode taken = next;
    next = null;
    runs = taken != null;
    return taken;
  }

  private void run() {
    for (CompletableResultCode asked = take(); asked != null; asked = take()) {
      boolean done = false;
      try {
        done = flush.getAsBoolean();
      } catch (Throwable e) { // then it was not done
        done = false;
      }
      try {
        finish(asked, done);
      } catch (Throwable e) { // of what users have told the result to do
        LOG.log(Level.WARNING, "rocjfr: an action after a flush failed", Unquoted.of(e));
      }
    }
  }

  static void finish(CompletableResultCode result, boolean success) {
    if (success) {
      result.succeed();
    } else {
      result.fail();
    }
  }
}
