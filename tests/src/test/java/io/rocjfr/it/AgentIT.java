// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static io.rocjfr.harness.FlightAssert.assertFlight;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.io.TempDir;

/** The agent beside what an application may bring with it. */
class AgentIT {
  @TempDir Path folder;

  /** With -javaagent, neither JVM says anything: not even Java 25 on native access. */
  @OnEachJdk(always = true)
  void saysNothing(Jdk jdk) {
    try (LoadApp load =
        new Jvm(jdk).agent().options("--enable-native-access=ALL-UNNAMED").startLoad()) {
      load.ask("jfr-start name=quiet");
      load.ask("hip");
      LoadCounts run = load.load("run threads=2 ops=200");
      assertThat(load.stopRecording("quiet", folder).dispatches())
          .hasSize(Math.toIntExact(run.dispatches()));
      assertThat(load.leave().expectStatus(0).err()).isEmpty();
    }
    // The application, here without native code of its own, needs no option either.
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("jfr-start name=quiet");
      assertThat(load.ask("status").required("state").asText()).isEqualTo("noRuntime");
      assertThat(load.leave().expectStatus(0).err()).isEmpty();
    }
  }

  @OnEachJdk(always = true)
  void besideAnotherJnaAndItsProperties(Jdk jdk) throws IOException {
    Path file = folder.resolve("jna.jfr");
    Path library = folder.resolve("libjnidispatch.so");
    try (ZipFile jar = new ZipFile(Product.otherJna().toFile());
        InputStream in =
            jar.getInputStream(jar.getEntry("com/sun/jna/linux-x86-64/libjnidispatch.so"))) {
      Files.copy(in, library);
    }
    try (Program demo =
        new Jvm(jdk)
            .agent()
            .classPathFirst(Product.otherJna())
            .options("-Djna.boot.library.path=" + folder, "-Djna.nounpack=true", "-Djna.nosys=true")
            .recordInto(file)
            .startDemo("--iterations", "7", "--width", "64")) {
      assertThat(demo.finish().expectStatus(0).errText()).doesNotContain("rocjfr:");
    }
    assertThat(Flight.read(file).kernelCounts()).isEqualTo(Map.of("matrixTranspose", 7L));
    assertThat(Flight.read(file).ranges()).hasSize(7 * 5 + 2);
  }

  @OnEachJdk(always = true)
  void inAnApplicationWithItsOwnCopyOfTheApi(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad("io.rocjfr.load.ChildFirst")) {
      check(load);
    }
  }

  @OnEachJdk(always = true)
  void attachedToAnApplicationWithItsOwnCopyOfTheApi(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).startLoad("io.rocjfr.load.ChildFirst")) {
      assertThat(load.ask("status").required("active").asBoolean()).isFalse();
      load.ask("skipped");
      load.attach().expectStatus(0);
      check(load);
    }
  }

  private void check(LoadApp load) {
    assertThat(load.ask("status").required("active").asBoolean()).isTrue();
    load.ask("jfr-start name=copy");
    load.ask("hip");
    load.ask("listen sleep=0");
    LoadCounts run = load.load("run threads=2 ops=300");
    assertFlight(load.stopRecording("copy", folder))
        .holdsEachOperationOnce(run)
        .joinsWorkToCalls()
        .lostNothing();
  }

  @OnEachJdk(always = true)
  void withoutAUsableTemporaryFolder(Jdk jdk) throws IOException {
    Path jar = Files.copy(Product.agent(), folder.resolve("rocjfr.jar"));
    Path file = folder.resolve("temporary.jfr");
    try (Program demo =
        new Jvm(jdk)
            .agentFrom(jar) // no lib/ beside it: it must unpack its library
            .options(
                "-Djava.io.tmpdir=/proc/none",
                "-Djna.tmpdir=" + folder,
                "-XX:FlightRecorderOptions:repository=" + folder.resolve("repository"))
            .recordInto(file)
            .startDemo("--iterations", "3", "--width", "64")) {
      Program.Finished finished = demo.finish().expectStatus(0);
      long dispatches = Flight.read(file).dispatches().size();
      // It finds another folder, or one line says that there is none.
      if (finished.errText().contains("rocjfr:")) {
        assertThat(finished.err())
            .filteredOn(line -> !line.isBlank() && !line.startsWith("WARNING: "))
            .hasSize(1);
        assertThat(finished.errText()).contains("/proc/none").contains("java.io.tmpdir");
        assertThat(dispatches).isZero();
      } else {
        assertThat(dispatches).isEqualTo(3);
      }
    }
  }

  @OnEachJdk(always = true)
  void withoutHip(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().withoutGpu().startLoad()) {
      load.ask("jfr-start name=none");
      assertThat(load.ask("status").required("state").asText()).isEqualTo("noRuntime");
      Flight flight = load.stopRecording("none", folder);
      assertThat(flight.records()).isZero();
      assertThat(flight.statuses()).isNotEmpty();
      assertThat(flight.statuses()).allMatch(s -> s.text("state").equals("noRuntime"));
      assertThat(load.leave().expectStatus(0).err()).isEmpty();
    }
  }
}
