// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;

/** Applications that are modules, with the API as one, or in an image of their own. */
class ModulesIT {
  private static final String MARK = "rocjfr-test";

  /** Says whether the agent runs once it is told to, and marks. */
  private static final String WITH_API =
      """
      package app;
      public final class Main {
        public static void main(String[] arguments) throws Exception {
          System.out.println("ready");
          System.in.read();
          System.out.println(io.rocjfr.Rocjfr.class.getModule());
          System.out.println("active " + io.rocjfr.Rocjfr.isActive());
          for (int i = 0; i < 3; i++) {
            io.rocjfr.Roctx.mark("rocjfr-test");
          }
        }
      }
      """;

  private static final String WITHOUT_API =
      """
      package app;
      public final class Main {
        public static void main(String[] arguments) throws Exception {
          System.out.println("ready");
          System.in.read();
          System.out.println("active true");
        }
      }
      """;

  @TempDir Path folder;

  @OnEachJdk(always = true)
  void theApiIsAModuleOfTheApplication(Jdk jdk) throws IOException {
    Path app = compile(WITH_API, "requires io.rocjfr.api;");
    Path file = folder.resolve("start.jfr");
    Program program =
        new Jvm(jdk).agent().withoutGpu().recordInto(file).startModule(path(app), "app/app.Main");
    assertThat(goOn(program)).contains("module io.rocjfr.api", "active true");
    assertMarks(file);
  }

  @OnEachJdk(always = true)
  void itIsRecordedLate(Jdk jdk) throws IOException {
    Path app = compile(WITH_API, "requires io.rocjfr.api;");
    recordLate(jdk, app);
    assertMarks(folder.resolve("late.jfr"));
  }

  /** The JVM resolves java.instrument when an agent is attached. */
  @OnEachJdk(always = true)
  void anApplicationWithoutOurApiIsRecordedLate(Jdk jdk) throws IOException {
    recordLate(jdk, compile(WITHOUT_API, ""));
    assertThat(Flight.read(folder.resolve("late.jfr")).statuses()).isNotEmpty();
  }

  @OnEachJdk(always = true)
  void anImageWithTheApi(Jdk jdk) throws IOException {
    Path app = compile(WITH_API, "requires io.rocjfr.api; requires jdk.jfr;");
    Path image = folder.resolve("image");
    Program.Finished linked =
        Jvm.tool(
            jdk,
            "jlink",
            "--module-path",
            app + ":" + Product.api(),
            "--add-modules",
            "app,java.instrument",
            "--output",
            image.toString());
    assertThat(linked.status()).as(linked.outText() + linked.errText()).isZero();
    Path file = folder.resolve("image.jfr");
    Program program =
        new Jvm(jdk)
            .home(image)
            .agent()
            .withoutGpu()
            .recordInto(file)
            .startModule(List.of(), "app/app.Main");
    assertThat(goOn(program)).contains("active true");
    assertMarks(file);
  }

  private void recordLate(Jdk jdk, Path app) {
    Path file = folder.resolve("late.jfr");
    Program program = new Jvm(jdk).withoutGpu().startModule(path(app), "app/app.Main");
    program.expect("ready");
    try (Program record =
        Jvm.startRocjfr(jdk, "record", "-o", file.toString(), Long.toString(program.pid()))) {
      record.expectError("Recording process");
      assertThat(goOn(program)).contains("active true");
      Program.Finished end = record.finish();
      assertThat(end.status()).as(end.outText() + end.errText()).isZero();
    }
  }

  private static List<String> goOn(Program program) {
    program.send("go");
    return program.finish().expectStatus(0).out();
  }

  private static void assertMarks(Path file) {
    assertThat(Flight.read(file).marks())
        .extracting(mark -> mark.text("message"))
        .containsExactly(MARK, MARK, MARK);
  }

  private static List<Path> path(Path app) {
    return List.of(app, Product.api());
  }

  /** Compiles a module {@code app}. */
  private Path compile(String main, String requires) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("src/app"));
    Path classes = folder.resolve("app");
    Path info = folder.resolve("src/module-info.java");
    Files.writeString(sources.resolve("Main.java"), main);
    Files.writeString(info, "module app { " + requires + " }");
    List<String> arguments = new ArrayList<>(List.of("--release", "17", "-d", classes.toString()));
    arguments.addAll(List.of("-p", Product.api().toString()));
    arguments.addAll(List.of(info.toString(), sources.resolve("Main.java").toString()));
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(result).as("compilation").isZero();
    return classes;
  }
}
