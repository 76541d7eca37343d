// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static io.rocjfr.harness.FlightAssert.assertFlight;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.ThreadTimes;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** What nobody asks for costs nothing. */
class IdleIT {
  private static final int CALLS = 1000;
  private static final int RINGS = 200;
  private static final String EVENT_TYPE = "jdk.jfr.EventType";
  private static final Duration WARM_UP = Duration.ofSeconds(3);
  private static final Duration MEASURED = Duration.ofSeconds(10);

  /** Threads that look at settings ten times a second, others once; a poll would be hundreds. */
  private static final int WAKES_A_SECOND = 50;

  /** Where the machine is quiet: the most that it may cost, as a share of one core. */
  private static final Double MOST = Double.valueOf(System.getProperty("rocjfr.idle.share", "1"));

  @TempDir Path folder;

  @OnEachJdk
  void withoutARecordingTheHookIsNotRegistered(Jdk jdk) throws Exception {
    try (LoadApp load = new Jvm(jdk).bothCompilers().agent().startLoad()) {
      load.ask("hip");
      load.ask("run threads=2 ops=200");
      assertThat(hookCalls(load)).as("before any recording").isZero();

      load.ask("jfr-start name=one");
      LoadCounts one = load.load("run threads=2 ops=200");
      assertFlight(load.stopRecording("one", folder)).holdsExactly(one);
      awaitState(load, "off");
      long after = hookCalls(load);
      assertThat(after).as("in a recording").isPositive();
      load.ask("calls n=" + CALLS);
      load.ask("run threads=2 ops=200");
      assertThat(hookCalls(load)).as("after the recording").isEqualTo(after);

      load.ask("jfr-start name=two");
      LoadCounts two = load.load("calls n=" + CALLS);
      assertThat(hookCalls(load)).isGreaterThanOrEqualTo(after + CALLS);
      assertThat(probe(load).required("registrations").asLong()).isEqualTo(2);
      assertFlight(load.stopRecording("two", folder)).holdsExactly(two);
      awaitState(load, "off");
    }
  }

  private static long hookCalls(LoadApp load) {
    return probe(load).required("hookCalls").asLong();
  }

  private static JsonNode probe(LoadApp load) {
    return load.ask("probe");
  }

  /** The hook is removed once all that was submitted has come. */
  private static void awaitState(LoadApp load, String state) throws InterruptedException {
    while (!load.ask("status").required("state").asText().equals(state)) {
      Thread.sleep(100); // JUnit ends a wait in vain
    }
  }

  /** JFR's initialisation takes a tenth of a second and more; JNA's properties are everybody's. */
  @OnEachJdk
  void theAgentAloneInitialisesNoJfrAndSetsNoProperty(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      assertThat(load.jcmd("VM.system_properties").expectStatus(0).outText())
          .contains("java.io.tmpdir=")
          .doesNotContain("jna.");
      assertThat(histogram(load)).contains("io.rocjfr.bridge.Drain").doesNotContain(EVENT_TYPE);
      load.ask("jfr-start name=first");
      assertThat(histogram(load)).contains(EVENT_TYPE);
    }
  }

  private static String histogram(LoadApp load) {
    return load.jcmd("GC.class_histogram").expectStatus(0).outText();
  }

  /** How much of a core that is, it prints; {@code -Drocjfr.idle.share=0.001} limits it. */
  @OnEachJdk
  void anIdleRecordingHardlyWakes(Jdk jdk) throws Exception {
    try (LoadApp load = new Jvm(jdk).bothCompilers().agent("ring=16k").startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=idle");
      LoadCounts rings = load.load("rings threads=" + RINGS);
      assertThat(rings.allCalls()).isEqualTo(RINGS);
      Thread.sleep(WARM_UP.toMillis());
      long begin = System.nanoTime();
      ThreadTimes before = ThreadTimes.of(load.program().pid(), "rocjfr");
      Thread.sleep(MEASURED.toMillis());
      ThreadTimes after = ThreadTimes.of(load.program().pid(), "rocjfr");

      assertThat(after.count()).as("threads of ours").isPositive();
      double seconds = (System.nanoTime() - begin) / 1e9;
      double share = after.time().minus(before.time()).toNanos() / 1e9 / seconds;
      double wakes = (after.sleeps() - before.sleeps()) / seconds;
      System.out.printf(
          "IdleIT: %s, %d rings: %.4f %% of one core, %.1f wakes a second%n",
          jdk, RINGS, 100 * share, wakes);
      assertThat(wakes).as("wakes a second").isLessThan(WAKES_A_SECOND);
      assertThat(share).as("share of one core").isLessThan(MOST);
      load.ask("release");
      assertThat(load.stopRecording("idle", folder).callCounts())
          .containsEntry("hipGetDevice", (long) RINGS);
    }
  }
}
