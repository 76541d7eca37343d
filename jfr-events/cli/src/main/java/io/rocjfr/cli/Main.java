// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rocjfr.figures.TemporaryFileException;
import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.Terminal;
import io.rocjfr.recording.TextOutput;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of rocjfr.jar. */
@Command(
    name = "rocjfr",
    description = "Shows what a JVM does on an AMD GPU, in JDK Flight Recorder.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      RecordCommand.class,
      RunCommand.class,
      ListCommand.class,
      PageCommand.class,
      SummaryCommand.class,
      FlameCommand.class,
      TopCommand.class,
      ConvertCommand.class,
      ReportCommand.class,
      LeaksCommand.class,
      ExportCommand.class,
      AttachCommand.class,
      CheckCommand.class,
      SelftestCommand.class,
      CommandLine.HelpCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well",
      "1:a check failed (check; selftest; report --fail-on; summary --fail-on-loss)",
      "2:the input or the command line is not usable"
    },
    footerHeading = "%nTo record a Java program on the GPU:%n",
    footer = {
      "  rocjfr list                            lists the JVMs",
      "  rocjfr record -d 30s -o gpu.html PID   records a running JVM and makes a page",
      "  rocjfr run -o gpu.jfr -- java ...      starts a JVM and records it",
      "  rocjfr summary gpu.jfr                 shows what it did",
      "  rocjfr report gpu.jfr                  shows what to improve",
      "  rocjfr leaks gpu.jfr                   shows the stacks that hold GPU memory",
      "  rocjfr page gpu.jfr -o gpu.html        makes a page with a timeline",
      "  rocjfr flame gpu.jfr -o flame.html     shows the Java code that uses the GPU's time",
      "Or start it with java -javaagent:rocjfr.jar, and record with jcmd PID JFR.start."
    })
public final class Main implements Runnable {
  /** The launcher's, which is how the command is documented. */
  private static final String OWN_NAME = "rocjfr";

  private static final String COMMANDS =
      "record, run, list, page, summary, flame, top, convert, report, leaks, export, attach,"
          + " check or selftest";

  @Spec private CommandSpec spec;

  private Main() {}

  /** Runs the command that {@code args} name; what it returns is the exit code. */
  public static int run(String[] args) {
    Locale.setDefault(Locale.ENGLISH); // the output is English, and so are its numbers
    StandardOutput standard = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    PrintWriter err = new PrintWriter(System.err, true, UTF_8);
    try {
      int status = run(args, new PrintWriter(standard, true, UTF_8), err, ansi());
      if (standard.problem() == null) {
        return status;
      }
      new TextOutput(err)
          .println("rocjfr: standard output cannot be written: " + standard.problem());
      return ExitCodes.BAD_INPUT;
    } finally {
      Interrupt.commandEnded();
    }
  }

  /** Colours where standard output is a terminal and the environment has nothing against it. */
  private static Help.Ansi ansi() {
    return Terminal.outputIsTerminal() && Help.Ansi.AUTO.enabled() ? Help.Ansi.ON : Help.Ansi.OFF;
  }

  /** Runs the command that {@code args} name, with its output elsewhere. */
  static int run(String[] args, PrintWriter out, PrintWriter err, Help.Ansi ansi) {
    if (args.length > 0 && args[0].equals("export")) {
      return export(args, new TextOutput(err));
    }
    CommandLine command = commandLine();
    command.setOut(out);
    command.setErr(err);
    command.setColorScheme(Help.defaultColorScheme(ansi));
    command.setExecutionExceptionHandler(failures());
    command.setParameterExceptionHandler(Main::misuse);
    command.setExecutionStrategy(Main::runWhatCanBeRun);
    try {
      return command.execute(args);
    } catch (LinkageError | OutOfMemoryError | StackOverflowError e) {
      report(command, e);
      return ExitCodes.BAD_INPUT;
    } finally {
      out.flush();
      err.flush();
    }
  }

  /** All commands, as the help and completion show them. */
  static CommandLine commandLine() {
    CommandLine command = new CommandLine(new Main());
    command.setCaseInsensitiveEnumValuesAllowed(true);
    command.setUsageHelpWidth(100);
    command.setUsageHelpLongOptionsMaxWidth(28);
    // What follows the program is the program's.
    command.getSubcommands().get("run").setStopAtPositional(true);
    return command;
  }

