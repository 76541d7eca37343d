// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static io.rocjfr.harness.FlightAssert.assertFlight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.PidsGroup;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Whole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;

/** What may happen to a process while it is recorded. Nothing is lost. */
class ProcessFaultsIT {
  private static final String RUN = "run threads=4 ops=1500 streams=4 seed=39";
  private static final String BACKGROUND = "start threads=4 streams=4 pause=100 seed=39";
  private static final String CALLS = "calls n=1000";
  private static final int THREADS = Whole.times("rocjfr.threads", 10_000, 2000);
  private static final int CHILDREN = 8;

  @TempDir Path folder;

  private LoadApp recorded(Jvm jvm) {
    LoadApp load = jvm.agent().startLoad();
    load.ask("jfr-start name=all");
    load.ask("hip spin=1");
    return load;
  }

  private void isExact(LoadApp load) {
    LoadCounts total = load.total();
    assertFlight(load.stopRecording("all", folder))
        .holdsExactly(total)
        .joinsWorkToCalls()
        .lostNothing();
    load.leave().expectStatus(0);
  }

  @OnEachJdk
  void aStormOfSignals(Jdk jdk) {
    try (LoadApp load = recorded(new Jvm(jdk).withFaults())) {
      load.ask("process fault=storm micros=200");
      load.ask(RUN);
      load.ask("short threads=100 ops=2 together=8");
      long handled = load.ask("process fault=calm").required("handled").asLong();
      System.out.printf("ProcessFaultsIT: %s, %d signals%n", jdk, handled);
      assertThat(handled).isGreaterThan(1000);
      isExact(load);
    }
  }

  @OnEachJdk
  void itIsStoppedAndGoesOn(Jdk jdk) throws Exception {
    try (LoadApp load = recorded(new Jvm(jdk))) {
      load.ask(BACKGROUND);
      for (int i = 0; i < 3; i++) {
        load.ask(CALLS);
        signal(load, "STOP");
        Thread.sleep(500); // longer than any wait of the drain's but one
        signal(load, "CONT");
      }
      load.load("stop");
      isExact(load);
    }
  }

  private static void signal(LoadApp load, String name) {
    Program.run(List.of("kill", "-" + name, Long.toString(load.program().pid()))).expectStatus(0);
  }

  /**
   * Back by an hour, and ahead. No recording starts or stops while it is back: JFR waits then until
   * it has come to where it was.
   */
  @OnEachJdk
  void theClockOfTheDayIsSet(Jdk jdk) {
    try (LoadApp load = recorded(new Jvm(jdk).withFaults())) {
      load.ask(BACKGROUND);
      for (int seconds : new int[] {-3600, 0, 3600}) {
        load.ask("process fault=clock seconds=" + seconds);
        load.ask(CALLS);
      }
      load.ask("jfr-start name=other"); // a new chunk
      load.ask(CALLS);
      load.ask("jfr-stop name=other");
      load.load("stop");
      isExact(load);
    }
  }

  @OnEachJdk
  void childrenAreStartedUnderLoad(Jdk jdk) {
    for (String way : List.of("FORK", "POSIX_SPAWN")) {
      Jvm jvm = new Jvm(jdk).options("-Djdk.lang.Process.launchMechanism=" + way);
      try (LoadApp load = recorded(jvm)) {
        load.ask(BACKGROUND);
        load.ask("processes n=" + CHILDREN);
        load.load("stop");
        isExact(load);
      }
    }
  }

  @OnEachJdk
  void thousandsOfThreadsAtOnce(Jdk jdk) {
    try (LoadApp load = recorded(new Jvm(jdk).options("-Xss256k"))) {
      assertThat(load.load("rings threads=" + THREADS).allCalls()).isEqualTo(THREADS);
      load.ask("release");
      load.ask(CALLS);
      LoadCounts total = load.total();
      assertFlight(load.stopRecording("all", folder)).holdsExactly(total).lostNothing();
    }
  }

  /** The agent finds no room for its threads, and says so; it starts when there is. */
  @OnEachJdk
  void itsGroupHasNoRoomForThreads(Jdk jdk) throws IOException {
    try (PidsGroup group = PidsGroup.make();
        LoadApp load = new Jvm(jdk).within(group.words()).startLoad()) {
      load.ask("hip spin=1");
      load.jcmd("VM.version"); // the JVM's own thread for those that attach
      group.fill();
      String said = load.attach().errText();
      assertThat(said).contains("the agent does not run: ", "unable to create native thread");
      load.ask(CALLS);
      group.empty();
      load.attach().expectStatus(0);
      load.ask("jfr-start name=all");
      LoadCounts run = load.load(RUN);
      assertFlight(load.stopRecording("all", folder))
          .holdsExactly(run)
          .joinsWorkToCalls()
          .lostNothing();
      load.leave().expectStatus(0);
    }
  }

  /** By hand, as tests/faults.sh: with what a container engine allows by default. */
  @OnEachJdk
  void aContainersFilterOfSystemCalls(Jdk jdk) {
    String within = System.getProperty("rocjfr.seccomp", "");
    assumeFalse(within.isEmpty(), "-Drocjfr.seccomp does not say by what");
    List<String> words = List.of(within.split(","));
    try (LoadApp load = recorded(new Jvm(jdk).within(words))) {
      load.ask(RUN);
      load.ask("modules n=3");
      load.ask("processes n=2");
      isExact(load);
    }
    try (LoadApp load = new Jvm(jdk).within(words).startLoad()) {
      load.ask("hip spin=1");
      load.attach().expectStatus(0);
      load.ask("jfr-start name=all");
      LoadCounts late = load.load(RUN);
      assertFlight(load.stopRecording("all", folder)).holdsExactly(late).joinsWorkToCalls();
    }
  }

  /** The second one does nothing, of whatever version it is. */
  @OnEachJdk
  void twoAgentsOfTwoVersions(Jdk jdk) throws IOException {
    Path other = otherVersion(Product.agent(), folder.resolve("rocjfr-other.jar"));
    try (LoadApp load = recorded(new Jvm(jdk).agentFrom(other))) {
      load.program().expectError("rocjfr: the agent runs in this JVM already");
      load.ask(RUN);
      isExact(load);
    }
  }

  private static Path otherVersion(Path jar, Path copy) throws IOException {
    try (JarFile in = new JarFile(jar.toFile());
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(copy))) {
      Manifest manifest = in.getManifest();
      manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "0.0.1");
      out.putNextEntry(new ZipEntry(JarFile.MANIFEST_NAME));
      manifest.write(out);
      for (var entry : (Iterable<java.util.jar.JarEntry>) in.stream()::iterator) {
        if (!entry.getName().equals(JarFile.MANIFEST_NAME)) {
          out.putNextEntry(new ZipEntry(entry.getName()));
          in.getInputStream(entry).transferTo(out);
        }
      }
    }
    return copy;
  }
}
