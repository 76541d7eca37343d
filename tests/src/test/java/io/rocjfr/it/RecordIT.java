// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Summary;
import io.rocjfr.harness.Whole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** One command from a JVM that uses the GPU to a recording, a page, a trace. */
class RecordIT {
  private static final int BAD_INPUT = 2;
  private static final String RECORDS = "Recording process ";

  /** 128 and the number of SIGTERM. */
  private static final int TERMINATED = 143;

  @TempDir Path folder;

  private static String pid(LoadApp load) {
    return Long.toString(load.program().pid());
  }

  private static LoadCounts work(LoadApp load, int seed) {
    return load.load("run threads=2 ops=300 seed=" + seed);
  }

  /** As a new user would: a JVM that was started without the agent, a page, and a signal. */
  @OnEachJdk
  void aSignalStillWrites(Jdk jdk) throws IOException {
    List<String> names = Whole.oneOfEachPair("out.html", "out.pftrace", "out", "out.db");
    for (String name : names) {
      Path out = folder.resolve(name);
      try (LoadApp load = new Jvm(jdk).startLoad()) {
        load.ask("hip");
        try (Program record = Jvm.startRocjfr(jdk, "record", "-o", out.toString(), pid(load))) {
          record.expectError(RECORDS + pid(load));
          LoadCounts did = work(load, 1);
          Program.Finished end = record.terminate();
          assertThat(end.status()).as(record.describe()).isZero(); // that is how it is ended
          assertThat(end.outText()).contains("Written: " + out);
          did.kernels().keySet().forEach(kernel -> assertThat(end.outText()).contains(kernel));
        }
        if (name.equals("out")) { // a folder of Parquet files
          assertThat(out.resolve("KernelDispatch")).isNotEmptyDirectory();
          assertThat(out.toFile().list((place, file) -> file.endsWith(".jfr"))).isEmpty();
        } else {
          assertThat(out).isNotEmptyFile();
        }
        // The program goes on, and nothing of ours is left.
        work(load, 2);
        assertThat(load.jcmd("JFR.check").outText()).doesNotContain("name=rocjfr");
      }
    }
    try (var left = Files.list(folder)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(names);
    }
  }

