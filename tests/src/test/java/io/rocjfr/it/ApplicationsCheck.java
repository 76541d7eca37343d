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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each kind of application by each way to trace it: as many kernels are recorded as it launches. By
 * hand, since it takes minutes: {@code tests/it.sh ApplicationsCheck}, and on the JDKs of Debian
 * sid {@code tests/jdks.sh --tests ApplicationsCheck}. Prints a table.
 */
class ApplicationsCheck {
  private static final int KERNELS = 100;
  private static final List<String> WAYS = List.of("agent", "run", "attach", "record");

  /** Where a runtime has no jdk.jfr for the program, which a late command has to say. */
  private static final String NO_JFR = "no jdk.jfr";

  private static final String MAIN =
      """
      package app;
      public final class Main {
        public static void main(String[] arguments) throws Exception {
          System.load(arguments[0]);
          System.out.println("ready");
          System.in.read();
          %s
          System.out.println("launched " + launch(Integer.parseInt(arguments[1])));
        }
        private static native int launch(int times);
      }
      """;

  private static final String USE_OF_API =
      """
      if (!io.rocjfr.Rocjfr.isActive()) {
        throw new IllegalStateException("the API has no agent");
      }
      """;

  /** As a servlet container does: the application's own jars come first. */
  private static final String CONTAINER =
      """
      package container;
      import java.net.*;
      public final class Main extends URLClassLoader {
        private Main(URL[] jars) { super(jars, ClassLoader.getPlatformClassLoader()); }
        public static void main(String[] arguments) throws Exception {
          URL[] jars = {URI.create(arguments[2]).toURL(), URI.create(arguments[3]).toURL()};
          Class<?> main = new Main(jars).loadClass("app.Main");
          main.getMethod("main", String[].class).invoke(null, (Object) arguments);
        }
        @Override protected Class<?> loadClass(String name, boolean resolve)
            throws ClassNotFoundException {
          synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            boolean own = name.startsWith("app.") || name.startsWith("io.rocjfr.");
            return known != null ? known : own ? findClass(name) : super.loadClass(name, resolve);
          }
        }
      }
      """;

  @TempDir Path folder;

  /** How an application is started: the JVM, and its arguments. */
  private record Application(Jvm jvm, Path java, List<String> arguments) {
    Program start(Jvm with) {
      return with.startWith(arguments);
    }
  }

  @OnEachJdk
  void kernelsMadeAndRecorded(Jdk jdk) throws IOException {
    StringBuilder table = new StringBuilder("JDK " + jdk.home() + "\n");
    table.append(String.format("%-30s %s%n", "application", String.join(" ", WAYS)));
    Map<String, String> wrong = new LinkedHashMap<>();
    for (String name : applications(jdk).keySet()) {
      List<String> row = new ArrayList<>();
      for (String way : WAYS) {
        String result;
        try {
          result = trace(jdk, name, way);
        } catch (AssertionError | RuntimeException e) {
          result = "failed";
          wrong.put(name + " by " + way, String.valueOf(e));
        }
        boolean late = way.equals("attach") || way.equals("record");
        String expected = name.equals("image") && late ? NO_JFR : KERNELS + "/" + KERNELS;
        if (!result.equals(expected)) {
          wrong.putIfAbsent(name + " by " + way, result);
        }
        row.add(result);
      }
      table.append(String.format("%-30s %s%n", name, String.join(" ", row)));
    }
    System.out.print(table);
    assertThat(wrong).as(table.toString()).isEmpty();
  }

  /** By name; made once. */
  private final Map<String, Application> applications = new LinkedHashMap<>();

  private Map<String, Application> applications(Jdk jdk) throws IOException {
    if (!applications.isEmpty()) {
      return applications;
    }
    Path api = Product.api();
    Path plain = compile("plain", MAIN.formatted(""), "");
    Path instrument = compile("instrument", MAIN.formatted(""), "requires java.instrument;");
    Path withApi = compile("api", MAIN.formatted(USE_OF_API), "requires io.rocjfr.api;");
    String both = "requires io.rocjfr.api; requires jdk.jfr;";
    Path withJfr = compile("jfr", MAIN.formatted(USE_OF_API), both);
    Path container = compile("container", CONTAINER, "");
    add(jdk, "class path", List.of("-cp", withApi + ":" + api, "app.Main"));
    add(jdk, "-m", List.of("-p", plain.toString(), "-m", "app/app.Main"));
    add(jdk, "-m, java.instrument", List.of("-p", instrument.toString(), "-m", "app/app.Main"));
    add(
        jdk,
        "-m, API on the module path",
        List.of("-p", withApi + ":" + api, "-m", "app/app.Main"));
    addImage(jdk, "image", withApi, "app,java.instrument,jdk.jfr");
    addImage(jdk, "image that requires jdk.jfr", withJfr, "app,java.instrument");
    add(jdk, "web application", List.of("-cp", container.toString(), "container.Main"));
    applications
        .get("web application")
        .arguments()
        .addAll(List.of(withApi.toUri().toString(), api.toUri().toString()));
    return applications;
  }

