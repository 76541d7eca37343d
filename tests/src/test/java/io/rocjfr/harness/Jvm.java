// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** How to start a Java program under test: on the software GPU, if there is no other. */
public final class Jvm {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  /** How many times longer than for users the agent's waits may last. */
  private static final String PRODUCTS_PATIENCE = "-Drocjfr.patience=";

  /** For those that attach to another JVM, which the JDK gives 10 s to answer. */
  static final String ATTACH_PATIENCE = "-Dsun.tools.attach.attachTimeout=600000";

  private final Jdk jdk;
  private final List<String> options = new ArrayList<>();
  private final List<Path> classPath = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private final List<String> before = new ArrayList<>();
  private Path home;
  private String preloaded = "";
  private boolean gpu = true;

  /** Null: the machine's own. */
  private Path sys;

  public Jvm(Jdk jdk) {
    this.jdk = jdk;
    options.add("-XX:+UseSerialGC"); // the quickest start; tests of collectors say otherwise
    options.add("-Xshare:auto");
    // On a busy machine a thread of ours may have to wait for seconds.
    options.add(PRODUCTS_PATIENCE + 20);
    options.add(ATTACH_PATIENCE);
    options.add(FIRST_COMPILER); // else most programs spend most of their time on the second
    classPath.add(Product.programs());
    classPath.add(Product.api());
  }

  /** Starts with the agent and these options of its. */
  public Jvm agent(String... agentOptions) {
    String text = agentOptions.length == 0 ? "" : "=" + String.join(",", agentOptions);
    return options("-javaagent:" + Product.agent() + text);
  }

  /** Starts with an agent jar that lies elsewhere. */
  public Jvm agentFrom(Path jar) {
    return options("-javaagent:" + jar);
  }

  /** Records into a file from the start on, with rocjfr's own settings. */
  public Jvm recordInto(Path file) {
    return recordInto(file, Product.settings());
  }

  /** Records into a file from the start on. */
  public Jvm recordInto(Path file, Path settings) {
    return options(
        "-XX:StartFlightRecording:dumponexit=true,filename=" + file + ",settings=" + settings);
  }

  public Jvm options(String... more) {
    options.addAll(Arrays.asList(more));
    return this;
  }

  /** With this much more patience than users have: for what is held up on purpose. */
  public Jvm patience(int times) {
    options.removeIf(option -> option.startsWith(PRODUCTS_PATIENCE));
    return options(PRODUCTS_PATIENCE + times);
  }

  /** As in production: for programs that work hard, and what is measured. */
  public Jvm bothCompilers() {
    options.remove(FIRST_COMPILER);
    return this;
  }

  /** The same where the tests run whole. */
  public Jvm bothCompilersIfWhole() {
    return Whole.isAsked() ? bothCompilers() : this;
  }

  public Jvm collector(String option) {
    options.remove("-XX:+UseSerialGC");
    return options(option);
  }

  /** Puts this before all else on the class path. */
  public Jvm classPathFirst(Path path) {
    classPath.add(0, path);
    return this;
  }

  /**
   * Has OpenTelemetry's SDK and rocjfr-otel.jar on the class path. Each activity has a span of its
   * own, since tests look at single ones: see {@link #withBursts}.
   */
  public Jvm withOpenTelemetry() {
    classPath.add(Product.otel());
    return classPathEntry(Product.sdk()).options("-Drocjfr.otel.burst=0");
  }

  /** Many activities under one span share a span, as they do by default. */
  public Jvm withBursts() {
    return options("-Drocjfr.otel.burst=50");
  }

  /** Has the libraries on the class path by which Java programs use OpenCL. */
  public Jvm withOpenCl() {
    return classPathEntry(Product.openCl());
  }

  /** As {@link #withOpenTelemetry}, with an SDK that is configured by this file. */
  public Jvm withOpenTelemetry(Path yaml) {
    classPath.add(Product.otel());
    return classPathEntry(Product.yaml())
        .options("-Dotel.config.file=" + yaml, "-Drocjfr.otel.burst=0");
  }

  private Jvm classPathEntry(String entry) {
    classPath.add(Path.of(entry));
    return this;
  }

  public Jvm environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Without the software GPU: as on a machine that has none. */
  public Jvm withoutGpu() {
    gpu = false;
    return this;
  }

  /** By the JDK in this folder, which is one of the same version. */
  public Jvm home(Path folder) {
    home = folder;
    return this;
  }

  /** As the user to whom nothing belongs; only root may. */
  public Jvm asNobody() {
    String nobody = "65534";
    before.addAll(
        List.of("setpriv", "--reuid=" + nobody, "--regid=" + nobody, "--clear-groups", "--"));
    return environment("TMPDIR", "/tmp");
  }

  /** As what these words start, which are followed by its own. */
  public Jvm within(List<String> words) {
    before.addAll(words);
    return this;
  }

