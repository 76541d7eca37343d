// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.OnVirtualThreads;
import io.rocjfr.harness.Program;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The Java API of the buffered services, in programs on the real HIP runtime. */
class BufferedIT {
  private static final String SCENARIOS = "io.rocjfr.load.BufferedScenarios";
  private static final long RUNS = 200;

  private static Map<String, Long> scenario(Jdk jdk, String name, String... options) {
    try (Program program = new Jvm(jdk).agent().options(options).start(SCENARIOS, name)) {
      Map<String, Long> values = new TreeMap<>();
      for (String line : program.finish().expectStatus(0).out()) {
        int equals = line.lastIndexOf('=');
        if (equals > 0) {
          values.put(line.substring(0, equals), Long.valueOf(line.substring(equals + 1)));
        }
      }
      return values;
    }
  }

  @OnEachJdk
  void everyRecordOnceInTheSmallestBuffer(Jdk jdk) {
    Map<String, Long> seen = scenario(jdk, "counts");
    long calls = RUNS + 3;
    assertThat(seen)
        .containsEntry("HIP_RUNTIME_API", calls)
        .containsEntry("hipModuleLaunchKernel", RUNS)
        .containsEntry("hipMalloc", 1L)
        .containsEntry("hipFree", 1L)
        .containsEntry("hipDeviceSynchronize", 1L)
        .containsEntry("KERNEL_DISPATCH", RUNS)
        .containsEntry("kernel empty", RUNS)
        .containsEntry("submitters", RUNS)
        .containsEntry("roctxMarkA", 1L)
        .containsEntry("CORRELATION_ID_RETIREMENT", calls + 1)
        .containsEntry("external 77", calls + RUNS + 1)
        .containsEntry("records", 2 * (calls + 1) + RUNS)
        .containsEntry("some hipMalloc", 1L)
        .containsEntry("some hipFree", 1L)
        .containsEntry("some roctxMarkA", 1L)
        .containsEntry("some roctxThreadRangeA", 1L)
        .containsEntry("endBeforeStart", 0L)
        .containsEntry("dropped", 0L)
        .containsEntry("active", 1L)
        .containsEntry("popped", 77L)
        .containsEntry("functions", 1L)
        .containsEntry("retirements", 0L)
        .doesNotContainKeys("external 0", "some hipModuleLaunchKernel");
  }

  @OnEachJdk
  void discardCountsWhatItDrops(Jdk jdk) {
    Map<String, Long> seen = scenario(jdk, "discard");
    assertThat(seen.get("delivered") + seen.get("dropped")).isEqualTo(10 * RUNS);
    assertThat(seen.get("told")).isEqualTo(seen.get("dropped")).isPositive();
  }

  @OnEachJdk
  void recordsAreReadWithoutAllocation(Jdk jdk) {
    assertThat(scenario(jdk, "allocation"))
        .containsEntry("bytes", 0L)
        .containsEntry("records", 2 * (RUNS + 3) + RUNS)
        .containsEntry("read", 1L);
  }

  @Test
  void exceptionsHaveTheSdksStatus() {
    assertThat(scenario(Jdk.JAVA_17, "statuses").keySet())
        .containsExactlyInAnyOrder(
            "stop ERROR_CONTEXT_NOT_FOUND",
            "operation ERROR_OPERATION_NOT_FOUND",
            "twice ERROR_SERVICE_ALREADY_CONFIGURED",
            "watermark ERROR_INVALID_ARGUMENT",
            "flush ERROR_BUFFER_NOT_FOUND",
            "size illegal");
  }

  /** Each with its buffer took 2,100 bytes when both stayed, and 450 when the buffer did. */
  @OnEachJdk
  void contextsThatAreClosedTakeNoMemory(Jdk jdk) {
    // The heap has all its pages from the start: what is measured is native memory.
    Map<String, Long> seen = scenario(jdk, "contexts", "-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch");
    assertThat(seen).containsEntry("records", 21_000L);
    assertThat(seen.get("bytes")).isLessThan(100);
  }

  /** Whichever carriers they are on; five marks, a launch and its kernel each. */
  @OnVirtualThreads
  void idsOfVirtualThreadsAreTheirOwn(Jdk jdk) {
    Map<String, Long> seen = scenario(jdk, "virtual", "-Djdk.virtualThreadScheduler.parallelism=2");
    long threads = 40;
    for (long id = 1001; id <= 1000 + threads; id++) {
      assertThat(seen).containsEntry("external " + id, 7L);
    }
    // The marks of children and of nobody, and the synchronization.
    assertThat(seen).containsEntry("external 0", 2 * threads + 1).containsEntry("popped", threads);
  }

  @OnEachJdk
  void exitDeliversWhatIsLeft(Jdk jdk) {
    assertThat(scenario(jdk, "exit")).containsEntry("delivered", RUNS);
  }
}