  @OnEachJdk
  void theRecordingHoldsAllThatTheProgramDid(Jdk jdk) {
    Path out = folder.resolve("out.jfr");
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      LoadCounts did;
      try (Program record = Jvm.startRocjfr(jdk, "record", "-o", out.toString(), pid(load))) {
        record.expectError(RECORDS);
        assertThat(load.jcmd("JFR.check").outText())
            .contains("name=rocjfr-")
            .doesNotContain("maxsize"); // 250 MB, where none is given
        did = work(load, 1);
        record.terminate();
      }
      Summary summary =
          Summary.of(Jvm.rocjfr(jdk, "summary", "--json", out.toString()).expectStatus(0));
      assertThat(summary.calls()).isEqualTo(did.calls());
      assertThat(summary.kernels()).isEqualTo(did.kernels());
      assertThat(summary.copies()).isEqualTo(did.copies());
      assertThat(summary.lost()).isZero();
    }
  }

  /** It ends by itself when its time is over, and with 0. */
  @OnEachJdk
  void aTimeThatIsOver(Jdk jdk) {
    Path out = folder.resolve("out.jfr");
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      try (Program record =
          Jvm.startRocjfr(jdk, "record", "-d", "1s", "-o", out.toString(), pid(load))) {
        assertThat(record.finish().status()).as(record.describe()).isZero();
      }
      assertThat(out).isNotEmptyFile();
    }
  }

  @OnEachJdk
  void aProgramThatEndsWhileItIsRecorded(Jdk jdk) {
    Path out = folder.resolve("ends.jfr");
    LoadCounts did;
    try (LoadApp load = new Jvm(jdk).agent().startLoad();
        Program record = Jvm.startRocjfr(jdk, "record", "-o", out.toString(), pid(load))) {
      record.expectError(RECORDS);
      load.ask("hip");
      did = work(load, 1);
      load.leave();
      Program.Finished end = record.finish();
      assertThat(end.status()).as(record.describe()).isZero();
      assertThat(end.errText()).contains("has ended");
    }
    Summary summary =
        Summary.of(Jvm.rocjfr(jdk, "summary", "--json", out.toString()).expectStatus(0));
    assertThat(summary.kernels()).isEqualTo(did.kernels());
  }

  /** As in a container whose first process waits for no child: it keeps its number. */
  @OnEachJdk
  void aProgramThatEndsAndIsNotWaitedFor(Jdk jdk) throws IOException {
    Path out = folder.resolve("ends.jfr");
    Path pid = folder.resolve("pid");
    try (LoadApp load = new Jvm(jdk).agent().notWaitedFor(pid).startLoad();
        Program record =
            Jvm.startRocjfr(jdk, "record", "-o", out.toString(), Files.readString(pid).strip())) {
      record.expectError(RECORDS);
      load.ask("hip");
      work(load, 1);
      load.program().send("return");
      assertThat(record.finish().status()).as(record.describe()).isZero();
      assertThat(load.program().isAlive()).as("its parent").isTrue();
    }
    assertThat(out).isNotEmptyFile();
  }

  /** What JFR has in its repository by then is used; that it is not all is said. */
  @OnEachJdk
  void aProgramThatIsKilledWhileItIsRecorded(Jdk jdk) {
    Path out = folder.resolve("killed.jfr");
    try (LoadApp load = new Jvm(jdk).agent().startLoad();
        Program record = Jvm.startRocjfr(jdk, "record", "-o", out.toString(), pid(load))) {
      record.expectError(RECORDS);
      load.ask("hip");
      work(load, 1);
      // Another recording's end writes the chunk out.
      load.ask("jfr-start name=other");
      load.ask("jfr-stop name=other file=" + folder.resolve("other.jfr"));
      load.program().kill();
      Program.Finished end = record.finish();
      assertThat(end.status()).as(record.describe()).isEqualTo(BAD_INPUT);
      assertThat(end.errText()).contains("has ended", "ended before it could write");
      // Its last status may be older than what it did.
      assertThat(end.outText())
          .contains("hipModuleLaunchKernel")
          .doesNotContain("HIP was not loaded");
    }
    assertThat(out).isNotEmptyFile();
  }

  /** JFR's own answers are none that a user understands. */
  @OnEachJdk
  void aProgramThatIsEnding(Jdk jdk) {
    Path out = folder.resolve("ending.html");
    for (boolean jfr : new boolean[] {false, true}) {
      Jvm jvm = new Jvm(jdk).agent().withoutGpu();
      try (Program ending = jvm.start("io.rocjfr.load.Ending", "jfr=" + jfr)) {
        ending.expect("ending");
        String pid = Long.toString(ending.pid());
        try (Program record = Jvm.startRocjfr(jdk, "record", "-o", out.toString(), pid)) {
          if (jfr) { // that was in use answers at the very end
            ending.send("end");
          }
          Program.Finished end = record.finish();
          assertThat(end.errText()).doesNotContain("\tat ", "Command executed");
          if (!jfr || !end.errText().contains(RECORDS)) { // before JFR's own end came
            assertThat(end.status()).as(record.describe()).isEqualTo(BAD_INPUT);
            assertThat(end.errText())
                .containsPattern(
                    "Process " + pid + " (is ending|ended (while|before))|no process " + pid);
            assertThat(folder.toFile().list()).isEmpty();
          }
        }
        if (!jfr) {
          ending.send("end");
        }
        ending.finish().expectStatus(0);
      }
    }
  }

  /** What root hands over to the JVM, settings and the place of the recording, that one may use. */
  @OnEachJdk
  void rootRecordsAnotherUsersProgram(Jdk jdk) throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root may be another user");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Jvm jvm = new Jvm(jdk).asNobody();
    assumeTrue(jvm.canReadItself(), "the build's folder is closed to other users");
    Path out = folder.resolve("other.html");
    try (LoadApp load = jvm.startLoad()) {
      load.ask("hip");
      try (Program record =
          Jvm.startRocjfr(jdk, "record", "-d", "1h", "-o", out.toString(), pid(load))) {
        record.expectError(RECORDS + pid(load));
        LoadCounts did = work(load, 1);
        Program.Finished end = record.terminate();
        assertThat(end.status()).as(record.describe()).isEqualTo(TERMINATED); // cut short
        did.kernels().keySet().forEach(kernel -> assertThat(end.outText()).contains(kernel));
      }
    }
    assertThat(out).isNotEmptyFile();
    assertThat(folder.toFile().list()).containsExactly("other.html");
  }

  @OnEachJdk
  void runRecordsAProgramOrItsBeginning(Jdk jdk) {
    for (List<String> time : List.of(List.<String>of(), List.of("-d", "1s"))) {
      Path out = folder.resolve("run" + time.size() + ".jfr");
      List<String> words = new ArrayList<>(List.of("run", "-o", out.toString()));
      words.addAll(time);
      words.add("--");
      words.addAll(new Jvm(jdk).words("io.rocjfr.demo.MatrixTranspose"));
      Program.Finished end = Jvm.rocjfr(jdk, words.toArray(String[]::new)).expectStatus(0);
      assertThat(end.outText()).contains("Written: " + out).doesNotContain("[jfr,startup]");
      assertThat(out).isNotEmptyFile();
    }
    Program.Finished bad = Jvm.rocjfr(jdk, "run", "-d", "500ms", "--", "java", "Main");
    assertThat(bad.expectStatus(BAD_INPUT).errText()).contains("at least 1s");
  }

  /** What a program that does not start has not replaced. */
  @OnEachJdk
  void runKeepsWhatWasThereUntilThereIsMore(Jdk jdk) throws IOException {
    Path out = Files.writeString(folder.resolve("out.jfr"), "before");
    for (String program : List.of("/no/such/java", "true", "/")) {
      Jvm.rocjfr(jdk, "run", "-o", out.toString(), "--", program).expectStatus(BAD_INPUT);
      assertThat(out).hasContent("before");
    }
  }

  @OnEachJdk
  void topShowsAProcessAsItRuns(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      try (Program top = Jvm.startRocjfr(jdk, "top", "-i", "500ms", pid(load))) {
        top.expect("GPU time of kernels: nothing yet");
        work(load, 1);
        top.expect("GPU time of kernels: ");
        assertThat(top.expect("      Amount")).contains("Asked for by");
        top.terminate();
      }
      assertThat(load.jcmd("JFR.check").outText()).doesNotContain("rocjfr-top");
    }
  }

  /** The recording is kept, and it is said where. */
  @OnEachJdk
  void aPlaceThatIsFull(Jdk jdk) throws IOException {
    Path out = folder.resolve("out.html");
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      // The page has more of libraries alone.
      try (Program record =
          Jvm.startRocjfrWithin(jdk, 100, "record", "-o", out.toString(), pid(load))) {
        record.expectError(RECORDS);
        work(load, 1);
        Program.Finished end = record.terminate();
        assertThat(end.errText())
            .as(record.describe())
            .contains("out.html cannot be written: ", "The recording itself is kept: ");
      }
    }
    assertThat(out).doesNotExist();
    try (var left = Files.list(folder)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .singleElement()
          .asString()
          .endsWith(".jfr");
    }
  }

  @OnEachJdk
  void wrongArguments(Jdk jdk) {
    for (List<String> words :
        List.of(
            List.of("record", "-o", "out.txt", "1"),
            List.of("record", "-d", "soon", "1"),
            List.of("record"),
            List.of("record", "4194305"),
            List.of("record", "-o", "/no/such/folder/out.jfr", "1"),
            List.of("record", "-o", "/no/such/folder/out", "1"),
            List.of("record", "-o", "/etc/passwd", "1"),
            List.of("run"),
            List.of("top"),
            List.of("flame"),
            List.of("convert", "x.jfr"),
            List.of("page"))) {
      Program.Finished end = Jvm.rocjfr(jdk, words.toArray(String[]::new));
      assertThat(end.status()).as("%s", words).isEqualTo(BAD_INPUT);
      assertThat(end.errText()).startsWith("rocjfr: ").doesNotContain("\tat ");
    }
  }
}
