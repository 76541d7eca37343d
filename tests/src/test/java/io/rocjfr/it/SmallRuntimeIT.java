// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on runtimes that jlink has made. */
class SmallRuntimeIT {
  private static final Jdk JDK = Jdk.JAVA_17;
  private static final String AGENTS = "java.base,java.instrument,jdk.jfr";

  /** Commands, and the modules that they need beside the agent's. */
  private static final Map<String, String> NEEDED =
      new TreeMap<>(
          Map.of(
              "summary FILE", "",
              "flame FILE -o OUT.html", "",
              "flame --collapsed FILE", "",
              "top FILE", "",
              "leaks FILE", "",
              "flame --pprof FILE -o OUT.pb.gz", "java.logging",
              "report FILE", "java.logging,java.management",
              "page FILE -o OUT.html", "java.logging,java.management",
              "convert FILE -o OUT.pftrace", "java.sql",
              "convert FILE -o OUT.db", "java.sql"));

  @TempDir Path folder;

  @Test
  void eachCommandNamesTheModulesThatItLacks() {
    Path file = folder.resolve("gpu.jfr");
    try (LoadApp load = new Jvm(JDK).agent().recordInto(file).startLoad()) {
      load.ask("hip");
      load.ask("run threads=1 ops=100 seed=1");
      load.leave().expectStatus(0);
    }
    Path small = link("");
    NEEDED.forEach(
        (command, modules) -> {
          Program.Finished run = run(small, command, file);
          if (modules.isEmpty()) {
            run.expectStatus(0);
            return;
          }
          assertThat(run.expectStatus(2).errText())
              .as(command)
              .startsWith("rocjfr: " + command.replaceFirst(" (FILE|-o).*", "") + " needs the ")
              .contains(modules.split(","))
              .contains("which the Java runtime in " + small + " lacks");
        });
    // With these they work: no other one is needed.
    Path image = link("java.logging,java.management,java.sql");
    NEEDED.forEach(
        (command, needed) -> {
          if (!needed.isEmpty()) {
            run(image, command, file).expectStatus(0);
          }
        });
    String nobody = "http://127.0.0.1:1";
    List<String> export = List.of("export", "--endpoint", nobody, file.toString());
    assertThat(Jvm.rocjfr(JDK, small, export).expectStatus(2).errText())
        .startsWith("rocjfr: export needs the module java.logging, ");
    assertThat(Jvm.rocjfr(JDK, image, export).errText()).contains("Failed to connect");
  }

  private Path link(String modules) {
    Path image = folder.resolve(modules.isEmpty() ? "small" : modules);
    Program.Finished linked =
        Jvm.tool(
            JDK,
            "jlink",
            "--add-modules",
            AGENTS + (modules.isEmpty() ? "" : "," + modules),
            "--output",
            image.toString());
    assertThat(linked.status()).as(linked.outText() + linked.errText()).isZero();
    return image;
  }

  private Program.Finished run(Path home, String command, Path file) {
    String words =
        command.replace("FILE", file.toString()).replace("OUT", folder.resolve("out").toString());
    return Jvm.rocjfr(JDK, home, List.of(words.split(" ")));
  }
}
