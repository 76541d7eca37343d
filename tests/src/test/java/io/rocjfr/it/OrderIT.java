// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static io.rocjfr.harness.FlightAssert.assertFlight;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Recording, agent and HIP come in any order. */
class OrderIT {
  private static final String RUN = "run threads=2 ops=500 seed=4";

  @TempDir Path folder;

  @OnEachJdk
  void recordingBeforeHip(Jdk jdk) {
    Path file = folder.resolve("all.jfr");
    LoadCounts total;
    try (LoadApp load = new Jvm(jdk).agent().recordInto(file).startLoad()) {
      load.ask("hip");
      load.ask(RUN);
      total = load.total();
      load.leave().expectStatus(0);
    }
    assertFlight(Flight.read(file)).holdsExactly(total).joinsWorkToCalls().lostNothing();
  }

  @OnEachJdk
  void recordingByJcmdAfterHip(Jdk jdk) {
    Path file = folder.resolve("jcmd.jfr");
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.ask(RUN); // before: must not be in the recording
      load.jcmd("JFR.start", "name=late", "settings=default", "settings=" + Product.settings());
      LoadCounts during = load.load("run threads=2 ops=400 seed=5");
      load.jcmd("JFR.stop", "name=late", "filename=" + file);
      load.ask(RUN); // after: neither
      Flight flight = Flight.read(file);
      assertFlight(flight)
          .holdsExactly(during)
          .holdsEachOperationOnce(during)
          .joinsWorkToCalls()
          .lostNothing();
    }
  }

  @OnEachJdk
  void agentAttachedToARunningRecording(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=first");
      load.ask(RUN);
      assertThat(load.ask("status").required("active").asBoolean()).isFalse();
      load.attach().expectStatus(0);
      assertThat(load.ask("status").required("active").asBoolean()).isTrue();
      assertThat(load.ask("status").required("state").asText()).isEqualTo("on");
      LoadCounts after = load.load("run threads=2 ops=400 seed=5");
      Flight flight = load.stopRecording("first", folder);
      assertFlight(flight)
          .holdsExactly(after)
          .holdsEachOperationOnce(after)
          .joinsWorkToCalls()
          .lostNothing();
    }
  }

  @OnEachJdk
  void agentAttachedUnderLoad(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).startLoad()) {
      load.ask("hip");
      load.ask("start threads=2 seed=6 pause=100");
      load.attach("ring=8m,memory=256m").expectStatus(0);
      load.ask("jfr-start name=late");
      load.ask("calls n=1000");
      LoadCounts all = load.load("stop");
      LoadCounts after = load.load("run threads=2 ops=400 seed=7");
      Flight flight = load.stopRecording("late", folder);
      assertThat(all.operations()).isPositive();
      assertThat(flight.calls()).hasSizeGreaterThan(1000 + 400);
      assertThat(flight.lost()).isEmpty();
      // Whatever was called after the recording began has all of its work.
      assertThat(
              flight.calls().stream()
                  .filter(call -> "hipModuleLaunchKernel".equals(call.text("function")))
                  .filter(call -> call.externalId() >= after.ids().firstKey())
                  .count())
          .isEqualTo(after.calls().get("hipModuleLaunchKernel"));
      assertThat(
              flight.dispatches().stream()
                  .filter(dispatch -> dispatch.externalId() >= after.ids().firstKey())
                  .count())
          .isEqualTo(after.dispatches());
    }
  }

  @OnEachJdk
  void agentTwice(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=once");
      load.attach();
      load.program().expectError("rocjfr: the agent runs in this JVM already");
      LoadCounts run = load.load(RUN);
      assertFlight(load.stopRecording("once", folder))
          .holdsExactly(run)
          .holdsEachOperationOnce(run)
          .lostNothing();
    }
  }
}
