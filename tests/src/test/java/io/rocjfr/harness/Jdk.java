// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The JDKs that programs under test run on. */
public enum Jdk {
  /** The oldest one that is supported; where it is not installed, the one that runs the tests. */
  JAVA_17(17),
  /**
   * Tests run on it where it is installed: 21, or the version that the variable ROCJFR_JDK has.
   * tests/jdks.sh has those of Debian sid in a root.
   */
  OTHER(Integer.parseInt(System.getenv().getOrDefault("ROCJFR_JDK", "21"))),
  JAVA_25(25);

  private static final Path INSTALLED = Path.of("/usr/lib/jvm");

  private final int version;

  Jdk(int version) {
    this.version = version;
  }

  public int version() {
    return version;
  }

  /** Its home; skips the calling test where it is not installed. */
  public Path home() {
    Optional<Path> found = find();
    if (found.isEmpty() && this == JAVA_17) {
      return Path.of(System.getProperty("java.home"));
    }
    return found.orElseGet(
        () ->
            Assumptions.abort(
                "there is no JDK "
                    + version
                    + ": neither JAVA"
                    + version
                    + "_HOME nor a folder of "
                    + INSTALLED
                    + " holds one"));
  }

  /**
   * Whether its virtual threads are asked who they are: then a call that is made while JNI must not
   * be used, as a blocking copy of an array, has no thread.
   */
  public boolean asksVirtualThreads() {
    int major = major(home());
    return major >= 21 && major < 24;
  }

  /** Those that tests run on; one that is missing skips the test, but for {@link #OTHER}. */
  static List<Jdk> tested() {
    return OTHER.find().isPresent() ? List.of(JAVA_17, OTHER, JAVA_25) : List.of(JAVA_17, JAVA_25);
  }

  /** The newest that is there: what it changes, later ones have. */
  public static Jdk newest() {
    return OTHER.version > JAVA_25.version && OTHER.find().isPresent() ? OTHER : JAVA_25;
  }

  /** Those of them that have virtual threads. */
  static List<Jdk> virtual() {
    return tested().stream().filter(jdk -> jdk.version >= 21).toList();
  }

  /** A program of this JDK's bin folder. */
  public Path tool(String name) {
    return home().resolve("bin").resolve(name);
  }

  private Optional<Path> find() {
    List<Path> candidates = new ArrayList<>();
    String set = System.getenv("JAVA" + version + "_HOME");
    if (set != null) {
      candidates.add(Path.of(set));
    }
    candidates.add(Path.of(System.getProperty("java.home")));
    if (Files.isDirectory(INSTALLED)) {
      try (Stream<Path> folders = Files.list(INSTALLED)) {
        folders.sorted().forEach(candidates::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return candidates.stream().filter(home -> major(home) == version).findFirst();
  }

  private static int major(Path home) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/jcmd")) || !Files.isReadable(release)) {
      return -1;
    }
    Properties properties = new Properties();
    try (var in = Files.newInputStream(release)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String text = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
    return text.isEmpty() ? -1 : Runtime.Version.parse(text).feature();
  }
}
