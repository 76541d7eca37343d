// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static io.rocjfr.harness.FlightAssert.assertFlight;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** The folder in which JFR keeps a recording's chunks is full, goes, or can only be read. */
class RepositoryIT {
  private static final String RUN = "run threads=2 ops=300 streams=2 seed=39";
  private static final int KIBIBYTES = 32 * 1024;

  @TempDir Path folder;

  private static Jvm on(Path repository, Jvm jvm) throws IOException {
    Files.createDirectories(repository);
    return jvm.options("-XX:FlightRecorderOptions:repository=" + repository)
        .withDisk(repository, KIBIBYTES);
  }

  /** A folder as the program sees it. */
  private static Path seen(LoadApp load, Path place) {
    return Path.of("/proc/" + load.program().pid() + "/root" + place);
  }

  private static void inItsPlace(LoadApp load, String... command) {
    List<String> words =
        List.of(
            "nsenter",
            "--preserve-credentials",
            "-U",
            "-m",
            "-t",
            Long.toString(load.program().pid()),
            "--");
    Program.run(Stream.concat(words.stream(), Stream.of(command)).toList()).expectStatus(0);
  }

  private void isExact(LoadApp load, String name) {
    load.ask("jfr-start name=" + name);
    LoadCounts run = load.load(RUN);
    assertFlight(load.stopRecording(name, folder))
        .holdsExactly(run)
        .joinsWorkToCalls()
        .lostNothing();
  }

  @OnEachJdk
  void gone(Jdk jdk) throws IOException {
    Path repository = folder.resolve("repository");
    try (LoadApp load = on(repository, new Jvm(jdk).agent()).startLoad()) {
      load.ask("hip");
      isExact(load, "before");
      load.ask("jfr-start name=lost");
      load.ask(RUN);
      delete(seen(load, repository));
      load.program().send("jfr-stop name=lost file=" + folder.resolve("lost.jfr"));
      load.program().expect("load: "); // JFR's own failure, or an empty file
      isExact(load, "after");
      load.leave().expectStatus(0);
    }
  }

  /** JFR ends the JVM then, with the agent as without; what was recorded before is there. */
  @OnEachJdk
  void canOnlyBeRead(Jdk jdk) throws IOException {
    endsAsWithoutUs(
        jdk,
        (load, repository) -> inItsPlace(load, "mount", "-o", "remount,ro", repository.toString()));
  }

  /** The same. */
  @OnEachJdk
  void full(Jdk jdk) throws IOException {
    endsAsWithoutUs(
        jdk,
        (load, repository) -> {
          load.ask("jfr-start name=before");
          Path ballast = seen(load, repository).resolve("ballast");
          List<String> fill = List.of("dd", "if=/dev/zero", "bs=64k", "of=" + ballast);
          assertThat(Program.run(fill).errText()).contains("No space left");
        });
  }

  private void endsAsWithoutUs(Jdk jdk, BiConsumer<LoadApp, Path> fault) throws IOException {
    Path repository = folder.resolve("repository");
    int status;
    try (LoadApp load = on(repository, new Jvm(jdk)).startLoad()) {
      load.ask("hip");
      status = end(load, repository, fault);
    }
    try (LoadApp load = on(repository, new Jvm(jdk).agent()).startLoad()) {
      load.ask("hip");
      isExact(load, "exact");
      assertThat(end(load, repository, fault)).as("exit code").isEqualTo(status);
    }
  }

  /** Records until JFR ends it. */
  private static int end(LoadApp load, Path repository, BiConsumer<LoadApp, Path> fault) {
    fault.accept(load, repository);
    try {
      load.program().send("jfr-start name=all");
      load.program().send(RUN);
      load.program().send("jfr-stop name=all");
    } catch (AssertionError e) {
      // It has ended already.
    }
    return load.program().finish().status();
  }

  private static void delete(Path place) {
    try (Stream<Path> all = Files.walk(place)) {
      all.filter(path -> !path.equals(place))
          .sorted(Comparator.reverseOrder())
          .forEach(
              path -> {
                try {
                  Files.delete(path);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
