// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.ActivityKind;
import io.rocjfr.BatchLayout;
import io.rocjfr.agent.Harness;
import io.rocjfr.event.OperationGlobs;
import io.rocjfr.event.ResultsSetting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What calls returned: from records into events and batches; and of which calls it is asked. */
@Timeout(1800)
class CallResultsTest {
  private static final int OUT_OF_MEMORY = 1 + 2;
  private static final int NOT_READY = 1 + 600;

  @Test
  void namesAreAskedForOnce() {
    FakeTracer tracer = new FakeTracer();
    CallResults results = new CallResults(tracer);
    for (int i = 0; i < 5; i++) {
      assertThat(results.of(0)).isEqualTo("unknown");
      assertThat(results.of(1)).isEmpty();
      assertThat(results.of(NOT_READY)).as("an answer").isEmpty();
      assertThat(results.of(OUT_OF_MEMORY)).isEqualTo("hipErrorOutOfMemory");
    }
    assertThat(tracer.errorNames).hasValue(1);
    assertThat(results.of(1 + 99)).as("without a name").isEqualTo("hipError99");
  }

  private static void fourCalls(FakeRing ring) {
    long t = System.nanoTime();
    for (int result : new int[] {0, 1, NOT_READY, OUT_OF_MEMORY}) {
      ring.result = result;
      ring.api(1, 0, 10 + result, 0, t, t + 50, null);
    }
  }

  @Test
  void inEvents() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      FakeRing ring = harness.tracer.addRing(64, 0);
      recording.start();
      fourCalls(ring);
      recording.stop();
      List<String> seen = new ArrayList<>();
      for (RecordedEvent event : Harness.events(recording, "HipApi")) {
        seen.add(event.getLong("correlationId") + " " + event.getString("result"));
      }
      assertThat(seen)
          .containsExactlyInAnyOrder("10 unknown", "11 ", "611 ", "13 hipErrorOutOfMemory");
    }
  }

  @Test
  void inBatches() {
    FakeTracer tracer = new FakeTracer();
    Drain drain = new Drain(tracer, Harness.PATIENCE);
    drain.start();
    List<Object> seen = Collections.synchronizedList(new ArrayList<>());
    drain.addListener(
        parts -> {
          for (int i = 0; i < ((int[]) parts[2])[0]; i++) {
            seen.add(((Object[]) parts[1])[i * BatchLayout.TEXTS + BatchLayout.RESULT]);
          }
        },
        1 << ActivityKind.HIP_API.code());
    assertThat(tracer.results).as("by default").isEqualTo(ResultsSetting.DEFAULT);
    fourCalls(tracer.addRing(64, 0));
    DrainTest.await(() -> seen.size() == 4);
    assertThat(seen).containsExactly("unknown", "", "", "hipErrorOutOfMemory");
    Drains.stop(drain);
  }

  @Test
  void theFunctionsOfTheSettingAreAskedUnitedOverRecordings() throws Exception {
    try (Harness harness = new Harness();
        Recording first = new Recording();
        Recording second = new Recording()) {
      first.enable("rocjfr.HipApi");
      first.start();
      assertThat(harness.tracer.results).as("by default").isEqualTo(ResultsSetting.DEFAULT);
      first.enable("rocjfr.HipApi").with("results", "hipMalloc");
      DrainTest.await(() -> harness.tracer.results.equals("hipMalloc"));
      second.enable("rocjfr.HipApi").with("results", "hip*Launch*");
      second.start();
      DrainTest.await(() -> harness.tracer.results.equals("hip*Launch*,hipMalloc"));
      second.stop();
      DrainTest.await(() -> harness.tracer.results.equals("hipMalloc"));
      first.enable("rocjfr.HipApi").with("results", "");
      DrainTest.await(() -> harness.tracer.results.isEmpty());
    }
  }

  /** Each kind that docs/events.md names, by functions of it. */
  @Test
  void whatIsAskedByDefault() {
    OperationGlobs globs = OperationGlobs.parse(ResultsSetting.DEFAULT);
    assertThat(
            List.of(
                "hipMalloc",
                "hipHostMalloc",
                "hipFreeAsync",
                "hipMemcpy",
                "hipMemcpyAsync",
                "hipMemsetD32Async",
                "hipModuleLoadData",
                "hipModuleGetFunction",
                "hipStreamCreate",
                "hipStreamSynchronize",
                "hipEventRecord",
                "hipEventSynchronize",
                "hipEventElapsedTime",
                "hipGraphCreate",
                "hipGraphDestroy",
                "hipGraphAddKernelNode",
                "hipGraphInstantiateWithFlags",
                "hipSetDevice",
                "hipDeviceSynchronize"))
        .allMatch(globs::matches);
    assertThat(
            List.of(
                "hipLaunchKernel",
                "hipLaunchKernelExC",
                "hipLaunchCooperativeKernel",
                "hipModuleLaunchKernel",
                "hipModuleLaunchCooperativeKernel",
                "hipExtLaunchKernel",
                "hipExtModuleLaunchKernel",
                "hipDrvLaunchKernelEx",
                "hipGetLastError"))
        .noneMatch(globs::matches);
  }
}
