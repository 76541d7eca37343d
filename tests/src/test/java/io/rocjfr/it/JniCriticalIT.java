// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static io.rocjfr.harness.FlightAssert.assertFlight;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * HIP calls while the thread keeps the collector out, in lossless mode, with a ring that they fill
 * and a collector that the drain may have to wait for: nobody waits for ever.
 */
class JniCriticalIT {
  /** More records than a ring of 16k holds. */
  private static final int CALLS = 400;

  private static final int REGIONS = 5;

  @TempDir Path folder;

  /** The JVM's checker of JNI prints what calls are not allowed in such regions. */
  @OnEachJdk
  void nothingIsCalledThatJniForbids(Jdk jdk) {
    Jvm jvm = new Jvm(jdk).agent("ring=16k").options("-Xcheck:jni");
    try (LoadApp load = jvm.startLoad()) {
      load.ask("jfr-start name=critical");
      load.ask("hip");
      load.load(
          "critical library=%s times=%d regions=%d"
              .formatted(Product.library("libjnicritical.so"), CALLS, REGIONS));
      load.stopRecording("critical", folder);
      Program.Finished finished = load.leave().expectStatus(0);
      assertThat(finished.outText() + finished.errText())
          .doesNotContain("Warning: Calling other JNI functions", "FATAL ERROR in native method")
          .doesNotContainIgnoringCase("critical region");
    }
  }

  /**
   * G1 of JDK 22 and later pins regions, and counts that in the thread. What it has there when all
   * are left is not always 0.
   */
  @Test
  void aThreadThatHasLeftThemIsKnown() {
    Path file = folder.resolve("deflate.jfr");
    Jvm jvm =
        new Jvm(Jdk.newest())
            .collector("-XX:+UseG1GC")
            .options("-XX:G1HeapRegionSize=1m")
            .agent()
            .recordInto(file);
    try (LoadApp load = jvm.startLoad()) {
      load.ask("hip");
      load.ask("short threads=3 ops=2 deflate=true");
      load.leave().expectStatus(0);
    }
    Flight flight = Flight.read(file);
    assertThat(flight.dispatches())
        .extracting(Activity::threadName)
        .containsExactlyInAnyOrder(
            "short-0", "short-0", "short-1", "short-1", "short-2", "short-2");
    assertThat(flight.of("rocjfr.LaunchSiteCounts"))
        .isNotEmpty()
        .allSatisfy(counts -> assertThat(counts.number("jniCriticalRegion")).isZero());
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "JAVA_17, -XX:+UseG1GC",
    "JAVA_17, -XX:+UseParallelGC",
    "JAVA_17, -XX:+UseSerialGC",
    "JAVA_25, -XX:+UseG1GC",
    "JAVA_25, -XX:+UseParallelGC",
    "JAVA_25, -XX:+UseSerialGC"
  })
  void neverHangs(Jdk jdk, String collector) {
    Jvm jvm =
        new Jvm(jdk)
            .bothCompilers()
            .agent("ring=16k", "lossless=true", "lossless-wait=20")
            .collector(collector)
            .options("-Xmx64m", "-Xmn16m");
    try (LoadApp load = jvm.startLoad()) {
      load.ask("jfr-start name=critical");
      load.ask("hip");
      load.ask("garbage threads=2");
      LoadCounts critical =
          load.load(
              "critical library=%s times=%d regions=%d"
                  .formatted(Product.library("libjnicritical.so"), CALLS, REGIONS));
      assertThat(critical.calls()).containsEntry("hipMemcpy", (long) CALLS * REGIONS);
      assertThat(load.ask("allocated").required("bytes").asLong()).isPositive();
      load.ask("nogarbage");
      LoadCounts total = load.total();
      Flight flight = load.stopRecording("critical", folder);

      assertThat(flight.records() + flight.allLostRecords())
          .as("recorded %d + lost %s", flight.records(), flight.lostRecords())
          .isEqualTo(total.records());
      assertThat(flight.lostRecords().keySet())
          .as("causes")
          .allMatch(cause -> cause.endsWith("/losslessWait"));
      if (flight.lostRecords().isEmpty()) {
        assertFlight(flight).holdsExactly(total).joinsWorkToCalls();
      }
    }
  }
}
