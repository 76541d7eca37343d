// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import java.util.ArrayList;
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

  /** Commands that read recordings. */
  private static final List<String> READERS =
      List.of(
          "summary FILE",
          "flame FILE -o OUT.html",
          "top FILE",
          "leaks FILE",
          "report FILE",
          "page FILE -o OUT.html",
          "convert FILE -o OUT.pftrace",
          "export FILE",
          "record 1",
          "selftest",
          "run -- PROGRAM");

  /** Outputs of run and record, and the modules that they need. */
  private static final Map<String, String> OUTPUTS =
      Map.of(
          "OUT.html", "java.logging, java.management",
          "OUT.pftrace", "java.sql",
          "OUT.db", "java.sql",
          "OUT", "java.sql");

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

  @Test
  void withoutFlightRecorderNothingIsRead() {
    Path image = image("java.base");
    for (String command : READERS) {
      assertThat(run(image, command, folder.resolve("gpu.jfr")).expectStatus(2).errText())
          .as(command)
          .startsWith("rocjfr: " + command.replaceFirst(" .*", "") + " needs the module")
          .contains("jdk.jfr, which the Java runtime in " + image + " lacks");
    }
  }

  /** Before the program runs: what it does may not be done twice. */
  @Test
  void theFormOfARecordingIsCheckedBeforeItBegins() {
    Path image = link("jdk.attach");
    OUTPUTS.forEach(
        (output, modules) -> {
          String wanted = output.replace("OUT", folder.resolve("out").toString());
          String lacks =
              "rocjfr: %s needs the module%s %s, which the Java runtime in %s lacks"
                  .formatted(wanted, modules.contains(",") ? "s" : "", modules, image);
          Program.Finished run = run(image, "run -o " + output + " -- PROGRAM", folder);
          assertThat(run.expectStatus(2).errText()).startsWith(lacks);
          assertThat(run.out()).isEmpty();
          String own = Long.toString(ProcessHandle.current().pid());
          assertThat(run(image, "record -o " + output + " " + own, folder).errText())
              .startsWith(lacks);
        });
    assertThat(run(link("jdk.jdwp.agent"), "selftest", folder).expectStatus(2).errText())
        .startsWith("rocjfr: selftest needs the modules java.logging, jdk.attach, which");
  }

  private Path link(String modules) {
    return image(AGENTS + (modules.isEmpty() ? "" : "," + modules));
  }

  private Path image(String modules) {
    Path image = folder.resolve(modules);
    Jvm.tool(JDK, "jlink", "--add-modules", modules, "--output", image.toString()).expectStatus(0);
    return image;
  }

  private Program.Finished run(Path home, String command, Path file) {
    List<String> words = new ArrayList<>();
    for (String word : command.split(" ", -1)) {
      if (word.equals("PROGRAM")) {
        words.addAll(new Jvm(JDK).words("io.rocjfr.demo.MatrixTranspose"));
      } else {
        words.add(
            word.replace("FILE", file.toString()).replace("OUT", folder.resolve("out").toString()));
      }
    }
    return Jvm.rocjfr(JDK, home, words);
  }
}
