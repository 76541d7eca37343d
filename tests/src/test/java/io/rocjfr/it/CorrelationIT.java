// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.FlightAssert;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.OnVirtualThreads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** External ids and listeners, in the process. */
class CorrelationIT {
  private static final int VIRTUAL_THREADS = 4;

  @TempDir Path folder;

  /** A listener hears the same as a recording holds, and needs none. */
  @OnEachJdk
  void listenersHearEverything(Jdk jdk) throws Exception {
    try (LoadApp load = new Jvm(jdk).agent("ring=4m").startLoad()) {
      load.ask("hip");
      load.ask("listen sleep=0");
      LoadCounts run = load.load("run threads=4 ops=1000 seed=1");
      JsonNode heard = heard(load, run.records());
      assertThat(heard.path("kinds/HIP_API").asLong()).isEqualTo(run.allCalls());
      assertThat(heard.path("kinds/KERNEL_DISPATCH").asLong()).isEqualTo(run.dispatches());
      assertThat(heard.path("kinds/MEM_COPY").asLong()).isEqualTo(run.allCopies());
      assertThat(heard.path("kinds/ROCTX_RANGE").asLong()).isEqualTo(run.ranges());
      assertThat(heard.path("kinds/ROCTX_MARK").asLong()).isEqualTo(run.marks());
      SortedMap<String, Long> calls = new TreeMap<>();
      heard.properties().stream()
          .filter(entry -> entry.getKey().startsWith("names/hip"))
          .forEach(entry -> calls.put(entry.getKey().substring(6), entry.getValue().asLong()));
      assertThat(calls).isEqualTo(run.calls());
      assertThat(heard.path("names/empty").asLong()).isEqualTo(run.dispatches());
      assertThat(heard.path("endBeforeBegin").asLong()).isZero();
      assertThat(load.ask("lost")).isEmpty();

      load.ask("unlisten");
      load.ask("run threads=2 ops=100 seed=2");
      assertThat(load.ask("heard").required("activities").asLong()).isEqualTo(run.records());
    }
  }

  /** Batches come soon, but not at once. */
  private static JsonNode heard(LoadApp load, long activities) throws InterruptedException {
    JsonNode heard = load.ask("heard");
    while (heard.path("activities").asLong() < activities) { // JUnit ends a wait in vain
      Thread.sleep(50);
      heard = load.ask("heard");
    }
    assertThat(heard.path("activities").asLong()).isEqualTo(activities);
    return heard;
  }

  /** A virtual thread's activity carries its own ids, whichever carriers it uses. */
  @OnVirtualThreads
  void virtualThreadsHaveIdsOfTheirOwn(Jdk jdk) {
    Jvm jvm = new Jvm(jdk).agent("ring=4m").options("-Djdk.virtualThreadScheduler.parallelism=2");
    try (LoadApp load = jvm.startLoad()) {
      load.ask("hip");
      load.ask("jfr-start name=virtual");
      load.ask("start threads=2 seed=1"); // platform threads
      LoadCounts virtual =
          load.load("run threads=%d ops=500 virtual=true".formatted(VIRTUAL_THREADS));
      LoadCounts platform = load.load("stop");
      long skipped = load.ask("skipped").required("virtual").asLong();
      Flight flight = load.stopRecording("virtual", folder);

      assertThat(skipped).isZero();
      assertThat(flight.lost()).isEmpty();
      assertThat(flight.ranges())
          .filteredOn(range -> range.threadName().startsWith("load-2-"))
          .hasSize(Math.toIntExact(virtual.ranges()));
      List<Activity> all = new ArrayList<>(flight.work());
      all.addAll(flight.ranges());
      all.addAll(flight.marks());
      int number = 0;
      for (long firstId : virtual.ids().keySet()) {
        String name = "load-2-" + number++;
        assertThat(all)
            .filteredOn(activity -> name.equals(activity.threadName()))
            .isNotEmpty()
            .allMatch(activity -> isFrom(activity, firstId, virtual))
            .allMatch(activity -> activity.javaThreadId() > 0);
        assertThat(flight.calls())
            .filteredOn(call -> name.equals(call.threadName()) && call.externalId() != 0)
            .hasSizeGreaterThan(300)
            .allMatch(call -> isFrom(call, firstId, virtual));
      }
      // Each platform thread's activity carries that thread's own ids only.
      int index = 0;
      for (long firstId : platform.ids().keySet()) {
        String name = "load-1-" + index++;
        assertThat(flight.calls())
            .filteredOn(call -> call.threadName().equals(name) && call.externalId() != 0)
            .isNotEmpty()
            .allMatch(call -> isFrom(call, firstId, platform));
      }
      FlightAssert.assertFlight(flight).joinsWorkToCalls();
    }
  }

  private static boolean isFrom(Activity call, long firstId, LoadCounts load) {
    return call.externalId() >= firstId && call.externalId() < firstId + load.ids().get(firstId);
  }
}
