// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static io.rocjfr.harness.FlightAssert.assertFlight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Event streams: what they deliver, and recordings beside them. */
class StreamsIT {
  /** The first JDK whose streams can be stopped. */
  private static final int STOPS = 20;

  private static final List<Boolean> LOCAL_AND_REMOTE = List.of(false, true);

  @TempDir Path folder;

  /** JFR takes no events of the thread that runs a stream; a close there ends a chunk. */
  @OnEachJdk
  void aRecordingBesideThemLosesNothing(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=base");
      long records = 0;
      for (boolean remote : LOCAL_AND_REMOTE) {
        for (String close : List.of("stream-close", "stream-close-itself")) {
          load.ask("stream remote=" + remote);
          load.ask("start threads=2 seed=" + (records + 1) + " pause=100");
          load.ask(close);
          records += load.load("stop").records();
        }
      }
      var base = load.stopRecording("base", folder);
      assertThat(base.records()).isEqualTo(records);
      assertFlight(base).lostNothing().joinsWorkToCalls();
    }
  }

  @OnEachJdk
  void whatWasFlushedBeforeTheCloseIsDelivered(Jdk jdk) {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      for (boolean remote : LOCAL_AND_REMOTE) {
        load.ask("stream remote=" + remote);
        LoadCounts run = load.load("run threads=2 ops=500 seed=1");
        load.ask("flush");
        load.ask("stream-await n=" + run.records());
        load.ask("stream-close");
        assertThat(load.ask("streamed").get("delivered").asLong())
            .as("remote: %s", remote)
            .isEqualTo(run.records());
      }
    }
  }

  @OnEachJdk
  void whatWasDoneBeforeTheStopIsDelivered(Jdk jdk) {
    assumeThat(jdk.version()).isGreaterThanOrEqualTo(STOPS);
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      for (boolean remote : LOCAL_AND_REMOTE) {
        load.ask("stream remote=" + remote);
        LoadCounts run = load.load("run threads=2 ops=500 seed=1");
        load.ask("stream-stop");
        assertThat(load.ask("streamed").get("delivered").asLong())
            .as("remote: %s", remote)
            .isEqualTo(run.records());
      }
    }
  }
}
