// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes what a shell wants to know of the commands: the man page, and completion. */
final class ManPage {
  private final CommandSpec spec;
  private final StringBuilder page = new StringBuilder();

  private ManPage(CommandSpec spec) {
    this.spec = spec;
  }

  /** The build runs this: into {@code FOLDER/man/man1} and {@code FOLDER/completion}. */
  public static void main(String[] folders) throws IOException {
    Path folder = Path.of(folders[0]);
    CommandLine commands = Main.commandLine();
    Path man = Files.createDirectories(folder.resolve("man/man1")).resolve("rocjfr.1");
    Files.writeString(man, of(commands));
    Path completion = Files.createDirectories(folder.resolve("completion")).resolve("rocjfr");
    Files.writeString(completion, AutoComplete.bash("rocjfr", commands));
    new PrintWriter(System.out, true, StandardCharsets.UTF_8).println(man + ", " + completion);
  }

  /** The page of all commands, in the macros of man. */
  static String of(CommandLine commands) {
    ManPage man = new ManPage(commands.getCommandSpec());
    man.write(commands);
    return man.page.toString();
  }

  private void write(CommandLine commands) {
    line(".TH ROCJFR 1 \"\" rocjfr \"User Commands\"");
    line(".SH NAME");
    text("rocjfr - what a JVM does on an AMD GPU, in JDK Flight Recorder");
    line(".SH SYNOPSIS");
    line(".B rocjfr");
    text("COMMAND [OPTION...] [ARGUMENT...]");
    line(".SH DESCRIPTION");
    description(spec);
    line(".SH COMMANDS");
    for (Map.Entry<String, CommandLine> command : commands.getSubcommands().entrySet()) {
      if (!command.getKey().equals("help")) {
        command(command.getValue());
      }
    }
    line(".SH EXIT STATUS");
    exitCodes(spec);
    line(".SH ENVIRONMENT");
    item(
        "JAVA_HOME",
        "The JDK, 17 or later, that runs rocjfr. ROCJFR_JAVA names a java command" + " instead.");
    item("ROCJFR_JAVA_OPTS", "Options for that Java, such as -Xmx8g for large recordings.");
    line(".SH EXAMPLES");
    for (String example : spec.usageMessage().footer()) {
      line(".br");
      text(example.strip());
    }
  }

  private void command(CommandLine command) {
    CommandSpec of = command.getCommandSpec();
    line(".SS rocjfr " + escape(of.name()));
    text(command.getHelp().synopsis(0).replaceAll("\\s+", " ").strip());
    line(".PP");
    description(of);
    for (OptionSpec option : of.options()) {
      if (!option.usageHelp() && !option.versionHelp()) {
        String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        item(String.join(", ", option.names()) + label, description(option));
      }
    }
    for (PositionalParamSpec parameter : of.positionalParameters()) {
      item(parameter.paramLabel(), description(parameter));
    }
    if (!of.usageMessage().exitCodeList().isEmpty()) {
      line(".PP");
      text("Exit status:");
      exitCodes(of);
    }
  }

  private void description(CommandSpec of) {
    for (String paragraph : of.usageMessage().description()) {
      if (paragraph.isEmpty()) {
        line(".PP");
      } else {
        text(paragraph);
      }
    }
  }

  private void exitCodes(CommandSpec of) {
    of.usageMessage().exitCodeList().forEach(this::item);
  }

  /** With its default value in place. */
  private static String description(ArgSpec argument) {
    String completion =
        argument.completionCandidates() == null
            ? ""
            : String.join(", ", argument.completionCandidates());
    return String.join(" ", argument.description())
        .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValue()))
        .replace("${COMPLETION-CANDIDATES}", completion);
  }

  private void item(String name, String text) {
    line(".TP");
    line(".B " + escape(name));
    text(text);
  }

  private void text(String text) {
    String plain = Ansi.OFF.string(text);
    // A line that begins with a dot or a quote would be a request.
    line((plain.startsWith(".") || plain.startsWith("'") ? "\\&" : "") + escape(plain));
  }

  private static String escape(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }

  private void line(String line) {
    page.append(line).append('\n');
  }
}