  /** This Java has all that the command needs, and no file would count twice. */
  private static int runWhatCanBeRun(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    try {
      NeededModules.require(last.commandSpec().name());
    } catch (UserError e) {
      report(last.commandSpec().commandLine(), e);
      return ExitCodes.BAD_INPUT;
    }
    Set<Path> files = new HashSet<>();
    for (var positional : last.matchedPositionals()) {
      if (positional.getValue() instanceof Collection<?> values) {
        for (Object value : values) {
          if (value instanceof Path file && !files.add(real(file))) {
            throw new ParameterException(
                last.commandSpec().commandLine(), file + " is given twice. Give it once");
          }
        }
      }
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) { // the command says what is wrong with it
      return file;
    }
  }

  /** Its options are those of another jar: picocli has no business with them. */
  private static int export(String[] args, TextOutput err) {
    try {
      NeededModules.require("export");
      return ExportCommand.run(List.of(args).subList(1, args.length), err);
    } catch (UserError e) {
      print(e, err);
      return ExitCodes.BAD_INPUT;
    } finally {
      err.flush();
    }
  }

  /** Runs the command line by itself, without the launcher of rocjfr.jar. */
  public static void main(String[] args) {
    System.exit(run(args));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command? " + COMMANDS);
  }

  private static String message(ParameterException misuse) {
    if (misuse instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()
        && misuse.getCommandLine().getParent() == null) {
      return "Unknown command " + unmatched.getUnmatched().get(0) + ". Which one? " + COMMANDS;
    }
    return misuse.getMessage();
  }

  /** One line that says what is wrong, and one that says where more is to be read. */
  private static int misuse(ParameterException misuse, String[] args) {
    CommandLine command = misuse.getCommandLine();
    TextOutput err = Outputs.err(command.getCommandSpec());
    err.println("rocjfr: " + message(misuse));
    StringWriter suggestions = new StringWriter();
    if (UnmatchedArgumentException.printSuggestions(misuse, new PrintWriter(suggestions, true))) {
      err.printLines(suggestions.toString());
    } else {
      err.println("Try: " + OWN_NAME + " " + path(command) + "--help");
    }
    return ExitCodes.BAD_INPUT;
  }

  private static String path(CommandLine command) {
    return command.getParent() == null
        ? ""
        : path(command.getParent()) + command.getCommandName() + " ";
  }

  private static IExecutionExceptionHandler failures() {
    return (failure, command, parsed) -> {
      report(command, failure);
      return ExitCodes.BAD_INPUT;
    };
  }

  /** The user gets one message, never a stack trace; -Drocjfr.debug=true shows the latter, too. */
  private static void report(CommandLine command, Throwable failure) {
    TextOutput err = Outputs.err(command.getCommandSpec());
    if (failure instanceof UserError known) {
      print(known, err);
    } else if (failure instanceof TemporaryFileException) {
      err.println("rocjfr: " + failure.getMessage());
    } else if (NeededModules.lackingClass(failure) != null) {
      err.println(
          "rocjfr: the Java runtime in "
              + System.getProperty("java.home")
              + " lacks "
              + NeededModules.lackingClass(failure)
              + ". Run rocjfr with a complete"
              + " JDK: set JAVA_HOME.");
    } else {
      err.println("rocjfr: failed unexpectedly: " + failure);
      err.println(
          "This is a bug in rocjfr. Please report it, with the output of java"
              + " -Drocjfr.debug=true -jar rocjfr.jar ...");
    }
    if (Boolean.getBoolean("rocjfr.debug")) {
      err.printStackTrace(failure);
    }
  }

  private static void print(UserError error, TextOutput err) {
    err.println("rocjfr: " + error.lines().get(0));
    error.lines().stream().skip(1).forEach(err::println);
  }

  /** Prints the version of rocjfr and of the Java that runs it. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"rocjfr " + ThisJar.version() + ", Java " + Runtime.version()};
    }
  }
}
