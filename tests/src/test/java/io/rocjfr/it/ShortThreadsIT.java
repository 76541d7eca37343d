// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static io.rocjfr.harness.FlightAssert.assertFlight;

import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Threads that end after one launch, as fast as they can be made, with the default options. */
class ShortThreadsIT {
  @TempDir Path folder;

  @OnEachJdk
  void oneAfterTheOther(Jdk jdk) {
    check(jdk, 1);
  }

  @OnEachJdk
  void eightAtATime(Jdk jdk) {
    check(jdk, 8);
  }

  private void check(Jdk jdk, int together) {
    Path file = folder.resolve("short.jfr");
    LoadCounts total;
    try (LoadApp load = new Jvm(jdk).agent().recordInto(file).startLoad()) {
      load.ask("hip");
      load.ask("short threads=2000 ops=1 together=" + together);
      total = load.total();
      load.leave().expectStatus(0);
    }
    assertFlight(Flight.read(file)).holdsExactly(total).joinsWorkToCalls().lostNothing();
  }
}
