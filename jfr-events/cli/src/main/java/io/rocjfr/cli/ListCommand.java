// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code list}: the JVMs that can be recorded. */
@Command(
    name = "list",
    description = {
      "Lists the JVMs of this user. It shows which have loaded HIP or OpenCL, and which have"
          + " the agent."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:always, even if there are no JVMs"},
    footerHeading = "%n--json prints one object:%n",
    footer = {
      "  format, jvms[]: pid, main, gpu (HIP or OpenCL is loaded), agent (the agent is loaded)"
    })
final class ListCommand implements Callable<Integer> {
  private static final List<String> RUNTIMES = List.of("/libamdhip64.so", "/libOpenCL.so");

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    TextOutput out = Outputs.out(spec);
    List<Jvms.Jvm> jvms = Jvms.all();
    if (json) {
      Json.print(
          out,
          generator -> {
            generator.writeStartObject();
            generator.writeNumberField("format", 1);
            generator.writeArrayFieldStart("jvms");
            for (Jvms.Jvm jvm : jvms) {
              generator.writeStartObject();
              generator.writeNumberField("pid", jvm.process().pid());
              generator.writeStringField("main", jvm.main());
              generator.writeBooleanField("gpu", usesGpu(jvm));
              generator.writeBooleanField("agent", jvm.process().hasAgent());
              generator.writeEndObject();
            }
            generator.writeEndArray();
            generator.writeEndObject();
          });
      return ExitCodes.OK;
    }
    if (jvms.isEmpty()) {
      out.println("This user has no other JVMs.");
      return ExitCodes.OK;
    }
    TextTable table = new TextTable("Process", "GPU", "Agent", "Main class or jar");
    for (Jvms.Jvm jvm : jvms) {
      table.add(
          jvm.process().toString(),
          usesGpu(jvm) ? "yes" : "-",
          jvm.process().hasAgent() ? "yes" : "-",
          jvm.main());
    }
    table.lines().forEach(line -> out.println(line.stripTrailing()));
    return ExitCodes.OK;
  }

  private static boolean usesGpu(Jvms.Jvm jvm) {
    return jvm.process().libraries().stream()
        .anyMatch(file -> RUNTIMES.stream().anyMatch(file::contains));
  }
}
