// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static io.rocjfr.harness.FlightAssert.assertFlight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Who drains stands still, gets an error or finds no memory: what is lost is counted. */
class DrainFaultsIT {
  private static final String RUN = "run threads=4 ops=1500 streams=4 seed=39";
  private static final int CALLS = 500;
  private static final int LAUNCHES = 60;

  @TempDir Path folder;

  @OnEachJdk
  void theDrainThreadStandsStill(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).withFaults().agent("ring=16k").startLoad()) {
      load.ask("jfr-start name=all");
      load.ask("hip spin=1");
      load.ask("process fault=hold thread=rocjfr-drain");
      load.ask(RUN);
      load.ask("process fault=release");
      LoadCounts total = load.total();
      Flight flight = load.stopRecording("all", folder);
      assertThat(flight.lostRecords()).isNotEmpty();
      assertThat(flight.lostRecords().keySet()).allMatch(cause -> cause.endsWith("/ringFull"));
      assertThat(flight.records() + flight.allLostRecords())
          .as("recorded %d, lost %s", flight.records(), flight.lostRecords())
          .isEqualTo(total.records());
    }
  }

  /** The stop does not wait for it; what comes too late for the recording is counted. */
  @OnEachJdk
  void theDrainThreadStandsStillAtTheStop(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).patience(1).withFaults().agent().startLoad()) {
      load.ask("jfr-start name=all");
      load.ask("hip spin=1");
      load.ask(RUN);
      load.ask("flush");
      load.ask("process fault=hold thread=rocjfr-drain");
      load.ask("calls n=" + CALLS);
      LoadCounts total = load.total();
      Flight flight = load.stopRecording("all", folder);
      load.ask("process fault=release");
      load.ask("flush");
      JsonNode lost = load.ask("lost");
      assertThat(flight.records()).isEqualTo(total.records() - CALLS);
      assertThat(lost).hasSize(1);
      assertThat(lost.path("All/hookTimeout").asLong()).isEqualTo(CALLS);
    }
  }

  @OnEachJdk
  void anErrorOutOfNowhereEndsNoThreadOfOurs(Jdk jdk) {
    assumeTrue(jdk.version() < 20, "newer JDKs cannot throw an error in another thread");
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip spin=1");
      load.ask("listen");
      for (String thread : List.of("rocjfr-drain", "rocjfr-control", "rocjfr-listener")) {
        load.ask("process fault=end thread=" + thread);
        load.ask("jfr-start name=after");
        LoadCounts run = load.load(RUN);
        assertFlight(load.stopRecording("after", folder)).holdsExactly(run).joinsWorkToCalls();
      }
    }
  }

  /** Nothing of Java's can be allocated for a while: by the application, JFR or us. */
  @OnEachJdk
  void theHeapIsFull(Jdk jdk) {
    Path file = folder.resolve("full.jfr");
    Jvm jvm = new Jvm(jdk).agent("ring=16k").recordInto(file).options("-Xmx32m");
    Program.Finished end;
    try (Program program = jvm.start("io.rocjfr.load.FullHeap", Integer.toString(LAUNCHES))) {
      end = program.finish().expectStatus(0);
    }
    assertThat(end.outText())
        .containsPattern("launched " + 3 * LAUNCHES + ", failed 0, no room [1-9]\\d* times")
        .contains(" threads that ended []");
    Flight flight = Flight.read(file);
    long launches = flight.callCounts().getOrDefault("hipModuleLaunchKernel", 0L);
    System.out.printf(
        "DrainFaultsIT: %s, %d and %d of %d, lost %s%n",
        jdk, launches, flight.dispatches().size(), 3 * LAUNCHES, flight.lostRecords());
    long synchronisations = 3 * LAUNCHES / 20;
    long others =
        flight.calls().size()
            - launches
            - flight.callCounts().getOrDefault("hipStreamSynchronize", 0L);
    assertThat(flight.records() - others + flight.allLostRecords())
        .as("recorded and lost %s", flight.lostRecords())
        .isEqualTo(2L * 3 * LAUNCHES + synchronisations);
  }
}
