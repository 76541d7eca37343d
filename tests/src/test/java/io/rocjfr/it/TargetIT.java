// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What commands do to their target, and say of it. */
class TargetIT {
  private static final String MAIN = "io.rocjfr.load.MappedFile";

  @TempDir Path folder;

  /** It has our library's name, and the process has only mapped it. */
  @OnEachJdk
  void anUploadIsNotLoaded(Jdk jdk) throws IOException {
    Path upload = folder.resolve("librocjfr.so");
    Files.copy(Product.library("libotherversion.so"), upload);
    Path file = folder.resolve("late.jfr");
    Program program = new Jvm(jdk).withoutGpu().start(MAIN, upload.toString());
    program.expect("ready");
    String notUsed = upload + " is not used, because the process has mapped it, but not loaded it";
    assertThat(Jvm.rocjfr(jdk, "check", "--pid", Long.toString(program.pid())).outText())
        .containsPattern("Tracer +not loaded")
        .contains(notUsed);
    try (Program record =
        Jvm.startRocjfr(jdk, "record", "-o", file.toString(), Long.toString(program.pid()))) {
      record.expectError("Recording process");
      program.send("go");
      Program.Finished did = program.finish().expectStatus(0);
      assertThat(did.outText()).contains("active true").doesNotContain("r-xp");
      assertThat(did.errText()).contains(notUsed);
      assertThat(record.finish().expectStatus(0).errText()).contains(notUsed);
    }
    assertThat(Flight.read(file).marks()).hasSize(1);
  }

  /** The same of the libraries that are loaded at their first use. */
  @OnEachJdk
  void uploadsWithTheNamesOfTheOthersAreNotLoaded(Jdk jdk) throws IOException {
    List<String> uploads = new ArrayList<>();
    for (String name : List.of("libroctracer64.so.4.1.0", "librocprofiler-sdk.so.1")) {
      Path upload = folder.resolve(name);
      Files.copy(Product.library("libotherversion.so"), upload);
      uploads.add(upload.toString());
    }
    Program program = new Jvm(jdk).withoutGpu().agent().start(MAIN, uploads.toArray(String[]::new));
    program.expect("ready");
    program.send("go");
    assertThat(program.finish().expectStatus(0).outText())
        .contains("active true", "roctracer 4.1", "buffered false")
        .contains(uploads)
        .doesNotContain("r-xp");
  }

  /** It started with an agent that failed. */
  @OnEachJdk
  void whyTheAgentDoesNotRunIsSaid(Jdk jdk) {
    String reason = "option native: /nowhere.so cannot be read";
    Program program =
        new Jvm(jdk)
            .agent("native=/nowhere.so")
            .withoutGpu()
            .start(MAIN, Product.library("libattach.so").toString());
    program.expect("ready");
    String pid = Long.toString(program.pid());
    Program.Finished attach = Jvm.rocjfr(jdk, "attach", pid, "native=/nowhere.so");
    assertThat(attach.status()).as(attach.toString()).isEqualTo(2);
    assertThat(attach.errText())
        .contains("loaded the agent, but the agent does not run: " + reason);
    // With better options it runs.
    assertThat(Jvm.rocjfr(jdk, "attach", pid).expectStatus(0).outText())
        .contains("The agent is loaded");
    program.send("go");
    assertThat(program.finish().expectStatus(0).outText()).contains("active true");
  }

  /** Its thread is there, and it has said why it does not run: so options are not too late. */
  @OnEachJdk
  void anAgentThatHasFailedIsStartedAnew(Jdk jdk) {
    String reason = "the disk is full";
    Program program = new Jvm(jdk).withoutGpu().start("io.rocjfr.load.HalfStarted", reason);
    program.expect("ready");
    String pid = Long.toString(program.pid());
    assertThat(Jvm.rocjfr(jdk, "check", "--pid", pid).outText())
        .contains("The agent does not run in this process: " + reason + ". Attach it");
    String file = folder.resolve("anew.jfr").toString();
    Program.Finished record =
        Jvm.rocjfr(jdk, "record", "-d", "1s", "-o", file, "--agent", "ring=16m", pid);
    assertThat(record.expectStatus(0).errText()).contains("Recording process");
    program.send("go");
    assertThat(program.finish().expectStatus(0).outText()).contains("active true");
  }

  /** They would be dropped. */
  @OnEachJdk
  void optionsForAnAgentThatIsThereAlreadyAreRefused(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      String pid = Long.toString(load.program().pid());
      for (String[] command :
          List.of(
              new String[] {"attach", pid, "ring=16m"},
              new String[] {"record", "-d", "1s", "--agent", "ring=16m", pid})) {
        assertThat(Jvm.rocjfr(jdk, command).expectStatus(2).errText())
            .contains("The agent is in process " + pid + " already");
      }
      load.attach().expectStatus(0);
    }
  }
}
