// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.TextOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code export}: spans of OpenTelemetry, by rocjfr-export.jar beside this one. */
@Command(
    name = "export",
    description = {
      "Sends the GPU activity of recordings to an OpenTelemetry collector, as spans. It needs"
          + " rocjfr-export.jar. rocjfr export --help shows its options."
    },
    versionProvider = Main.Version.class)
final class ExportCommand implements Callable<Integer> {
  private static final String JAR = "rocjfr-export.jar";

  @Unmatched private List<String> arguments = new ArrayList<>();

  @Spec private CommandSpec spec;

  /** {@link Main} hands over what stands behind the command, before picocli looks at it. */
  @Override
  public Integer call() {
    return run(arguments, Outputs.err(spec));
  }

  static int run(List<String> arguments, TextOutput err) {
    Path own = ThisJar.path();
    Path jar = own == null ? null : own.toAbsolutePath().resolveSibling(JAR);
    if (jar == null || !Files.exists(jar)) {
      throw new UserError(JAR + " is not beside rocjfr.jar. The command export needs it: " + jar);
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(arguments);
    try (Interrupt interrupt = new Interrupt(err)) { // or the exporter would go on alone
      return ChildProcess.run(new ProcessBuilder(command), interrupt);
    }
  }
}
