// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where the agent cannot work, one line says why, and the application runs as if it were not there.
 */
class AgentFailuresIT {
  @TempDir Path folder;

  @OnEachJdk
  void unknownOption(Jdk jdk) {
    String line = onlyLine(runDemo(new Jvm(jdk).agent("rign=1m")));
    assertThat(line).contains("rign");
    assertThat(line).contains("ring=", "memory=", "lossless=", "lossless-wait=", "native=", "log=");
  }

  @OnEachJdk
  void badValue(Jdk jdk) {
    assertThat(onlyLine(runDemo(new Jvm(jdk).agent("ring=17")))).contains("ring").contains("17");
  }

  @OnEachJdk
  void libraryOfAnotherLayoutVersion(Jdk jdk) {
    Path library = Product.library("libotherversion.so");
    String line = onlyLine(runDemo(new Jvm(jdk).agent("native=" + library)));
    assertThat(line)
        .contains(library.toString())
        .containsPattern("layout version is \\d+ here and \\d+ there");
  }

  @OnEachJdk
  void libraryWithAMovedField(Jdk jdk) {
    Path library = Product.library("libmovedfield.so");
    String line = onlyLine(runDemo(new Jvm(jdk).agent("native=" + library)));
    assertThat(line).contains(library.toString()).contains("begin_ns").contains("56");
  }

  @OnEachJdk
  void noLibrary(Jdk jdk) {
    Path library = folder.resolve("none.so");
    assertThat(onlyLine(runDemo(new Jvm(jdk).agent("native=" + library))))
        .contains(library.toString());
    assertThat(onlyLine(runDemo(new Jvm(jdk).agent("native=" + Product.settings()))))
        .contains(Product.settings().toString());
  }

  /** The jar alone, whose library has to be copied to where it can be loaded from. */
  @OnEachJdk
  void temporaryFoldersThatAreMountedNoexec(Jdk jdk) throws Exception {
    Path jar = Files.copy(Product.agent(), folder.resolve("rocjfr.jar"));
    Path noexec = Files.createDirectory(folder.resolve("noexec"));
    Path recording = folder.resolve("marks.jfr");
    Jvm passedOver = lone(jdk, jar, noexec).withNoexec(noexec).recordInto(recording);
    assertThat(marks(passedOver).errText()).doesNotContain("rocjfr");
    assertThat(Flight.read(recording).marks()).hasSize(3);
    Jvm nowhere = lone(jdk, jar, noexec).withNoexec(noexec, Path.of("/tmp"), Path.of("/var/tmp"));
    assertThat(marks(nowhere).err())
        .filteredOn(line -> line.startsWith("rocjfr:")) // Java 17 warns of libjsig, too
        .singleElement(as(InstanceOfAssertFactories.STRING))
        .contains(noexec + ", /tmp, /var/tmp: mounted noexec", "-Djava.io.tmpdir=FOLDER");
  }

  private static Jvm lone(Jdk jdk, Path jar, Path temporary) {
    return new Jvm(jdk)
        .withoutGpu()
        .agentFrom(jar)
        .options("-XX:-UsePerfData", "-Djava.io.tmpdir=" + temporary);
  }

  private static Program.Finished marks(Jvm jvm) {
    return jvm.start("io.rocjfr.load.ListenAtExit", "3", "false").finish().expectStatus(0);
  }

  @OnEachJdk
  void withoutFlightRecorder(Jdk jdk) {
    Jvm jvm =
        new Jvm(jdk).agent().options("--limit-modules", "java.base,java.instrument,java.logging");
    assertThat(onlyLine(runDemo(jvm))).contains("jdk.jfr");
  }

  private static Program.Finished runDemo(Jvm jvm) {
    try (Program demo =
        jvm.options("-XX:-UsePerfData").startDemo("--iterations", "2", "--width", "64")) {
      Program.Finished finished = demo.finish().expectStatus(0);
      assertThat(finished.outText()).contains("rocjfr-demo-result", "\"wrongElements\":0");
      return finished;
    }
  }

  /** What the agent says; the JVM itself warns of the application's own use of native code. */
  private static String onlyLine(Program.Finished finished) {
    List<String> lines =
        finished.err().stream()
            .filter(line -> !line.isBlank() && !line.startsWith("WARNING: "))
            .toList();
    assertThat(lines).as("%s", finished).hasSize(1);
    assertThat(lines.get(0)).startsWith("rocjfr: ");
    return lines.get(0);
  }
}
