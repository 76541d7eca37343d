// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnknownVirtualThreadsIT {
  /** By this name HotSpot exports where a thread's state stands, without which nothing is read. */
  private static final String STATE = "\0_thread_state\0";

  @TempDir Path folder;

  @Test
  void theyHaveNoIdsAndThatIsCounted() {
    assertThat(
            new Jvm(Jdk.JAVA_25)
                .withoutGpu()
                .start("io.rocjfr.load.UnknownVirtualThreads")
                .finish()
                .expectStatus(0)
                .out())
        .contains("unknown: null", "unknown: skipped 2, pushed 0", "platform: pushed 1");
  }

  /** As OpenJ9 would, or a later HotSpot that has renamed what it exports. */
  @Test
  void aJvmWhoseLayoutIsUnknownGivesVirtualThreadsNoIdsAndCountsThem() throws IOException {
    check(new Jvm(Jdk.JAVA_25), Map.of("platform", 7L, "virtual", 8L), 0);
    Jvm unknown = new Jvm(Jdk.JAVA_25).home(withAnotherLayout(Jdk.JAVA_25.home()));
    check(unknown, Map.of("platform", 7L, "virtual", 0L), 1);
  }

  private void check(Jvm jvm, Map<String, Long> ids, int skipped) {
    Path file = folder.resolve("marks.jfr");
    assertThat(
            jvm.agent()
                .withoutGpu()
                .recordInto(file)
                .start("io.rocjfr.load.MarkingThreads")
                .finish()
                .expectStatus(0)
                .out())
        .contains("skipped " + skipped);
    Flight flight = Flight.read(file);
    assertThat(flight.ranges())
        .singleElement()
        .satisfies(
            range -> {
              assertThat(range.text("message")).isEqualTo("range");
              assertThat(range.text("threadName")).isEqualTo("main");
            });
    Map<String, Long> seen = new TreeMap<>();
    flight.marks().forEach(mark -> seen.put(mark.text("message"), mark.number("externalId")));
    assertThat(seen).isEqualTo(ids);
  }

  /** The same JDK, but for that name in its libjvm.so. */
  private Path withAnotherLayout(Path home) throws IOException {
    Path made = folder.resolve("jdk");
    Files.createDirectories(made.resolve("bin"));
    Files.createDirectories(made.resolve("lib/server"));
    linkAll(home, made);
    linkAll(home.resolve("lib"), made.resolve("lib"));
    linkAll(home.resolve("lib/server"), made.resolve("lib/server"));
    Files.copy(home.resolve("bin/java"), made.resolve("bin/java")); // knows its home by itself
    Path libjvm = made.resolve("lib/server/libjvm.so");
    Files.delete(libjvm);
    String bytes =
        new String(
            Files.readAllBytes(home.resolve("lib/server/libjvm.so")), StandardCharsets.ISO_8859_1);
    assertThat(bytes).contains(STATE);
    Files.write(
        libjvm, bytes.replace(STATE, "\0_thread_elsew\0").getBytes(StandardCharsets.ISO_8859_1));
    return made;
  }

  /** Into the folders that are there already nothing is linked: they are filled one by one. */
  private static void linkAll(Path from, Path to) throws IOException {
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        Path link = to.resolve(entry.getFileName());
        if (!Files.exists(link)) {
          Files.createSymbolicLink(link, entry);
        }
      }
    }
  }
}
