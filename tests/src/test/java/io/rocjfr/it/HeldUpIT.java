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
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What must not be held up by anything that may take long. */
class HeldUpIT {
  private static final int MARKS = 3000;

  @TempDir Path folder;

  /** HIP 5.2 waits for running calls while its hooks change. */
  @OnEachJdk
  void recordingsByASynchronizationThatLasts(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).patience(5).agent().startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=one");
      LoadCounts run = load.load("run threads=2 ops=300 seed=1");
      load.ask("hold");
      Path one = folder.resolve("one.jfr");
      load.jcmd("JFR.stop", "name=one", "filename=" + one);
      // The hooks are being removed now.
      load.jcmd("JFR.start", "name=two");
      load.jcmd("JFR.stop", "name=two", "filename=" + folder.resolve("two.jfr"));
      assertThat(load.ask("held").get("synchronizing").asBoolean()).isTrue();
      load.ask("unhold");
      Flight first = Flight.read(one);
      assertThat(first.records()).isEqualTo(run.records() + 1); // and the launch before it
      // It is told what is missing from it.
      assertThat(first.statuses()).anyMatch(status -> status.number("inFlight") > 0);
      load.ask("jfr-start name=three");
      LoadCounts again = load.load("run threads=2 ops=300 seed=2");
      assertFlight(load.stopRecording("three", folder)).holdsExactly(again).joinsWorkToCalls();
    }
  }

  /** The process ends; what the listener did not get is counted. */
  @OnEachJdk
  void theExitByAListenerThatNeverReturns(Jdk jdk) {
    Jvm jvm = new Jvm(jdk).patience(1).agent();
    try (Program program = jvm.start("io.rocjfr.load.StuckListener", Integer.toString(MARKS))) {
      assertThat(program.finish().expectStatus(0).out()).containsExactly("dropped " + MARKS);
    }
  }

  /** Its listener is slow; without JFR, and with a recording. */
  @OnEachJdk
  void listenersByTheExit(Jdk jdk) {
    for (String exits : List.of("false", "true")) {
      for (boolean recorded : new boolean[] {false, true}) {
        Jvm jvm = new Jvm(jdk).agent();
        if (recorded) {
          jvm.recordInto(folder.resolve(exits + ".jfr"));
        }
        try (Program program =
            jvm.start("io.rocjfr.load.ListenAtExit", Integer.toString(MARKS), exits)) {
          Program.Finished end = program.finish().expectStatus(0);
          assertThat(end.out().stream().filter(line -> line.startsWith("heard ")).toList())
              .last()
              .isEqualTo("heard " + MARKS);
        }
        if (recorded) {
          assertThat(Flight.read(folder.resolve(exits + ".jfr")).marks()).hasSize(MARKS);
        }
      }
    }
  }
}
