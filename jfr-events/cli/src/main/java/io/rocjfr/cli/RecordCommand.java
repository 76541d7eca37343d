// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.Units;
import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.Terminal;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code record PROCESS}: from nothing to a recording or a page. */
@Command(
    name = "record",
    description = {
      "Records what a running JVM does on the GPU, and shows a summary. It attaches the agent"
          + " if necessary.",
      "",
      "The recording ends after the time of -d, at Ctrl-C, or when the process ends. The file"
          + " is written in each case. If the process is killed, the recording is recovered"
          + " from JFR's repository."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the file is written, also if Ctrl-C or SIGTERM ended a recording without -d",
      "2:the file is not written, or not complete (the message says why), or bad usage",
      "130:the file is written, but Ctrl-C ended the recording before the time of -d; 143:"
          + " SIGTERM ended it"
    })
final class RecordCommand implements Callable<Integer> {
  /** What a process that is ending has without progress to write what it recorded, and to go. */
  private static final int ENDING_SECONDS = 10;

  private static final int LOOK_MILLIS = 20;

  @Option(
      names = {"-d", "--duration"},
      paramLabel = "TIME",
      converter = Duration.Converter.class,
      description = "How long to record: 30s, 500ms, 5m, 1h. Default: until Ctrl-C.")
  private Duration duration;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "gpu.jfr",
      description =
          "The output: FILE.jfr for a recording, FILE.html for a page, FILE.pftrace for"
              + " Perfetto, FILE.db for rocpd, or a folder for Parquet files. Default:"
              + " ${DEFAULT-VALUE}.")
  private Path output;

  @Mixin private RecordingSettings settings;
  @Mixin private GivenAgentOptions agent;

  @Parameters(paramLabel = "PROCESS", description = ProcessId.HELP)
  private String name;

  @Spec private CommandSpec spec;

  private TextOutput err;
  private boolean terminal;

  /** The process has ended, as its JVM's answer says. */
  private boolean over;

  @Override
  public Integer call() throws IOException {
    err = Outputs.err(spec);
    terminal = Terminal.errorIsTerminal();
    String agentOptions = agent.text();
    ProcessId process = ProcessId.ofJvm(name);
    TargetFile target = TargetFile.of(output);
    target.call(Jvms.shortName(Jvms.main(process.words())));
    try (Interrupt interrupt = new Interrupt(err)) {
      ProcessFiles.require(process, target.folder());
      AttachCommand.ensure(process, agentOptions);
      process.notLoaded().forEach(line -> err.println("rocjfr: " + line));
      target.letWrite(process.pid());
      interrupt.says(target::bytes, () -> state(process, target));
      String repository = start(process, target);
      int code = toItsEnd(process, target, repository, interrupt);
      target.recorded();
      int shown = new RecordedSummary(spec).show(target, err);
      if (duration == null) {
        interrupt.isTheEnd(Math.max(code, shown));
      }
      return Math.max(code, shown);
    } finally {
      settings.close();
      target.discard();
    }
  }

  /** What is said where the command cannot go on to its end. */
  private String state(ProcessId process, TargetFile target) {
    String state = target.state();
    return state.isEmpty() ? target + " is not written. " + goesOn(process, target) : state;
  }

  private String goesOn(ProcessId process, TargetFile target) {
    return "The recording goes on in process "
        + process
        + (target.leave() ? ", which writes it to " + target.recording() + " when it ends" : "")
        + ". Write it elsewhere: jcmd "
        + process
        + " JFR.dump name="
        + recording()
        + " filename=FILE";
  }

  /** Nothing goes on in the process that the user is not told of. */
  private int toItsEnd(ProcessId process, TargetFile target, String repository, Interrupt interrupt)
      throws IOException {
    try {
      String ended = await(process, repository, interrupt);
      return write(process, target, repository, ended);
    } catch (IOException | RuntimeException e) {
      if (target.isSettled() || over || process.hasEnded()) { // it says what became of it
        throw e;
      }
      UserError reason =
          e instanceof UserError known
              ? known
              : new UserError(
                  e instanceof IOException failure ? OutputFile.reason(failure) : e.getMessage());
      throw reason.and("Nothing is lost. " + goesOn(process, target));
    }
  }

  /**
   * Ends the recording, of which the dump is kept. Writes nothing: the JVM would write all of it
   * again, to the file of JFR.start. It still does so if it ends meanwhile.
   */
  private void stop(ProcessId process, TargetFile target, Path atItsEnd) {
    String answer;
    try {
      answer =
          JvmCommands.run(process.pid(), "JFR.stop", "name=" + recording(), "filename=/dev/null");
    } catch (UserError e) {
      answer = e.getMessage();
    }
    if (answer.contains("Stopped recording")
        || comesToItsEnd(process, target)
        || answer.contains("Could not find")) { // It has ended there already.
      target.dropOther();
    } else {
      err.printLines(
          "rocjfr: the recording in process "
              + process
              + " may still be running: "
              + answer
              + "\nIf so, the process writes it to "
              + atItsEnd
              + " when it ends. The file that is written now is complete.");
    }
  }

  /** Waits for a process that is ending as long as it writes, but not for one that goes on. */
  private static boolean comesToItsEnd(ProcessId process, TargetFile target) {
    return new Patience(ENDING_SECONDS, target::bytes)
        .await(
            seconds -> {
              long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
              while (!process.hasEnded() && System.nanoTime() < end) {
                Thread.sleep(LOOK_MILLIS);
              }
              return process.hasEnded();
            });
  }

  private String recording() {
    return "rocjfr-" + ProcessHandle.current().pid();
  }

  /** Where the JVM keeps what it records is returned; null if it does not say. */
  private String start(ProcessId process, TargetFile target) {
    List<String> command = new ArrayList<>();
    command.add("JFR.start");
    command.add("name=" + recording());
    settings
        .names(process, target.folder())
        .forEach(one -> command.add("settings=" + JfrText.quoted(one)));
    command.add("dumponexit=true");
    command.add("maxsize=0"); // no limit, or JFR keeps the last 250 MB only
    command.add("filename=" + JfrText.file(process, target.recording()));
    RecordingStart.of(process, command);
    // Before the user is told: who attaches to a JVM that has ended meanwhile waits for it.
    String repository = repository(process);
    err.println(
        "Recording process "
            + process
            + (duration == null
                ? ", until Ctrl-C or its end"
                : " for " + Units.duration(duration.nanos())));
    err.flush();
    return repository;
  }

  /** Null if the JVM does not say, or it is a folder of other file systems. */
  private static String repository(ProcessId process) {
    try {
      String repository =
          JvmAttach.properties(process.toString()).getProperty("jdk.jfr.repository");
      return repository != null && ProcessFiles.areSame(process, Path.of(repository))
          ? repository
          : null;
    } catch (JvmAttachException | InvalidPathException e) {
      return null; // Then there are no live figures.
    }
  }

  /**
   * Waits for the end; how it came is returned: {@code time}, {@code interrupt} or {@code exit}.
   */
  private String await(ProcessId process, String repository, Interrupt interrupt) {
    CompletableFuture<String> end = interrupt.asked().thenApply(nothing -> "interrupt");
    CompletableFuture<String> exit =
        ProcessHandle.of(process.pid())
            .map(handle -> handle.onExit().thenApply(gone -> "exit"))
            .orElseGet(() -> CompletableFuture.completedFuture("exit"));
    CompletableFuture<Object> any = CompletableFuture.anyOf(end, exit);
    long begin = System.nanoTime();
    try (LiveFigures live = terminal ? LiveFigures.of(repository) : null) {
      while (true) {
        long passed = System.nanoTime() - begin;
        long left = duration == null ? Long.MAX_VALUE : duration.nanos() - passed;
        if (left <= 0) {
          return "time";
        }
        try {
          return any.get(Math.min(left, 1_000_000_000L), TimeUnit.NANOSECONDS).toString();
        } catch (TimeoutException e) {
          if (process.hasEnded()) { // onExit waits for its parent, too
            return "exit";
          }
          show(System.nanoTime() - begin, live);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupt";
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      if (terminal) {
        err.replace("");
      }
    }
  }

  private void show(long passed, LiveFigures live) {
    if (terminal) {
      err.replace(
          Units.duration(passed / 1_000_000_000L * 1_000_000_000L)
              + (live == null ? "" : "  " + live.latest()));
    }
  }

  /** Has the recording written; the exit code is returned. */
  private int write(ProcessId process, TargetFile target, String repository, String ended)
      throws IOException {
    boolean alive = !ended.equals("exit");
    if (alive) {
      String answer =
          JvmCommands.run(
              process.pid(),
              target::bytes,
              "JFR.dump",
              "name=" + recording(),
              "filename=" + JfrText.file(process, target.dump()));
      if (target.isDumped() && (JfrText.saysDumped(answer) || isSilent(process, target, answer))) {
        stop(process, target, target.keepDump());
        return ExitCodes.OK;
      }
      alive = process.isJvm() && !JvmCommands.hasEnded(answer);
      if (alive && !target.isWritten()) {
        throw OutputFile.failed(target.path(), target.folder(), answer)
            .and("Nothing is lost. " + goesOn(process, target));
      }
      // It writes the recording when it ends: until it has gone, that may not be whole.
      if (!comesToItsEnd(process, target) && target.isWritten()) {
        // Somebody has stopped it there, or the process takes long to end: it is whole.
        err.println(
            "The recording in process "
                + process
                + " was stopped by someone else, or"
                + " the process is ending.");
        target.dropOther();
        return ExitCodes.OK;
      }
    }
    over = true;
    err.println("Process " + process + " has ended.");
    if (target.isWritten()) {
      target.dropOther();
      return ExitCodes.OK; // It wrote the recording when it ended.
    }
    if (!salvaged(target, repository)) {
      if (!target.isDumped()) {
        throw new UserError(
            "Process "
                + process
                + " ended without writing its recording, and nothing could be"
                + " recovered.");
      }
      target.keepDump();
    }
    target.dropOther();
    err.println("The process ended before it could write its recording. " + Repository.USED);
    return ExitCodes.BAD_INPUT;
  }

  /** Java 17's JFR may have no words where the path has a percent sign; then it goes on. */
  private boolean isSilent(ProcessId process, TargetFile target, String answer) {
    return JvmCommands.hasEnded(answer)
        && target.folder().toString().indexOf('%') >= 0
        && JvmCommands.run(process.pid(), "JFR.check").contains("name=" + recording() + " ");
  }

  private static boolean salvaged(TargetFile target, String repository) {
    try {
      return Repository.salvage(repository, target.recording());
    } catch (IOException e) {
      throw OutputFile.failed(target.path(), target.folder(), e)
          .and(
              "The data that JFR had written is kept: "
                  + repository
                  + ". All commands can read"
                  + " it there.");
    }
  }
}
