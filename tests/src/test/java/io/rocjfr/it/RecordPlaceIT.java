// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Program;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Where {@code record} and {@code run} put what they record: what was there is kept until then. */
class RecordPlaceIT {
  private static final String RECORDS = "Recording process ";
  private static final String FULL = "no space is left on the disk of ";
  private static final int BAD_INPUT = 2;

  /** In KiB: no recording is that small. */
  private static final int SMALL = 64;

  /** One is not that large. */
  private static final int LARGE = 32 * 1024;

  @TempDir Path folder;

  private static String pid(LoadApp load) {
    return Long.toString(load.program().pid());
  }

  private static List<String> in(Path place) throws IOException {
    try (Stream<Path> all = Files.list(place)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** A folder as a program sees it. */
  private static Path seen(LoadApp load, Path place) {
    return Path.of("/proc/" + pid(load) + "/root" + place);
  }

  /** Newer JDKs put the process's number in the place of %p, and JFR has quotes of its own. */
  @OnEachJdk
  void aNameIsTakenLiterally(Jdk jdk) throws IOException {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      for (String name : List.of("%p", "%s 100%%, it's", "a \"b\" %t")) {
        Path place = Files.createDirectory(folder.resolve(name));
        Path out = Files.writeString(place.resolve(name + ".jfr"), "before");
        try (Program record = Jvm.startRocjfr(jdk, "record", "-o", out.toString(), pid(load))) {
          record.expectError(RECORDS);
          assertThat(out).hasContent("before");
          record.terminate();
          assertThat(record.errors()).noneMatch(line -> line.startsWith("rocjfr:"));
        }
        assertThat(Files.readAllBytes(out)).as(name).startsWith('F', 'L', 'R');
        assertThat(in(place)).containsExactly(name + ".jfr");
      }
      assertThat(load.jcmd("JFR.check").outText()).doesNotContain("name=rocjfr");
    }
  }

  @OnEachJdk
  void whatALinkNamesIsReplaced(Jdk jdk) throws IOException {
    Path file = Files.writeString(folder.resolve("file.jfr"), "before");
    Path link = Files.createSymbolicLink(folder.resolve("link.jfr"), file);
    try (LoadApp load = new Jvm(jdk).agent().startLoad();
        Program record = Jvm.startRocjfr(jdk, "record", "-o", link.toString(), pid(load))) {
      record.expectError(RECORDS);
      record.terminate();
    }
    assertThat(link).isSymbolicLink();
    assertThat(Files.readAllBytes(file)).startsWith('F', 'L', 'R');
  }

  @OnEachJdk
  void aDiskThatIsFull(Jdk jdk) throws IOException {
    Path out = folder.resolve("out.jfr");
    try (LoadApp load = new Jvm(jdk).agent().withDisk(folder, SMALL).startLoad()) {
      Files.writeString(seen(load, out), "before");
      String[] words = {"record", "-d", "1s", "-o", out.toString(), pid(load)};
      try (Program record = Jvm.startRocjfrBeside(load, jdk, words)) {
        Program.Finished end = record.finish();
        assertThat(end.expectStatus(BAD_INPUT).errText())
            .contains(out + " cannot be written: " + FULL + folder, "Nothing is lost.")
            .doesNotContain("I/O");
      }
      assertThat(seen(load, out)).hasContent("before");
      assertThat(load.jcmd("JFR.check").outText()).contains("name=rocjfr");
    }
  }

  /** What is told: the recording goes on, and is written when the program ends. */
  @OnEachJdk
  void aDiskThatIsFullForAWhile(Jdk jdk) throws IOException {
    Path out = folder.resolve("out.jfr");
    Path kept = folder.resolve("kept.jfr");
    LoadCounts run;
    try (LoadApp load = new Jvm(jdk).agent().withDisk(folder, LARGE).startLoad()) {
      Path ballast = seen(load, folder).resolve("ballast");
      Files.write(ballast, new byte[(LARGE - SMALL) * 1024]);
      String[] words = {"record", "-d", "1s", "-o", out.toString(), pid(load)};
      String told;
      try (Program record = Jvm.startRocjfrBeside(load, jdk, words)) {
        told = record.finish().expectStatus(BAD_INPUT).errText();
      }
      Files.delete(ballast);
      String name = in(seen(load, folder)).get(0);
      assertThat(told).contains("which writes it to " + folder.resolve(name) + " when it ends");
      // Open, it stays when the last has gone that sees the disk.
      try (InputStream written = Files.newInputStream(seen(load, folder).resolve(name))) {
        assertThat(written.available()).isZero();
        load.ask("hip");
        run = load.load("run threads=2 ops=200");
        load.leave();
        Files.copy(written, kept);
      }
    }
    assertThat(Flight.read(kept).dispatches()).hasSize(Math.toIntExact(run.dispatches()));
  }

  /** What its JFR could write is all that is left. */
  @OnEachJdk
  void aDiskThatIsFullWhenTheProgramEnds(Jdk jdk) throws IOException {
    Path out = folder.resolve("out.jfr");
    // The disk goes with the last that sees it.
    try (LoadApp load = new Jvm(jdk).agent().withDisk(folder, SMALL).startLoad();
        Program record =
            Jvm.startRocjfrBeside(load, jdk, "record", "-o", out.toString(), pid(load))) {
      Files.writeString(seen(load, out), "before");
      record.expectError(RECORDS);
      load.leave();
      Program.Finished end = record.finish();
      assertThat(end.expectStatus(BAD_INPUT).errText())
          .contains(
              out + " is not written: the recording is truncated",
              FULL + folder,
              "The readable part is kept: " + folder);
    }
  }

  @OnEachJdk
  void runKeepsWhatADiskHasNoRoomFor(Jdk jdk) throws IOException {
    Path out = folder.resolve("out.jfr");
    try (LoadApp load = new Jvm(jdk).withDisk(folder, SMALL).startLoad()) {
      Files.writeString(seen(load, out), "before");
      String[] demo = new Jvm(jdk).words("io.rocjfr.demo.MatrixTranspose").toArray(String[]::new);
      List<String> words = new ArrayList<>(List.of("run", "-o", out.toString(), "--"));
      words.addAll(List.of(demo));
      try (Program run = Jvm.startRocjfrBeside(load, jdk, words.toArray(String[]::new))) {
        Program.Finished end = run.finish();
        String kept = "The recording is kept: ";
        assertThat(end.expectStatus(BAD_INPUT).errText())
            .contains(out + " cannot be written: " + FULL + folder, kept);
        String last = end.err().get(end.err().size() - 1);
        Path recordings = Path.of(last.substring(kept.length()));
        assertThat(recordings).isDirectoryContaining(file -> file.toString().endsWith(".jfr"));
        removeAll(recordings.getParent());
      }
      assertThat(in(seen(load, folder))).containsExactly("out.jfr");
      assertThat(seen(load, out)).hasContent("before");
    }
  }

  private static void removeAll(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** It would write where this command does not find it. */
  @OnEachJdk
  void aProgramThatSeesOtherFiles(Jdk jdk) throws IOException {
    Path out = Files.writeString(folder.resolve("out.jfr"), "before");
    try (LoadApp load = new Jvm(jdk).withDisk(folder, 1024).startLoad()) {
      Program.Finished end = Jvm.rocjfr(jdk, "record", "-o", out.toString(), pid(load));
      assertThat(end.expectStatus(BAD_INPUT).errText())
          .startsWith("rocjfr: Process " + pid(load) + " has its own file systems")
          .contains("It does not see " + folder);
      assertThat(in(folder)).containsExactly("out.jfr");
      assertThat(out).hasContent("before");
      assertThat(in(seen(load, folder))).isEmpty();
    }
  }

  /** As a service of systemd that has temporary files of its own. */
  @OnEachJdk
  void aProgramWithATemporaryFolderOfItsOwn(Jdk jdk) throws IOException {
    Path other = Files.createDirectory(folder.resolve("tmp"));
    Path out = folder.resolve("out.jfr");
    Jvm own = new Jvm(jdk).options("-Djava.io.tmpdir=" + other);
    try (LoadApp load = new Jvm(jdk).withDisk(other, 8192).startLoad()) {
      own.rocjfrHere("record", "-d", "1s", "-o", out.toString(), pid(load)).expectStatus(0);
    }
    assertThat(out).isNotEmptyFile();
    assertThat(in(folder)).containsExactly("out.jfr", "tmp");
  }
}