  /** With tests/native/processfaults.c, for the load's requests {@code process}. */
  public Jvm withFaults() {
    return preload(Product.library("libprocessfaults.so"));
  }

  /** As the child of a program that waits for no child; its id goes into this file. */
  public Jvm notWaitedFor(Path pid) {
    String start = "exec 3<&0; \"$@\" <&3 & echo $! > \"$0\"; exec sleep 100000";
    before.addAll(List.of("sh", "-c", start, pid.toString()));
    return this;
  }

  /** Whether the user that it runs as may read what it starts with. */
  public boolean canReadItself() {
    List<String> test = new ArrayList<>(before);
    test.addAll(List.of("test", "-r", Product.agent().toString()));
    return Program.run(test).status() == 0;
  }

  /** With this folder as /sys, in a mount namespace of the program's own. */
  public Jvm withSys(Path folder) {
    sys = folder;
    return this;
  }

  /**
   * With these folders as ones from which nothing can be run, in a mount namespace of the program's
   * own, but from what is mounted below them. Skips the calling test where that is not allowed.
   */
  public Jvm withNoexec(Path... folders) {
    StringBuilder mounts = new StringBuilder();
    for (Path folder : folders) {
      mounts.append("mount --rbind " + folder + " " + folder + " && ");
      mounts.append("mount -o remount,bind,noexec " + folder + " && ");
    }
    return mounting(mounts.toString());
  }

  private Jvm mounting(String mounts) {
    List<String> unshare = List.of("unshare", "-rm", "sh", "-c");
    List<String> test = new ArrayList<>(unshare);
    test.add(mounts + "true");
    Program.Finished tried = Program.run(test);
    Assumptions.assumeTrue(tried.status() == 0, "nothing can be mounted here: " + tried.errText());
    before.addAll(unshare);
    before.add(mounts + "exec \"$@\"");
    before.add("sh");
    return this;
  }

  /** Preloads a library; a variable LD_PRELOAD would leave out what programs need. */
  public Jvm preload(Path library) {
    preloaded = ":" + library;
    return this;
  }

  /**
   * With a disk of so many KiB in the place of this folder, in a mount namespace of the program's
   * own. Skips the calling test where that is not allowed.
   */
  public Jvm withDisk(Path folder, int kilobytes) {
    String mount = "mount -t tmpfs -o size=" + kilobytes + "k none " + folder + " && ";
    return mounting(mount);
  }

  public Jdk jdk() {
    return jdk;
  }

  /** The demo application. */
  public Program startDemo(String... arguments) {
    return start("io.rocjfr.demo.MatrixTranspose", arguments);
  }

  /** The load, ready for its first request. */
  public LoadApp startLoad() {
    return startLoad("io.rocjfr.load.Load");
  }

  /** The load by another main class of its. */
  public LoadApp startLoad(String mainClass) {
    return new LoadApp(jdk, start(mainClass));
  }

  public Program start(String mainClass, String... arguments) {
    List<String> all = new ArrayList<>();
    all.add("-cp");
    all.add(String.join(":", classPath.stream().map(Path::toString).toList()));
    all.add(mainClass);
    all.addAll(Arrays.asList(arguments));
    return new Program(builder(all));
  }

  /** A module's main class, such as {@code app/app.Main}, from these folders and jars, if any. */
  public Program startModule(List<Path> modulePath, String main, String... arguments) {
    List<String> all = new ArrayList<>();
    if (!modulePath.isEmpty()) {
      all.add("-p");
      all.add(String.join(":", modulePath.stream().map(Path::toString).toList()));
    }
    all.add("-m");
    all.add(main);
    all.addAll(Arrays.asList(arguments));
    return new Program(builder(all));
  }

  /** Starts {@code java} with just these arguments, after its options. */
  public Program startWith(List<String> arguments) {
    return new Program(builder(arguments));
  }

  /** Runs {@code java} with just these arguments, after its options, to its end. */
  public Program.Finished run(String... arguments) {
    return Program.run(builder(Arrays.asList(arguments)), PATIENCE);
  }

