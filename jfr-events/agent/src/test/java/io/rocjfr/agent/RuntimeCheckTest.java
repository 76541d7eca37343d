// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code check} finds, in a JVM of its own: it loads the tracer and a runtime. */
@Timeout(1800)
class RuntimeCheckTest {
  private static final Path NATIVE = Path.of(System.getProperty("rocjfr.native")).toAbsolutePath();

  @TempDir Path folder;

  /** A release after the last that is known: found, asked and traced by what it has. */
  @Test
  void aReleaseOfTomorrow() throws Exception {
    Path runtime = NATIVE.resolve("lib/stubhip-future/libamdhip64.so.8");
    assertThat(runtime).exists();
    assertThat(check(runtime))
        .containsExactly(
            "hook tracer callback (5.3+)", "path " + runtime.toRealPath(), "devices 2", "[]");
  }

  /** By no name but its own: a program's link for building may be there, of whatever release. */
  @Test
  void aReleaseOfTomorrowIsFoundByTheLoader() throws Exception {
    Path runtime = NATIVE.resolve("lib/stubhip-future/libamdhip64.so.8");
    Path path = Files.createDirectories(folder.resolve("path"));
    Path copy = Files.copy(runtime, path.resolve("libamdhip64.so.8"));
    Files.writeString(path.resolve("libamdhip64.so"), "no library");
    List<String> lines = check(path, "");
    assertThat(lines)
        .containsExactly(
            "hook tracer callback (5.3+)", "path " + copy.toRealPath(), "devices 2", "[]");
  }

  @Test
  void aFileThatIsNoLibrary() throws Exception {
    Path runtime = Files.writeString(folder.resolve("libamdhip64.so.8"), "no library");
    List<String> lines = check(runtime);
    assertThat(lines.get(2)).isEqualTo("devices -1");
    assertThat(lines.get(3))
        .startsWith("[no HIP runtime can be loaded: " + runtime)
        .contains("file too short");
  }

  private List<String> check(Path runtime) throws Exception {
    return check(folder, runtime.toString());
  }

  /**
   * With this folder first on the loader's path.
   *
   * @param runtime empty for the one that is found
   */
  private List<String> check(Path loadersPath, String runtime) throws Exception {
    Path out = folder.resolve("out");
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    ProcessBuilder builder =
        new ProcessBuilder(
                java.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                App.class.getName(),
                NATIVE.resolve("lib/librocjfr.so").toString(),
                runtime)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("LD_LIBRARY_PATH", loadersPath.toString());
    Process process = builder.start();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
    return Files.readAllLines(out);
  }

  /** The other JVM. */
  static final class App {
    private App() {}

    public static void main(String[] args) {
      Path runtime = args[1].isEmpty() ? null : Path.of(args[1]);
      RuntimeCheck.Result result = RuntimeCheck.run(null, Path.of(args[0]), runtime);
      System.out.println("hook " + result.hook());
      System.out.println("path " + result.runtime());
      System.out.println("devices " + result.devices());
      System.out.println(result.problems());
    }
  }
}
