// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that ends just when {@code record} asks it for its recording: there is one file, with
 * everything once. A jcmd of the test's ends the program at a point that is known.
 */
class RecordEndsIT {
  private static final String END = "kill -$signal $1; while [ -d /proc/$1 ]; do sleep 0.02; done";

  @TempDir Path folder;

  /** The JDK with another jcmd, as the command finds it. */
  private Path homeWithJcmd(Jdk jdk, String script) throws IOException {
    Path home = Files.createTempDirectory(folder, "jdk");
    link(jdk.home(), home);
    Files.delete(home.resolve("bin"));
    link(jdk.home().resolve("bin"), Files.createDirectory(home.resolve("bin")));
    Path jcmd = home.resolve("bin/jcmd");
    Files.delete(jcmd);
    Files.writeString(
        jcmd,
        "#!/bin/sh\njcmd() { " + jdk.tool("jcmd") + " \"$@\"; }\n" + script.replace("END", END));
    Files.setPosixFilePermissions(jcmd, PosixFilePermissions.fromString("rwxr-xr-x"));
    return home;
  }

  private static void link(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.list(from)) {
      for (Path one : all.toList()) {
        Files.createSymbolicLink(to.resolve(one.getFileName()), one);
      }
    }
  }

  private static String on(String command, String script) {
    return "case \"$2\" in " + command + ") " + script + ";; *) jcmd \"$@\";; esac\n";
  }

  private void holdsEverythingOnce(Jdk jdk, String name, String script, int status)
      throws IOException {
    Path home = homeWithJcmd(jdk, script);
    Path place = Files.createDirectory(folder.resolve(name));
    Path out = Files.writeString(place.resolve("out.jfr"), "before");
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      String pid = Long.toString(load.program().pid());
      Jvm own = new Jvm(jdk).options("-Djava.home=" + home);
      LoadCounts did;
      Program.Finished end;
      try (Program record = own.startRocjfrHere("record", "-o", out.toString(), pid)) {
        record.expectError("Recording process " + pid);
        did = load.load("run threads=2 ops=300 seed=1");
        // What is reported is in JFR's repository when this has ended.
        load.ask("jfr-start name=other");
        load.ask("jfr-stop name=other file=" + folder.resolve(name + "-other.jfr"));
        end = record.terminate();
      }
      assertThat(end.errText())
          .as(name)
          .doesNotContain("contains a chunk twice", "may still be running");
      assertThat(load.program().isAlive()).as("%s: the test's jcmd was used", name).isFalse();
      assertThat(place.toFile().list()).as(name).containsExactly("out.jfr");
      Summary summary =
          Summary.of(Jvm.rocjfr(jdk, "summary", "--json", out.toString()).expectStatus(status));
      if (status == 0) {
        assertThat(summary.calls()).as(name).isEqualTo(did.calls());
        assertThat(summary.kernels()).as(name).isEqualTo(did.kernels());
        assertThat(summary.copies()).as(name).isEqualTo(did.copies());
      }
    }
  }

  @OnEachJdk
  void beforeItIsAsked(Jdk jdk) throws IOException {
    String script = "signal=TERM\n" + on("JFR.dump", "END; jcmd \"$@\"");
    holdsEverythingOnce(jdk, "before", script, 0);
  }

  /** Its JFR writes the recording again when it ends: behind the dump, if to the same file. */
  @OnEachJdk
  void whenItHasAnswered(Jdk jdk) throws IOException {
    String script = "signal=TERM\n" + on("JFR.dump", "jcmd \"$@\"; END");
    holdsEverythingOnce(jdk, "answered", script, 0);
  }

  @OnEachJdk
  void whenItHasAnsweredAndIsKilled(Jdk jdk) throws IOException {
    String script = "signal=KILL\n" + on("JFR.dump", "jcmd \"$@\"; END");
    holdsEverythingOnce(jdk, "killed", script, 0);
  }

  /** The answer is lost, and the dump may be whole or not: what it writes at its end is used. */
  @OnEachJdk
  void whileItAnswers(Jdk jdk) throws IOException {
    String script =
        "signal=TERM\n" + on("JFR.dump", "jcmd \"$@\" > /dev/null; END; echo Premature EOF");
    holdsEverythingOnce(jdk, "answers", script, 0);
  }

  @OnEachJdk
  void whileItIsStopped(Jdk jdk) throws IOException {
    String script = "signal=TERM\n" + on("JFR.stop", "kill -TERM $1; jcmd \"$@\"; END");
    holdsEverythingOnce(jdk, "stopped", script, 0);
  }
}
