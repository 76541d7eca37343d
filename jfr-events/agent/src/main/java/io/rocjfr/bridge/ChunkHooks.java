// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * What JFR's hooks do at the end (and begin) of a chunk. They run on the thread that stops a
 * recording, under JFR's recorder lock. They wait for a limited time until the drain thread has
 * committed all earlier records.
 */
final class ChunkHooks {
  private final DrainThread drain;
  private final InFlightWait inFlight;
  private final LongConsumer tooLate;
  private final ChunkEnd end;

  /** Whether the last end was not committed in time, and no chunk has begun since. */
  private volatile boolean lateEnd;

  /**
   * @param tooLate is told how many records missed the end of their chunk
   * @param patience see {@link Drain#Drain(Tracer, int)}
   */
  ChunkHooks(DrainThread drain, InFlightWait inFlight, LongConsumer tooLate, int patience) {
    this.drain = drain;
    this.inFlight = inFlight;
    this.tooLate = tooLate;
    end = new ChunkEnd(new NanoClock(), patience);
  }

  /** Of the status, at the begin and the end of a chunk. */
  void status(Drain.Hook hook) {
    if (ChunkBoundary.ofThisHook() == ChunkBoundary.END) {
      end(hook);
    } else {
      await(hook, tooLate -> drain.askPending(drain::reportStatus, tooLate));
    }
  }

  /** At the end of a chunk, or at the times that a user has set. */
  void end(Drain.Hook hook) {
    boolean ends = ChunkBoundary.ofThisHook() == ChunkBoundary.END;
    await(hook, tooLate -> drain.askPending(report(ends), tooLate));
  }

  /** To be asked for in the hook, after it has begun. */
  private Consumer<Look> report(boolean ends) {
    long number = end.number();
    return ends ? look -> drain.endChunk(look, number) : look -> drain.reportLosses();
  }

  /** Of span contexts: at the begin and the end of a chunk. Nobody has to wait for a begin. */
  void contexts(Drain.Hook hook) {
    ChunkBoundary boundary = ChunkBoundary.ofThisHook();
    boolean late = lateEnd;
    if (boundary == ChunkBoundary.BEGIN) {
      lateEnd = false;
      if (drain.hasJfr() && !drain.isCurrent()) {
        drain.ask(() -> drain.contexts(boundary, late), null);
      }
      return;
    }
    lateEnd =
        !await(
            hook,
            tooLate -> {
              Consumer<Look> report = report(boundary == ChunkBoundary.END);
              return drain.askPending(
                  report.andThen(look -> drain.contexts(boundary, late)), tooLate);
            });
  }

  /** Of memory: at the end of a chunk. */
  void live(Drain.Hook hook) {
    await(hook, tooLate -> drain.ask(drain::reportLive, tooLate));
  }

  /** Of source files: at the end of a chunk. */
  void files(Drain.Hook hook) {
    await(hook, tooLate -> drain.ask(drain::reportFiles, tooLate));
  }

  /** Of memory, every second: nobody has to wait for that. */
  void memory() {
    if (drain.hasJfr() && !drain.isCurrent()) {
      drain.ask(drain::reportMemory, late -> {});
    }
  }

  /** Returns whether what was asked has been done. */
  private boolean await(Drain.Hook hook, Function<LongConsumer, DrainTasks.Task> ask) {
    if (!drain.hasJfr() || drain.isCurrent()) {
      return true;
    }
    long most = end.begin(hook);
    if (drain.control().told() != 0) {
      awaitWork();
    }
    long begin = System.nanoTime();
    boolean done = ask.apply(most == ChunkEnd.BEGINS ? null : tooLate).await(begin + most);
    if (!done && most > 0) {
      Log.warn(
          "events were not committed within "
              + TimeUnit.NANOSECONDS.toMillis(most)
              + " ms at"
              + " the end of a chunk. They come later and are counted under hookTimeout");
    }
    end.end(System.nanoTime() - begin, !done);
    return done;
  }

  private void awaitWork() {
    long most = end.workNanos();
    if (most > 0) {
      long begin = System.nanoTime();
      boolean came = inFlight.await(drain::signal, most);
      end.workAwaited(System.nanoTime() - begin, !came);
    }
  }
}
