// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.OnEachJdk;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * HIP 5.2 changes its hooks when the calls that are under way have returned: JFR is not held up.
 */
class HookControlIT {
  private static final String IN_THE_CALL = "io.rocjfr.load.Hip.hipDeviceSynchronize";

  @TempDir Path folder;

  @OnEachJdk
  void aLongSynchronizeHoldsUpNoStop(Jdk jdk) throws InterruptedException {
    try (LoadApp load = new Jvm(jdk).agent().startLoad()) {
      load.ask("hip");
      load.jcmd("JFR.start", "name=one");
      load.ask("calls n=100");
      load.ask("hold");
      while (!load.jcmd("Thread.print").outText().contains(IN_THE_CALL)) {
        Thread.sleep(10);
      }
      Path one = folder.resolve("one.jfr");
      // Each of these ends, or the test has waited for a minute.
      load.jcmd("JFR.dump", "name=one", "filename=" + folder.resolve("dump.jfr"));
      load.jcmd("JFR.stop", "name=one", "filename=" + one);
      load.jcmd("JFR.start", "name=two");
      load.ask("status");
      load.jcmd("JFR.stop", "name=two", "filename=" + folder.resolve("two.jfr"));
      assertThat(load.jcmd("Thread.print").outText()).as("all the while").contains(IN_THE_CALL);
      load.ask("letgo");
      assertThat(Flight.read(one).callCounts()).containsEntry("hipGetDevice", 100L);
      String state = "";
      for (int i = 0; i < 600 && !state.equals("off"); i++) {
        Thread.sleep(100);
        state = load.ask("status").required("state").asText();
      }
      assertThat(state).isEqualTo("off");
      load.jcmd("JFR.start", "name=three");
      load.ask("calls n=100");
      Path three = folder.resolve("three.jfr");
      load.jcmd("JFR.stop", "name=three", "filename=" + three);
      assertThat(Flight.read(three).callCounts()).containsEntry("hipGetDevice", 100L);
    }
  }
}
