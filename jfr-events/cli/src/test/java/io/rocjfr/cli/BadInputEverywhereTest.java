// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Every command that reads recordings says what is wrong with a file, and ends with 2. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BadInputEverywhereTest {
  /** Where a chunk's header has the major version of the format. */
  private static final int MAJOR_AT = 4;

  @TempDir Path folder;

  private Path recording() throws IOException {
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.kernel("gemm", 0, 1, 0, 1000);
      return maker.dump(folder.resolve("good.jfr"));
    }
  }

  private CliRun run(String command, Path file) {
    List<Object> words = new ArrayList<>(List.of(command.split(" ", -1)));
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).toString().matches("out[.-].*")) {
        words.set(i, folder.resolve(words.get(i).toString()));
      }
    }
    words.add(1, file);
    return CliRun.of(words.toArray());
  }

  /** Nobody writes to it: who opens it waits. */
  private Path pipe(String name) throws IOException {
    Path pipe = folder.resolve(name);
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
    assertThat(made.onExit().join().exitValue()).isZero();
    return pipe;
  }

  /** Another user's, in the folder of a JVM whose recording is looked at. */
  @Test
  void aPipeAmongTheChunksOfARepository() throws IOException {
    pipe("2026_11_29_07_00_00.jfr");
    Files.copy(recording(), folder.resolve("2026_11_29_07_00_01.jfr"));
    CliRun run = CliRun.of("summary", folder);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("gemm");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--settings", "--also"})
  void settingsThatAreNoFile(String option) throws IOException {
    for (Path file : List.of(pipe("pipe.jfc"), folder)) {
      Path named = file.equals(folder) ? Files.createDirectory(folder.resolve("a.jfc")) : file;
      RecordingSettings settings =
          CommandLine.populateCommand(new RecordingSettings(), option, named.toString());
      assertThatThrownBy(() -> settings.names(folder))
          .isInstanceOf(UserError.class)
          .hasMessage("The settings " + named + " cannot be read.");
    }
  }

  /** What is in it would count twice. */
  @ParameterizedTest
  @ValueSource(strings = {"summary", "report", "page -o out.html", "flame -o out.html", "leaks"})
  void aFileThatIsNamedTwice(String command) throws IOException {
    Path file = recording();
    Path link = Files.createSymbolicLink(folder.resolve("link.jfr"), file);
    List<Object> words = new ArrayList<>(List.of(command.split(" ", -1)));
    words.replaceAll(word -> word.equals("out.html") ? folder.resolve("out.html") : word);
    words.addAll(List.of(file, link));
    CliRun run = CliRun.of(words.toArray());
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(link + " is given twice. Give it once");
    assertThat(folder.resolve("out.html")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999999h", "0s", "ten", "1d"})
  void whatIsNoTime(String time) throws IOException {
    CliRun run = CliRun.of("page", recording(), "-o", folder.resolve("out.html"), "--from", time);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("\"" + time + "\" is ");
    assertThat(folder.resolve("out.html")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "summary",
        "summary --json",
        "report",
        "page -o out.html",
        "flame -o out.html",
        "flame --collapsed",
        "flame --pprof -o out.pb.gz",
        "flame --memory --collapsed",
        "top",
        "convert -o out.pftrace",
        "convert -o out.db",
        "convert -o out-",
        "leaks",
      })
  void aBadFile(String command) throws IOException {
    byte[] good = Files.readAllBytes(recording());
    byte[] future = good.clone();
    ByteBuffer.wrap(future).putShort(MAJOR_AT, (short) 9);
    Path[] files = {
      folder.resolve("missing.jfr"),
      Files.createFile(folder.resolve("empty.jfr")),
      Files.writeString(folder.resolve("foreign.jfr"), "this is text, and a lot of it. ".repeat(9)),
      Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(good, good.length / 2)),
      Files.write(folder.resolve("header.jfr"), Arrays.copyOf(good, 30)),
      Files.write(folder.resolve("future.jfr"), future),
      Files.createDirectory(folder.resolve("folder.jfr")),
      pipe("pipe.jfr"),
      Path.of("/dev/zero"),
    };
    for (Path file : files) {
      CliRun run = run(command, file);
      assertThat(run.code()).as("%s %s: %s", command, file, run).isEqualTo(2);
      assertThat(run.err()).as("%s %s", command, file).contains("rocjfr: ", file.toString());
    }
    try (var made = Files.list(folder)) {
      assertThat(made.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("out"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "summary --no-such-option",
        "report --fail-on never-heard-of",
        "page --events many",
        "flame --copies --waits",
        "flame --collapsed --pprof",
        "top --rows few",
        "convert",
        "convert -o out.txt",
        "page -o /no/such/folder/out.html",
        "flame -o /no/such/folder/out.html",
        "convert -o /no/such/folder/out.db",
        "convert -o /no/such/folder/out",
      })
  void wrongArguments(String command) throws IOException {
    CliRun run = run(command, recording());
    assertThat(run.code()).as("%s: %s", command, run).isEqualTo(2);
    assertThat(run.err()).as(command).startsWith("rocjfr: ");
  }

  /** A user who may write no byte to any file, in place of a disk that is full. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "page -o out.html",
        "flame -o out.html",
        "flame --pprof -o out.pb.gz",
        "flame --collapsed -o out.txt",
        "convert -o out.pftrace",
        "convert -o out.db",
        "convert -o out-",
      })
  void aFullDisk(String command) throws Exception {
    Path recording = folder.resolve("stacks.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      new LaunchingProgram(maker, 1).run();
      maker.dump(recording);
    }
    String name = command.substring(command.indexOf("out"));
    Process process = start("ulimit -f 0; exec \"$@\"", command, recording);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", command, err).isEqualTo(2);
    assertThat(err)
        .as(command)
        .contains(name + " cannot be written: ")
        .doesNotContain("\tat ", "SQLITE");
    try (var left = Files.list(folder)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .noneMatch(file -> file.startsWith("out"));
    }
  }

  /** A disk with no room: what, where and what to do is said, in words of ours. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "page -o out.html",
        "flame -o out.html",
        "convert -o out.pftrace",
        "convert -o out.db",
        "convert -o out-",
      })
  void aDiskThatIsFull(String command) throws Exception {
    Path small = Files.createDirectory(folder.resolve("small"));
    String mount = "mount -t tmpfs -o size=4k none " + small;
    assumeTrue(
        new ProcessBuilder("unshare", "-rm", "sh", "-c", mount).start().waitFor() == 0,
        "nothing can be mounted here");
    Path recording = folder.resolve("stacks.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      new LaunchingProgram(maker, 200).run();
      maker.dump(recording);
    }
    Process process =
        start(
            "exec unshare -rm sh -c '"
                + mount
                + "; cd "
                + small
                + "; \"$@\"; echo $?; ls' sh \"$@\"",
            command,
            recording);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    String name = command.substring(command.indexOf("out"));
    assertThat(err)
        .contains(
            name + " cannot be written: no space is left on the disk of " + small,
            "Make room there, or name a place on another disk (-o).")
        .doesNotContain("\tat ", "SQLITE", "database");
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .as("the exit code, and nothing that is left: %s", err)
        .isEqualTo("2\n");
  }

  /** In a shell's hands, and in the test's folder. */
  private Process start(String shell, String command, Path recording) throws IOException {
    List<String> words = new ArrayList<>(List.of("sh", "-c", shell, "sh"));
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:-UsePerfData", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    words.addAll(sqlite());
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.rocjfr.cli.Main"));
    words.addAll(List.of(command.split(" ", -1)));
    words.add(recording.toString());
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    return builder.start();
  }

  /** It unpacks a library of its own, which must not fail first. */
  private List<String> sqlite() throws IOException {
    String library = "libsqlitejdbc.so";
    try (InputStream in =
        BadInputEverywhereTest.class.getResourceAsStream(
            "/org/sqlite/native/Linux/x86_64/" + library)) {
      Files.write(folder.resolve(library), in.readAllBytes());
    }
    return List.of("-Dorg.sqlite.lib.path=" + folder, "-Dorg.sqlite.lib.name=" + library);
  }
}
