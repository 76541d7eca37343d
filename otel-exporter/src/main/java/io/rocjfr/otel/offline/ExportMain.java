// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.TextOutput;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine;

/** {@code java -jar rocjfr-export.jar}: runs {@link SpanExportCommand}. */
public final class ExportMain {
  private ExportMain() {}

  /** Ends the JVM with the command's exit code. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ENGLISH); // the output is English, and so are its numbers
    System.exit(run(args));
  }

  /** Runs the command; what it returns is the exit code. */
  public static int run(String... args) {
    return run(
        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        args);
  }

  /** With its output elsewhere; picocli's help goes there as it is. */
  static int run(PrintWriter help, PrintWriter errors, String... args) {
    Secrets secrets = new Secrets();
    TextOutput out = new TextOutput(help, secrets::hide);
    TextOutput err = new TextOutput(errors, secrets::hide);
    CommandLine command = new CommandLine(new SpanExportCommand(out, err, secrets));
    command.setOut(help);
    command.setErr(errors);
    command.setCaseInsensitiveEnumValuesAllowed(true);
    command.setUsageHelpWidth(100);
    command.setParameterExceptionHandler(
        (misuse, arguments) -> {
          err.println("rocjfr: " + Misuse.message(misuse));
          err.println("Try: rocjfr export --help");
          return ExitCodes.BAD_INPUT;
        });
    command.setExecutionExceptionHandler((failure, failed, parsed) -> report(failure, err));
    try {
      return command.execute(args);
    } catch (Error e) { // which picocli does not handle
      return report(e, err);
    } finally {
      out.flush();
      err.flush();
    }
  }

  private static int report(Throwable failure, TextOutput err) {
    err.println("rocjfr: failed unexpectedly: " + failure);
    if (Boolean.getBoolean("rocjfr.debug")) {
      err.printStackTrace(failure);
    }
    return ExitCodes.BAD_INPUT;
  }
}
