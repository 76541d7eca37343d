// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.flame.FlameGraph;
import io.rocjfr.cli.flame.FlameReader;
import io.rocjfr.cli.flame.Quantity;
import io.rocjfr.cli.flame.Selection;
import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.OwnEvents;
import io.rocjfr.recording.Terminal;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import jdk.jfr.consumer.EventStream;
import picocli.CommandLine.Model.CommandSpec;

/** The table of a process while it runs, from a recording of our own in it. */
final class LiveTop {
  private final TextOutput out;
  private final TextOutput err;
  private final int rows;
  private final int frames;
  private final boolean wide;
  private final Predicate<String> mine;
  private final Quantity quantity;
  private final FlameReader reader;

  /** How long the end waits for what was recorded until then. */
  private static final long LAST_MILLIS = 3_000;

  /** Whether a table is of all since the begin, and not of what came after the table before it. */
  private final boolean sinceBegin;

  /** Whether there was ever anything. */
  private boolean any;

  /** And how often it had when the latest table was made; guarded by this. */
  private int shown;

  /** How often JFR has written out; guarded by this. */
  private int flushes;

  /**
   * Makes it.
   *
   * @param mine which methods are the user's; null: all but those of bindings
   * @param sinceBegin whether a table is of all since the begin, and not of what came after the
   *     table before it
   */
  LiveTop(
      CommandSpec command,
      Quantity quantity,
      int rows,
      int frames,
      boolean wide,
      Predicate<String> mine,
      boolean sinceBegin,
      Selection selection) {
    this.mine = mine;
    this.sinceBegin = sinceBegin;
    out = Outputs.out(command);
    err = Outputs.err(command);
    this.rows = rows;
    this.frames = frames;
    this.wide = wide;
    this.quantity = quantity;
    reader = new FlameReader(Set.of(quantity), selection);
  }

  int show(ProcessId process, Duration duration, Duration interval) throws IOException {
    try (Interrupt interrupt = new Interrupt(err)) {
      AttachCommand.ensure(process, "");
      String recording = "rocjfr-top-" + ProcessHandle.current().pid();
      interrupt.says(
          () -> 0,
          () ->
              "The recording may still be running. To stop it: jcmd "
                  + process
                  + " JFR.stop"
                  + " name="
                  + recording);
      start(process, recording);
      try (EventStream stream = EventStream.openRepository(repository(process))) {
        // In order: a call's stack comes before the work that the call submitted.
        stream.setReuse(true);
        stream.onEvent(
            OwnEvents.only(
                event -> {
                  synchronized (reader) {
                    reader.addSite(event);
                    reader.addWork(event);
                  }
                }));
        stream.onFlush(this::flushed);
        stream.startAsync();
        await(process, interrupt, duration, interval);
      } finally {
        if (!process.hasEnded()) {
          JvmCommands.run(process.pid(), "JFR.stop", "name=" + recording);
        }
      }
    }
    return ExitCodes.OK;
  }

  private static void start(ProcessId process, String recording) throws IOException {
    RecordingSettings settings = new RecordingSettings();
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      List<String> command =
          new ArrayList<>(List.of("JFR.start", "name=" + recording, "maxage=1m"));
      settings
          .names(process, temporary)
          .forEach(one -> command.add("settings=" + JfrText.quoted(one)));
      RecordingStart.of(process, command);
    } finally {
      settings.close();
    }
  }

  private static Path repository(ProcessId process) throws IOException {
    try {
      String repository =
          JvmAttach.properties(process.toString()).getProperty("jdk.jfr.repository");
      if (repository == null) {
        throw new UserError("Process " + process + " does not name the folder of its recording.");
      }
      ProcessFiles.require(process, Path.of(repository));
      return Path.of(repository);
    } catch (JvmAttachException e) {
      throw new UserError("Process " + process + " does not answer: " + e.reason());
    }
  }

  private synchronized void flushed() {
    flushes++;
    notifyAll();
  }

  /** Whether JFR has written out since the table before: else there is nothing to show. */
  private synchronized boolean isNew() {
    boolean some = flushes > shown;
    shown = flushes;
    return some;
  }

  /** The table of what came since the one before; or of all. */
  private List<String> table() {
    synchronized (reader) {
      FlameGraph graph = reader.graph(quantity);
      if (!sinceBegin) {
        reader.forgetWork();
      }
      any |= graph.total() > 0;
      return graph.total() > 0
          ? TopText.of(graph, rows, frames, wide, mine)
          : List.of(graph.quantity().title() + ": nothing" + (any ? "" : " yet"));
    }
  }

  /** JFR writes out each second: the next but one has all that was recorded until now. */
  private synchronized void awaitWhatWasRecorded() {
    int enough = flushes + 2;
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAST_MILLIS);
    try {
      for (long left = LAST_MILLIS; flushes < enough && left > 0; ) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void await(ProcessId process, Interrupt interrupt, Duration duration, Duration interval) {
    CompletableFuture<?> exit =
        ProcessHandle.of(process.pid())
            .<CompletableFuture<?>>map(ProcessHandle::onExit)
            .orElseGet(() -> CompletableFuture.completedFuture(null));
    CompletableFuture<Object> any = CompletableFuture.anyOf(exit, interrupt.asked());
    long begin = System.nanoTime();
    while (true) {
      long left =
          duration == null ? Long.MAX_VALUE : duration.nanos() - (System.nanoTime() - begin);
      boolean last = left <= interval.nanos();
      try {
        any.get(Math.max(0, Math.min(left, interval.nanos())), TimeUnit.NANOSECONDS);
        last = true;
      } catch (TimeoutException e) {
        last |= process.hasEnded(); // onExit waits for its parent, too
        if (last && !process.hasEnded()) {
          awaitWhatWasRecorded();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
      if (last || isNew()) {
        print();
      }
      if (last) {
        if (process.hasEnded()) {
          err.println("Process " + process + " has ended.");
        }
        return;
      }
    }
  }

  private void print() {
    if (Terminal.outputIsTerminal()) {
      out.clear();
    }
    if (!reader.notSeen().isEmpty()) {
      out.println(reader.notSeen());
    }
    table().forEach(out::println);
    if (!Terminal.outputIsTerminal()) {
      out.println();
    }
    out.flush();
  }
}