  private ProcessBuilder builder(List<String> arguments) {
    List<String> command = new ArrayList<>(before);
    if (sys != null) {
      String mount = "mount --bind \"$0\" /sys && exec \"$@\"";
      command.addAll(List.of("unshare", "-rm", "sh", "-c", mount, sys.toString()));
    }
    command.add((home == null ? jdk.home() : home).resolve("bin/java").toString());
    command.addAll(options);
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> all = builder.environment();
    all.remove("JAVA_TOOL_OPTIONS");
    // What OpenTelemetry's SDK and ours may take to export, on a machine however slow.
    all.put("ROCJFR_OTEL_SHUTDOWN_TIMEOUT", "10m");
    all.put("ROCJFR_OTEL_EXPORT_TIMEOUT", "10m");
    all.put("OTEL_EXPORTER_OTLP_TIMEOUT", "600000");
    all.put("OTEL_BSP_EXPORT_TIMEOUT", "600000");
    all.put("TMPDIR", temporaryFolder()); // hiprtc's compiler keeps its files there
    // LLVM, in hiprtc, has handlers of its own for the JVM's signals, at which it removes these
    // files, so that a kernel does not compile. The first lets the JVM's handlers come first; the
    // second is for the sampler's signal, which the first leaves out, and one that LLVM does not
    // use.
    all.put("LD_PRELOAD", jdk.home().resolve("lib/libjsig.so") + preloaded);
    all.put("_JAVA_SR_SIGNUM", "50");
    if (gpu) {
      String path = all.get("LD_LIBRARY_PATH");
      all.put("LD_LIBRARY_PATH", Product.softGpu() + (path == null ? "" : ":" + path));
      all.put("SOFTGPU_KERNELS", Product.library("libtestkernels.so").toString());
    }
    all.putAll(environment);
    return builder;
  }

  private static String temporaryFolder() {
    try {
      Path folder = Files.createTempDirectory("rocjfr-program");
      folder.toFile().deleteOnExit();
      return folder.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a tool of the JDK, e.g. jfr, to its end. */
  public static Program.Finished tool(Jdk jdk, String name, String... arguments) {
    List<String> command = new ArrayList<>(List.of(jdk.tool(name).toString()));
    command.addAll(Arrays.asList(arguments));
    return Program.run(command);
  }

  /** {@code java -jar rocjfr-export.jar ARGUMENT...}. */
  public Program.Finished export(String... arguments) {
    return run(exportArguments(arguments).toArray(String[]::new));
  }

  /** The same, started only. */
  public Program startExport(String... arguments) {
    return new Program(builder(exportArguments(arguments)));
  }

  private static List<String> exportArguments(String... arguments) {
    List<String> all = new ArrayList<>(List.of("-jar", Product.export().toString()));
    all.addAll(Arrays.asList(arguments));
    if (!all.contains("--burst")) {
      all.addAll(List.of("--burst", "0")); // as withOpenTelemetry
    }
    return all;
  }

  /** The command line of the product: {@code java -jar rocjfr.jar ARGUMENT...}. */
  public static Program.Finished rocjfr(Jdk jdk, String... arguments) {
    return new Jvm(jdk).run(rocjfrArguments(arguments).toArray(String[]::new));
  }

  /** The same on a runtime that jlink has made. */
  public static Program.Finished rocjfr(Jdk jdk, Path home, List<String> arguments) {
    List<String> all = rocjfrArguments(arguments.toArray(String[]::new));
    return new Jvm(jdk).home(home).run(all.toArray(String[]::new));
  }

  /** The same, started only. */
  public static Program startRocjfr(Jdk jdk, String... arguments) {
    return new Program(new Jvm(jdk).builder(rocjfrArguments(arguments)));
  }

  /** The same, where the load sees the file systems that it does. */
  public static Program startRocjfrBeside(LoadApp load, Jdk jdk, String... arguments) {
    Jvm jvm = new Jvm(jdk);
    String pid = Long.toString(load.program().pid());
    jvm.before.addAll(List.of("nsenter", "--preserve-credentials", "-U", "-m", "-t", pid, "--"));
    return new Program(jvm.builder(rocjfrArguments(arguments)));
  }

  /** The same, by a user who may write no file that is larger than so many blocks of 1 KiB. */
  public static Program startRocjfrWithin(Jdk jdk, int blocks, String... arguments) {
    Jvm jvm = new Jvm(jdk);
    jvm.before.addAll(List.of("bash", "-c", "ulimit -f " + blocks + "; exec \"$@\"", "bash"));
    return new Program(jvm.builder(rocjfrArguments(arguments)));
  }

  /** The command line of the product, as this JVM is started. */
  public Program.Finished rocjfrHere(String... arguments) {
    return run(rocjfrArguments(arguments).toArray(String[]::new));
  }

  /** The same, started only. */
  public Program startRocjfrHere(String... arguments) {
    return new Program(builder(rocjfrArguments(arguments)));
  }

  private static List<String> rocjfrArguments(String... arguments) {
    List<String> all = new ArrayList<>(List.of("-jar", Product.agent().toString()));
    all.addAll(Arrays.asList(arguments));
    return all;
  }

  /** The words that start a program of the tests, for a command that starts it itself. */
  public List<String> words(String mainClass, String... arguments) {
    List<String> all = new ArrayList<>(List.of(jdk.tool("java").toString()));
    all.addAll(options);
    all.add("-cp");
    all.add(String.join(":", classPath.stream().map(Path::toString).toList()));
    all.add(mainClass);
    all.addAll(Arrays.asList(arguments));
    return all;
  }
}
