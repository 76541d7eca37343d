// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent in JVMs of its own: this one's Java, and Java 25 where there is one. */
@Timeout(1800)
class AgentTest {
  private static final List<String> RANGES =
      List.of(
          "rocjfr.RoctxRange inner \u20ac depth=1 external=42 thread=main",
          "rocjfr.RoctxRange outer depth=0 external=42 thread=main",
          "rocjfr.RoctxMark after depth=0 external=0 thread=main");

  @TempDir static Path folder;
  private static Path jar;
  private static Path api;
  private Path hsa; // the folder of a library that the JVM takes for the installed HSA

  private record Result(int exit, List<String> out, List<String> err) {}

  @BeforeAll
  static void makeJar() throws IOException {
    jar = folder.resolve("rocjfr.jar");
    TestJar.write(jar, true);
    api = TestJar.copyApi(folder.resolve("api"));
  }

  static Stream<Path> javas() {
    List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
    if (Runtime.version().feature() != 25) {
      String named = System.getenv("JAVA25_HOME");
      Stream.of(named == null ? "" : named, "/usr/lib/jvm/temurin-25-jdk-amd64")
          .filter(home -> Files.isExecutable(Path.of(home, "bin/java")))
          .findFirst()
          .ifPresent(home -> homes.add(Path.of(home)));
    }
    return homes.stream();
  }

