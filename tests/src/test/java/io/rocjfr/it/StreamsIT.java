// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static io.rocjfr.harness.FlightAssert.assertFlight;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;

/** Event streams: what they get, and that they take nothing from recordings beside them. */
class StreamsIT {
  private static final int ROUNDS = 5;

  @TempDir Path folder;

  /** JFR swallows what is committed on a stream's thread, and this one ends a chunk. */
  @OnEachJdk
  void aRecordingBesideAStreamThatIsClosedInItsHandler(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent("ring=4m").startLoad()) {
      load.ask("hip");
      for (int round = 0; round < ROUNDS; round++) {
        load.ask("jfr-start name=base");
        load.ask("stream close=500");
        load.ask("start threads=2 seed=" + round + " pause=50");
        assertThat(load.ask("stream-closed").required("events").asLong())
            .isGreaterThanOrEqualTo(500);
        LoadCounts all = load.load("stop");
        Flight base = load.stopRecording("base", folder);
        assertFlight(base).holdsExactly(all).joinsWorkToCalls().lostNothing();
      }
    }
  }

  @OnEachJdk
  void aRecordingBesideStreamsThatAreClosedElsewhere(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent("ring=4m").startLoad()) {
      load.ask("hip");
      for (String remote : new String[] {"false", "true"}) {
        load.ask("jfr-start name=base");
        load.ask("stream remote=" + remote);
        load.ask("start threads=2 seed=1 pause=50");
        load.ask("stream-flushed");
        load.ask("stream-close");
        LoadCounts all = load.load("stop");
        assertFlight(load.stopRecording("base", folder)).holdsExactly(all).lostNothing();
      }
    }
  }

  @OnEachJdk
  void stopDeliversEverything(Jdk jdk) {
    Assumptions.assumeTrue(jdk.version() >= 21, "streams have stop() since Java 21");
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      for (String remote : new String[] {"false", "true"}) {
        load.ask("stream remote=" + remote);
        LoadCounts run = load.load("run threads=2 ops=500 seed=1");
        check(run, load.ask("stream-stop"));
      }
    }
  }

  /** What JFR has flushed and the stream has read, that is: {@code close()} itself reads no more. */
  @OnEachJdk
  void closeDeliversWhatWasFlushed(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      for (String remote : new String[] {"false", "true"}) {
        load.ask("stream remote=" + remote);
        LoadCounts run = load.load("run threads=2 ops=500 seed=1");
        assertThat(load.ask("flush").required("all").asBoolean()).isTrue();
        load.ask("stream-flushed");
        check(run, load.ask("stream-close"));
      }
    }
  }

  private static void check(LoadCounts run, JsonNode got) {
    assertThat(got.required("rocjfr.HipApi").asLong()).isEqualTo(run.allCalls());
    assertThat(got.required("rocjfr.KernelDispatch").asLong()).isEqualTo(run.dispatches());
    assertThat(got.required("events").asLong()).isEqualTo(run.records());
  }
}
