// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JVMs whose threads the agent cannot read: it guesses nothing, says so and counts. */
class UnknownVirtualThreadsIT {
  /** By this name HotSpot exports where a thread's state stands, without which nothing is read. */
  private static final String STATE = "\0_thread_state\0";

  private static final Jdk JDK = Jdk.newest();
  private static final Map<String, Long> ALL = Map.of("platform", 7L, "virtual", 8L);
  private static final Map<String, Long> NO_VIRTUAL = Map.of("platform", 7L, "virtual", 0L);

  private static final String NOT_SEEN =
      "Java threads, external ids on virtual threads and launch sites are not recorded.";

  @TempDir Path folder;

  @Test
  void theyHaveNoIdsAndThatIsCounted() {
    assertThat(
            new Jvm(JDK)
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
    assertThat(check(new Jvm(JDK), ALL, 0)).isEmpty();
    Jvm unknown = new Jvm(JDK).home(withAnotherLayout(JDK.home()));
    assertThat(check(unknown, NO_VIRTUAL, 1))
        .startsWith(NOT_SEEN + " rocjfr does not read this JVM (")
        .endsWith("): its tables lack the offset of JavaThread::_thread_state.");
  }

  /** What the tables say is not taken for true: the agent looks. */
  @ParameterizedTest
  @ValueSource(strings = {"states", "state"})
  void aJvmWhoseTablesAreWrongIsNotRead(String altered) {
    String notSeen = check(altered(altered), NO_VIRTUAL, 1);
    assertThat(notSeen).endsWith("JavaThread::_thread_state differs from its tables.");
    String file = folder.resolve("marks.jfr").toString();
    assertThat(Jvm.rocjfr(JDK, "summary", "--fail-on-loss", file).expectStatus(1).outText())
        .contains(notSeen);
  }

  /** A call into Java out of a critical region could wait for ever: the count has to be found. */
  @ParameterizedTest
  @ValueSource(strings = {"size", "base"})
  void aJvmWhereCriticalRegionsAreNotSeenIsNotRead(String altered) {
    assertThat(check(altered(altered), NO_VIRTUAL, 1))
        .startsWith(NOT_SEEN)
        .endsWith("the counter of a thread's critical regions was not found.");
  }

  /** Whether a collector needs that count is unknown then, too. */
  @Test
  void aJvmWhoseCollectorIsUnknownIsNotReadWithoutThatCount() {
    assertThat(check(altered("flags"), ALL, 0)).isEmpty();
    assertThat(check(altered("flags").options(agentPath("base")), NO_VIRTUAL, 1))
        .endsWith("the counter of a thread's critical regions was not found.");
  }

  /** A command says it before anything is recorded; what was refused is told by its true cause. */
  @Test
  void everyCommandSaysWhatIsNotSeen() {
    try (LoadApp load = altered("states").startLoad()) {
      assertThat(load.attach().expectStatus(0).outText()).contains(NOT_SEEN);
      String pid = Long.toString(load.program().pid());
      assertThat(Jvm.rocjfr(JDK, "check", "--pid", pid).outText()).contains(NOT_SEEN);
      load.ask("hip");
      Path file = folder.resolve("sites.jfr");
      load.jcmd("JFR.start", "name=sites", "settings=" + Product.settings());
      load.ask("run threads=1 ops=50 seed=1");
      load.jcmd("JFR.stop", "name=sites", "filename=" + file);
      Flight flight = Flight.read(file);
      assertThat(flight.of("rocjfr.LaunchSite")).isEmpty();
      assertThat(flight.of("rocjfr.LaunchSiteCounts"))
          .filteredOn(counts -> counts.text("event").equals("rocjfr.LaunchSite"))
          .isNotEmpty()
          .allSatisfy(
              counts -> {
                assertThat(counts.number("unknownJvm")).isPositive();
                assertThat(counts.number("unknownJvm") + counts.number("notSampled"))
                    .isEqualTo(counts.number("calls"));
              });
      Program.Finished flame = Jvm.rocjfr(JDK, "flame", "--collapsed", "-o", "-", file.toString());
      assertThat(flame.errText()).contains("the recording has no stacks. " + NOT_SEEN);
    }
  }

  /** Who acts is asked instead, and whether an exception is pending. */
  @ParameterizedTest
  @ValueSource(strings = {"mounted", "pending"})
  void aFieldThatIsNotWhereTheTablesSayIsNotUsed(String altered) {
    assertThat(check(altered(altered), ALL, 0)).isEmpty();
  }

  /**
   * Other libraries have, under keys below the JVM's, what lies close to a thread's JNIEnv, and on
   * the first thread the very same as the JVM.
   */
  @Test
  void theKeyOfTheJvmIsFoundAmongThoseOfOthers() {
    Jvm jvm = altered("keys").preload(Product.library("libalteredjvm.so"));
    assertThat(check(jvm, ALL, 0)).isEmpty();
  }

  private static Jvm altered(String what) {
    return new Jvm(JDK).options(agentPath(what));
  }

  private static String agentPath(String what) {
    return "-agentpath:" + Product.library("libalteredjvm.so") + "=" + what;
  }

  /** Returns what the recording says is not seen. */
  private String check(Jvm jvm, Map<String, Long> ids, int skipped) {
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
    return flight.statuses().get(0).text("notSeen");
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
