// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How processes are named and listed. */
class JvmsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java com.example.Main a b | com.example.Main",
        "java -Xmx1g -cp a:b --add-modules x com.example.Main -jar y | com.example.Main",
        "/usr/bin/java -javaagent:rocjfr.jar -jar /opt/app.jar serve | /opt/app.jar",
        "java -m app/com.example.Main | app/com.example.Main",
        "/opt/launcher | launcher",
      })
  void theMainClassIsReadOffTheCommandLine(String line, String main) {
    assertThat(Jvms.main(List.of(line.split(" ", -1)))).isEqualTo(main);
  }

  @ParameterizedTest
  @CsvSource({
    "com.example.Main, com.example.Main, true",
    "com.example.Main, Main, true",
    "com.example.Main, main, false",
    "/opt/app.jar, app.jar, true",
    "/opt/app.jar, app, true",
    "/opt/app.jar, ap, false",
  })
  void aNameIsTheWholeOfOne(String main, String name, boolean is) {
    assertThat(new Jvms.Jvm(ProcessId.of(1), main).is(name)).isEqualTo(is);
  }

  /** As after an update of the JDK, or where a cleaner of /tmp took an agent's library. */
  @Test
  void librariesThatWereRemovedSinceAreThereStill() {
    String before = "7f0-7f1 r-xp 00000000 fe:01 42   ";
    assertThat(
            ProcessId.libraries(
                Stream.of(
                    before + "/jdk/lib/server/libjvm.so (deleted)",
                    before + "/jdk/lib/server/libjvm.so (deleted)",
                    before + "/tmp/rocjfr1/librocjfr.so (deleted)",
                    before + "/usr/lib/libc.so.6",
                    before + "[heap]",
                    "7f1-7f2 rw-p 00000000 00:00 0 ")))
        .containsExactly(
            "/jdk/lib/server/libjvm.so", "/tmp/rocjfr1/librocjfr.so", "/usr/lib/libc.so.6");
  }

  /** A server has mapped what somebody has sent it. */
  @Test
  void aMappedFileIsNoLibrary() {
    List<String> maps =
        List.of(
            "7f0-7f1 r--s 00000000 fe:01 42   /uploads/librocjfr.so",
            "7f1-7f2 r--p 00000000 fe:01 43   /lib/librocjfr.so",
            "7f2-7f3 r-xp 00000000 fe:01 43   /lib/librocjfr.so",
            "7f3-7f4 r--s 00000000 fe:01 44   /uploads/librocprofiler64.so");
    assertThat(ProcessId.libraries(maps.stream())).containsExactly("/lib/librocjfr.so");
    assertThat(ProcessId.notLoaded(maps))
        .containsExactly(
            "/uploads/librocjfr.so is not used, because the process has mapped it, but not loaded it as"
                + " code.");
  }

  @Test
  void aRunningJvmIsListedAndFoundByItsName() throws Exception {
    Process process = start();
    Process other = start();
    try {
      JsonNode listed = CliRun.of("list", "--json").json().get("jvms");
      assertThat(listed)
          .anySatisfy(
              jvm -> {
                assertThat(jvm.get("pid").asLong()).isEqualTo(process.pid());
                assertThat(jvm.get("main").asText()).isEqualTo(SleepingProgram.class.getName());
                assertThat(jvm.get("gpu").asBoolean()).isFalse();
                assertThat(jvm.get("agent").asBoolean()).isFalse();
              });
      assertThat(CliRun.of("list").row(process.pid() + " ")).endsWith("SleepingProgram");
      // Two have that name: which is meant is not guessed.
      CliRun two = CliRun.of("record", "-d", "1s", "SleepingProgram");
      assertThat(two.code()).isEqualTo(2);
      assertThat(two.err()).contains(process.pid() + "  ", other.pid() + "  ");
    } finally {
      process.destroyForcibly().waitFor();
      other.destroyForcibly().waitFor();
    }
  }

  @ParameterizedTest
  @CsvSource({"libamdhip64.so.6, true", "libOpenCL.so.1, true", "libother.so, false"})
  void aJvmThatHasLoadedHipOrOpenClUsesTheGpu(String library, boolean uses, @TempDir Path folder)
      throws Exception {
    // Some library, by its name.
    Path some = Path.of(System.getProperty("java.home"), "lib", "libprefs.so");
    Path file = Files.copy(some, folder.resolve(library));
    Process process = start(file.toString());
    try {
      assertThat(CliRun.of("list", "--json").json().get("jvms"))
          .anySatisfy(
              jvm -> {
                assertThat(jvm.get("pid").asLong()).isEqualTo(process.pid());
                assertThat(jvm.get("gpu").asBoolean()).isEqualTo(uses);
              });
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void wrongUseIsSaid() {
    assertThat(CliRun.of("record", "no.such.Program").err())
        .contains("No JVM of this user is called \"no.such.Program\"");
    assertThat(CliRun.of("record", "999999999").err()).contains("There is no process 999999999");
    assertThat(CliRun.of("record", "-d", "soon", "1").err()).contains("is not a time");
    assertThat(CliRun.of("record").code()).isEqualTo(2);
    String own = String.valueOf(ProcessHandle.current().pid());
    assertThat(CliRun.of("record", own).err()).contains("is this command itself");
    assertThat(CliRun.of("run").code()).isEqualTo(2);
    assertThat(CliRun.of("export").err()).contains("rocjfr-export.jar is not beside");
  }

  private static Process start(String... loaded) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(SleepingProgram.class.getName());
    command.addAll(List.of(loaded));
    Process process = new ProcessBuilder(command).start();
    process.getInputStream().read(); // It says that it runs.
    return process;
  }
}