  private void add(Jdk jdk, String name, List<String> words) {
    add(jdk, name, jdk.home(), words);
  }

  private void add(Jdk jdk, String name, Path home, List<String> words) {
    List<String> arguments = new ArrayList<>(words);
    arguments.add(Product.library("liblaunches.so").toString());
    arguments.add(Integer.toString(KERNELS));
    Path java = home.resolve("bin/java");
    applications.put(name, new Application(new Jvm(jdk).home(home), java, arguments));
  }

  private void addImage(Jdk jdk, String name, Path app, String modules) {
    Path image = folder.resolve(name.replace(' ', '-'));
    List<String> words =
        List.of(
            "--module-path",
            app + ":" + Product.api(),
            "--add-modules",
            modules,
            "--output",
            image.toString());
    Jvm.tool(jdk, "jlink", words.toArray(String[]::new)).expectStatus(0);
    add(jdk, name, image, List.of("-m", "app/app.Main"));
  }

  /** Kernels launched and recorded, or {@link #NO_JFR}. */
  private String trace(Jdk jdk, String name, String way) throws IOException {
    Path file = Files.createTempDirectory(folder, "traced").resolve("gpu.jfr");
    Application application = applications(jdk).get(name);
    Jvm jvm = new Jvm(jdk).home(application.java().getParent().getParent());
    String output = file.toString();
    switch (way) {
      case "agent" -> launched(application.start(jvm.agent().recordInto(file)));
      case "run" -> {
        List<String> words = new ArrayList<>(List.of("run", "-o", output, "--"));
        words.add(application.java().toString());
        words.addAll(application.arguments());
        launched(Jvm.startRocjfr(jdk, words.toArray(String[]::new)));
      }
      case "attach" -> {
        try (Program program = application.start(jvm)) {
          program.expect("ready");
          String pid = Long.toString(program.pid());
          Program.Finished attach = Jvm.rocjfr(jdk, "attach", pid);
          if (saysNoJfr(attach)) {
            return NO_JFR;
          }
          attach.expectStatus(0);
          String settings = "settings=" + Product.settings();
          Jvm.tool(jdk, "jcmd", pid, "JFR.start", "dumponexit=true", "filename=" + file, settings)
              .expectStatus(0);
          goOn(program);
        }
      }
      default -> {
        try (Program program = application.start(jvm)) {
          program.expect("ready");
          String pid = Long.toString(program.pid());
          try (Program record = Jvm.startRocjfr(jdk, "record", "-o", output, pid)) {
            if (name.equals("image")) {
              Program.Finished end = record.finish();
              return saysNoJfr(end) ? NO_JFR : end.toString();
            }
            record.expectError("Recording process");
            goOn(program);
            record.finish().expectStatus(0);
          }
        }
      }
    }
    return KERNELS + "/" + Flight.read(file).kernelCounts().getOrDefault("empty", 0L);
  }

  private static boolean saysNoJfr(Program.Finished end) {
    return end.status() == 2 && end.errText().contains("--add-modules jdk.jfr");
  }

  private static void launched(Program program) {
    try (program) {
      program.expect("ready");
      goOn(program);
    }
  }

  private static void goOn(Program program) {
    program.send("go");
    assertThat(program.finish().expectStatus(0).out()).contains("launched " + KERNELS);
  }

  /** Compiles a module, whose classes may be used from a class path, too. */
  private Path compile(String name, String main, String requires) throws IOException {
    Path sources = folder.resolve("src-" + name);
    String module = name.equals("container") ? name : "app";
    Path source = Files.createDirectories(sources.resolve(module)).resolve("Main.java");
    Path info = sources.resolve("module-info.java");
    Path classes = folder.resolve("classes-" + name);
    Files.writeString(source, main);
    Files.writeString(info, "module " + module + " { " + requires + " }");
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                Stream.of("--release", "17", "-d", classes, "-p", Product.api(), info, source)
                    .map(Object::toString)
                    .toArray(String[]::new));
    assertThat(result).as("compilation").isZero();
    return classes;
  }
}
