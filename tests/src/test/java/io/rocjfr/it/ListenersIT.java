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
import io.rocjfr.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;

/** Listeners of the public API beside recordings and each other. */
class ListenersIT {
  /** More than a listener's queue holds. */
  private static final int CALLS = 100_000;

  @TempDir Path folder;

  @OnEachJdk
  void oneThatDoesNotReturnStarvesNobody(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent("ring=16m").startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=beside");
      load.ask("listen name=stuck hold=true");
      load.ask("listen name=quick");
      LoadCounts calls = load.load("calls n=" + CALLS);
      assertThat(load.ask("flush seconds=1").required("all").asBoolean())
          .as("one is stuck")
          .isFalse();
      assertFlight(load.stopRecording("beside", folder)).holdsExactly(calls);
      load.ask("unlisten name=quick");
      assertThat(load.ask("heard name=quick").required("activities").asLong()).isEqualTo(CALLS);
      assertThat(load.ask("heard name=quick").required("lost").asLong()).isZero();
      long lost = load.ask("heard name=stuck").required("lost").asLong();
      assertThat(lost).isPositive();
      assertThat(load.ask("lost").required("All/listener").asLong()).isEqualTo(lost);
      assertThat(load.ask("lost-by-listener").required("stuck").asLong()).isEqualTo(lost);
      assertThat(load.ask("lost-by-listener").size()).isEqualTo(1);
      load.ask("unhold name=stuck");
      load.ask("unlisten name=stuck");
      assertThat(load.ask("heard name=stuck").required("activities").asLong())
          .isEqualTo(CALLS - lost);
    }
  }

  @OnEachJdk
  void closeDeliversWhatWasRecordedBefore(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      for (int round = 0; round < 10; round++) {
        load.ask("listen");
        LoadCounts run = load.load("run threads=2 ops=200 seed=" + round);
        load.ask("unlisten");
        JsonNode heard = load.ask("heard");
        assertThat(heard.required("activities").asLong() + heard.required("lost").asLong())
            .isEqualTo(run.records());
      }
    }
  }

  @OnEachJdk
  void atReturnTheyGetTheRest(Jdk jdk) throws IOException {
    exits(new Jvm(jdk), LoadApp::leave, 0);
  }

  @OnEachJdk
  void atSystemExitTheyGetTheRest(Jdk jdk) throws IOException {
    exits(new Jvm(jdk), ListenersIT::exit, 3);
  }

  @OnEachJdk
  void atSigtermTheyGetTheRestBesideARecording(Jdk jdk) throws IOException {
    exits(
        new Jvm(jdk).recordInto(folder.resolve("exit.jfr")),
        load -> load.program().terminate(),
        128 + 15);
  }

  private static Program.Finished exit(LoadApp load) {
    load.program().send("exit status=3");
    return load.program().finish();
  }

  private void exits(Jvm jvm, Function<LoadApp, Program.Finished> end, int status)
      throws IOException {
    Path file = folder.resolve("heard");
    LoadCounts run;
    try (LoadApp load = jvm.agent().startLoad()) {
      load.ask("hip");
      load.ask("listen file=" + file);
      run = load.load("run threads=2 ops=500 seed=1");
      end.apply(load).expectStatus(status);
    }
    assertThat(Files.readString(file)).isEqualTo(Long.toString(run.records()));
  }
}