  private Process start(Path java, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(java.resolve("bin/java").toString()));
    command.add("-Dfile.encoding=UTF-8");
    command.add("-Dstdout.encoding=UTF-8");
    // The quickest start: there are some thirty of them.
    command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    if (hsa != null) {
      builder.environment().put("LD_LIBRARY_PATH", hsa.toString());
    }
    builder.redirectOutput(folder.resolve("out").toFile());
    builder.redirectError(folder.resolve("err").toFile());
    return builder.start();
  }

  private static Result finish(Process process) throws IOException, InterruptedException {
    if (!process.waitFor(10, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("the JVM hangs: " + Files.readString(folder.resolve("err")));
    }
    return new Result(
        process.exitValue(),
        Files.readAllLines(folder.resolve("out"), StandardCharsets.UTF_8),
        Files.readAllLines(folder.resolve("err"), StandardCharsets.UTF_8));
  }

  /** The application sees the test's classes, not those of the jar's content. */
  private static String testClasses() {
    try {
      return Path.of(AgentApp.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (java.net.URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private Result run(Path java, String agent, String... arguments) throws Exception {
    List<String> all = new ArrayList<>();
    all.add("-javaagent:" + agent);
    all.add("-cp");
    all.add(testClasses());
    for (String argument : arguments) {
      if (argument.startsWith("-")) {
        all.add(0, argument);
      }
    }
    all.add(AgentApp.class.getName());
    for (String argument : arguments) {
      if (!argument.startsWith("-")) {
        all.add(argument);
      }
    }
    return finish(start(java, all));
  }

  @ParameterizedTest
  @MethodSource("javas")
  void recordsWithoutAnyWarning(Path java) throws Exception {
    Result result = run(java, jar.toString(), "record");
    assertThat(result.err).isEmpty();
    assertThat(result.exit).isZero();
    assertThat(result.out).containsAll(RANGES);
    assertThat(result.out).anyMatch(line -> line.startsWith("rocjfr.RoctxRange across depth=0"));
    assertThat(result.out).hasSize(4);
  }

  /** JDK 26.0.2 crashes there. Before 24 the application could reach what is kept. */
  @ParameterizedTest
  @MethodSource("javas")
  void classesOfOursStayWhereOurModuleIsClosed(Path java) throws Exception {
    Result result = run(java, jar.toString(), "-Xlog:class+unload=info:stdout", "collect");
    assertThat(result.exit).as(result.toString()).isZero();
    boolean closed = result.out.stream().noneMatch(line -> line.matches("Java (1[7-9]|2[0-3])"));
    assertThat(result.out.stream().filter(line -> line.contains("unloading class io.rocjfr.")))
        .hasSize(closed ? 0 : 1);
  }

  /**
   * What the agent puts there is for libraries of this process; Java hands it on to none of those
   * that are started with an environment of their own.
   */
  @ParameterizedTest
  @MethodSource("javas")
  void theEnvironmentThatJavaKnowsIsTheUsers(Path java) throws Exception {
    hsa = Files.createDirectories(folder.resolve("hsa"));
    Files.writeString(
        hsa.resolve("libhsa-runtime64.so.1"),
        "HSA_AMD_TOOL_PRIORITY HSA_TOOLS_ROCPROFILER_V1_TOOLS");
    Result result = run(java, jar.toString(), "environment");
    assertThat(result.err).isEmpty();
    assertThat(result.exit).isZero();
    assertThat(result.out)
        .containsExactly(
            "known []",
            "inherited [HSA_TOOLS_ROCPROFILER_V1_TOOLS=1, OPENCL_LAYERS=librocjfr.so]",
            "its own []");
  }

  @ParameterizedTest
  @MethodSource("javas")
  void anApplicationsJnaPropertiesAreLeftAlone(Path java) throws Exception {
    Result result =
        run(
            java,
            jar.toString(),
            "-Djna.boot.library.path=/nonexistent",
            "-Djna.nounpack=true",
            "active");
    assertThat(result.err).isEmpty();
    assertThat(result.out)
        .contains("active true", "loader null", "jna.nounpack true", "jna.nosys null");
  }

  /** Ours reads and sets none, not for a moment: here it is loaded by a call of the API. */
  @ParameterizedTest
  @MethodSource("javas")
  void noPropertyOfJnaIsTouched(Path java) throws Exception {
    Result result = run(java, jar + "=native=" + TestJar.nativeLibrary(), "properties");
    assertThat(result.err).isEmpty();
    assertThat(result.out)
        .containsExactly("the eyes see [jna.seen, not.jna.]8", "roctracer 4.1", "touched []");
  }

  /** With the agent no class of the application may do what it may not do without. */
  @ParameterizedTest
  @MethodSource("javas")
  void theJvmStaysClosedToTheApplication(Path java) throws Exception {
    Result result = run(java, jar.toString(), "powers");
    assertThat(result.err).isEmpty();
    assertThat(result.out)
        .containsExactly(
            "active true",
            "internal Unsafe: refused",
            "field of java.lang: refused",
            "method of java.lang: refused",
            "grant in the agent's name: refused",
            "JFR's inside in the agent's name: refused");
  }

  /** Where it does not, a line says so, and what event streams' threads commit is lost unseen. */
  @ParameterizedTest
  @MethodSource("javas")
  void jfrTellsWhichThreadsItExcludes(Path java) throws Exception {
    Result result = run(java, jar + "=log=info", "record");
    assertThat(result.err)
        .anyMatch(line -> line.startsWith("rocjfr: runs with"))
        .noneMatch(line -> line.contains("excludes"));
  }

  @ParameterizedTest
  @MethodSource("javas")
  void anotherCopyOfTheApiIsLinked(Path java) throws Exception {
    Result result = run(java, jar.toString(), "copy", api.toString());
    assertThat(result.err).isEmpty();
    assertThat(result.out)
        .containsExactly(
            "other copy true",
            "active there true",
            "rocjfr.RoctxMark here depth=0 external=4711 thread=main",
            "rocjfr.RoctxMark there depth=0 external=4711 thread=main");
  }

  @ParameterizedTest
  @MethodSource("javas")
  void attachesToARunningRecordingApiAndListener(Path java) throws Exception {
    Result result = attach(java, "late");
    assertThat(result.out).contains("active false");
    assertRecordedAndHeard(result);
  }

  /** What is loaded later must not come from another copy than what was there. */
  @ParameterizedTest
  @MethodSource("javas")
  void attachesToAPartlyLoadedApi(Path java) throws Exception {
    Result result = attach(java, "partly", api.toString());
    assertThat(result.exit).as("%s", result.err).isZero();
    assertRecordedAndHeard(result);
    assertThat(result.out)
        .contains(
            "loader own",
            "other copy true",
            "active there true",
            "rocjfr.RoctxMark here depth=0 external=4711 thread=main",
            "rocjfr.RoctxMark there depth=0 external=4711 thread=main");
  }

  /** Starts the application with the API on its class path; the agent comes when it has printed. */
  private Result attach(Path java, String... arguments) throws Exception {
    List<String> all =
        new ArrayList<>(List.of("-cp", testClasses() + ":" + api, AgentApp.class.getName()));
    all.addAll(List.of(arguments));
    Process process = start(java, all);
    while (process.isAlive() && Files.size(folder.resolve("out")) == 0) {
      TimeUnit.MILLISECONDS.sleep(10); // it has not printed that it waits
    }
    VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
    try {
      machine.loadAgent(jar.toString(), "");
    } finally {
      machine.detach();
    }
    return finish(process);
  }

  private static void assertRecordedAndHeard(Result result) {
    assertThat(result.out)
        .containsAll(RANGES)
        .contains(
            "heard ROCTX_RANGE inner \u20ac 42",
            "heard ROCTX_RANGE outer 42",
            "heard ROCTX_MARK after 0");
    assertThat(result.err.stream().filter(line -> line.startsWith("rocjfr:")))
        .singleElement()
        .asString()
        .contains("a listener threw an exception (reported once)");
  }

  /** Its own code is not run for it, and not believed. */
  @ParameterizedTest
  @MethodSource("javas")
  void aThreadsIdIsTheJvms(Path java) throws Exception {
    Result result = run(java, jar.toString(), "pretender");
    assertThat(result.err).isEmpty();
    assertThat(result.out).containsExactly("same id true", "asked 0");
  }

  @Test
  void virtualThreadsHaveTheirOwnIdsAndRanges() throws Exception {
    Path java = javas().reduce((first, second) -> second).orElseThrow();
    assumeTrue(Runtime.version().feature() >= 21 || javas().count() > 1, "no JDK 21 or later");
    Result result = run(java, jar.toString(), "virtual");
    assertThat(result.err).isEmpty();
    assertThat(result.out)
        .contains("push 1", "skipped 0")
        .anyMatch(line -> line.startsWith("rocjfr.RoctxMark in virtual depth=1 external=99"))
        .anyMatch(line -> line.startsWith("rocjfr.RoctxRange inner depth=1 external=99"))
        .anyMatch(line -> line.startsWith("rocjfr.RoctxRange virtual depth=0 external=99"));
  }

  @Test
  void withoutTheAgentTheApiDoesNothing() throws Exception {
    Path java = Path.of(System.getProperty("java.home"));
    Result result =
        finish(
            start(
                java,
                List.of("-cp", testClasses() + ":" + api, AgentApp.class.getName(), "active")));
    assertThat(result.err).isEmpty();
    assertThat(result.out)
        .contains("active false", "state noAgent", "scope true range true", "lost {}");
  }

  private static void assertRunsOnWith(Result result, String... parts) {
    assertThat(result.exit).isZero();
    assertThat(result.out).contains("hello");
    assertThat(result.err).hasSize(1);
    assertThat(result.err.get(0)).startsWith("rocjfr: ").contains(parts);
  }

  private Result hello(String agent, String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add("hello");
    return run(Path.of(System.getProperty("java.home")), agent, arguments.toArray(String[]::new));
  }

  @Test
  void anUnknownOptionNamesTheValidOnes() throws Exception {
    assertRunsOnWith(hello(jar + "=rings=5"), "unknown option 'rings'", "ring=SIZE", "lossless");
  }

  @Test
  void aMissingNativeLibraryIsNamed() throws Exception {
    assertRunsOnWith(hello(jar + "=native=/nonexistent/librocjfr.so"), "/nonexistent/librocjfr.so");
    Path bare = folder.resolve("bare.jar");
    TestJar.write(bare, false);
    assertRunsOnWith(hello(bare.toString()), "librocjfr.so is neither in rocjfr.jar nor in lib/");
  }

  @Test
  void anotherLibraryIsRefused() throws Exception {
    Path other = Path.of(System.getProperty("java.home"), "lib/libjava.so");
    assertRunsOnWith(hello(jar + "=native=" + other), "libjava.so cannot be loaded");
  }

  @Test
  void aLibraryOfAnotherReleaseIsRefusedForItsLayout() throws Exception {
    Path version = TestJar.nativeLibrary().resolveSibling("libotherversion.so");
    assertRunsOnWith(
        hello(jar + "=native=" + version), version.toString(), "layout version is ", "0.0.9");
    Path moved = TestJar.nativeLibrary().resolveSibling("libmovedfield.so");
    assertRunsOnWith(hello(jar + "=native=" + moved), moved.toString(), "begin_ns");
  }

  @Test
  void aFileThatIsNoLibraryIsRefusedInOneLine() throws Exception {
    Path text = Files.writeString(folder.resolve("text.so"), "no library\n".repeat(100));
    assertRunsOnWith(
        hello(jar + "=native=" + text), text + " cannot be loaded: ", "invalid ELF header");
  }

  @Test
  void withoutModuleJfr() throws Exception {
    assertRunsOnWith(
        hello(jar.toString(), "--limit-modules=java.base,java.instrument"),
        "without the module jdk.jfr, but its Java runtime has it",
        "--add-modules jdk.jfr");
  }

  @Test
  void aSecondStartDoesNothing() throws Exception {
    assertRunsOnWith(hello(jar.toString(), "-javaagent:" + jar), "already");
  }

  @Test
  void anUnwritableTemporaryFolderIsReplaced() throws Exception {
    Result result = hello(jar.toString(), "-Djava.io.tmpdir=/nonexistent");
    // The JDK's own, since 20.
    assertThat(result.err)
        .filteredOn(line -> !line.equals("WARNING: java.io.tmpdir directory does not exist"))
        .isEmpty();
    assertThat(result.out).contains("hello");
  }
}
