// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A running process. Closing it kills it, so that no failed test leaves one behind. */
public final class Program implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final List<String> command;
  private final Process process;
  private final ProgramOutput out;
  private final ProgramOutput err;
  private int seen;

  Program(ProcessBuilder builder) {
    command = List.copyOf(builder.command());
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out = new ProgramOutput("stdout of " + process.pid(), process.getInputStream());
    err = new ProgramOutput("stderr of " + process.pid(), process.getErrorStream());
  }

  /** Runs a command to its end. */
  public static Finished run(List<String> command) {
    return run(new ProcessBuilder(command), PATIENCE);
  }

  static Finished run(ProcessBuilder builder, Duration time) {
    try (Program program = new Program(builder)) {
      return program.finish(time);
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Writes a line to its input. */
  public void send(String line) {
    try {
      OutputStream in = process.getOutputStream();
      in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException e) {
      throw new AssertionError("it takes no input any more: " + line + describe(), e);
    }
  }

  /** The next line of its output that begins so; what lies before is passed over. */
  public String expect(String beginning) {
    return expect(line -> line.startsWith(beginning), "a line that begins with " + beginning);
  }

  String expect(Predicate<String> fits, String what) {
    int[] index = {seen};
    String line =
        out.await(
            seen,
            candidate -> {
              index[0]++;
              return fits.test(candidate);
            },
            PATIENCE);
    if (line == null) {
      throw new AssertionError("it did not print " + what + describe());
    }
    seen = index[0];
    return line;
  }

  /** Waits until its standard error has a line with this text. */
  public String expectError(String text) {
    String line = err.await(0, candidate -> candidate.contains(text), PATIENCE);
    if (line == null) {
      throw new AssertionError("its standard error lacks " + text + describe());
    }
    return line;
  }

  public List<String> errors() {
    return err.lines();
  }

  /** Waits for its end. */
  public Finished finish() {
    return finish(PATIENCE);
  }

  Finished finish(Duration time) {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended already.
    }
    return await(time);
  }

  /** Asks it to end, by SIGTERM. */
  public Finished terminate() {
    process.toHandle().destroy(); // Process.destroy would close its input, too
    return await(PATIENCE);
  }

  /** Ends it by SIGKILL. */
  public Finished kill() {
    process.destroyForcibly();
    return await(PATIENCE);
  }

  private Finished await(Duration time) {
    try {
      if (!process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("it did not end within " + time + describe());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
    out.join();
    err.join();
    return new Finished(command, process.exitValue(), out.lines(), err.lines());
  }

  /** For the message of a failure: what was run, and all that it has said. */
  public String describe() {
    return "\n"
        + new Finished(
            command, process.isAlive() ? -1 : process.exitValue(), out.lines(), err.lines());
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      process.destroyForcibly();
      try {
        process.waitFor(10, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * A process that has ended.
   *
   * @param status its exit code; 128 + n where signal n ended it
   */
  public record Finished(List<String> command, int status, List<String> out, List<String> err) {
    public String outText() {
      return String.join("\n", out);
    }

    public String errText() {
      return String.join("\n", err);
    }

    /** Itself, if its exit code is this one. */
    public Finished expectStatus(int expected) {
      if (status != expected) {
        throw new AssertionError("exit code " + status + ", not " + expected + "\n" + this);
      }
      return this;
    }

    @Override
    public String toString() {
      return String.join(" ", command)
          + "\nexit code: "
          + (status == -1 ? "still running" : status)
          + "\n--- standard output\n"
          + outText()
          + "\n--- standard error\n"
          + errText();
    }
  }
}
