// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import static io.rocjfr.jmc.model.GpuRecording.MS;
import static io.rocjfr.jmc.model.GpuRecording.US;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.jmc.model.GpuRecording;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.Severity;

/** What findings could give back: their scores, where they say to look, which comes first. */
class CostTest {
  /** 2 % is 25, 10 % is 75; beyond that what costs more scores more. */
  @Test
  void scoresAreOfShares() {
    for (double[] pair :
        new double[][] {{0.01, 12.5}, {0.02, 25}, {0.06, 50}, {0.1, 75}, {0.55, 87.5}, {1, 100}}) {
      RuleRun.of(
              new CodeLoadingRule(),
              recording -> recording.call("hipModuleLoadData", 0, Math.round(pair[0] * 10 * MS)))
          .hasScore(pair[1]);
    }
  }

  @Test
  void loadingAtStart() {
    RuleRun.of(
            new CodeLoadingRule(),
            recording -> {
              recording.call("hipModuleLoadData", 0, 3 * MS);
              recording.call("hipModuleGetFunction", 3 * MS, 100 * US);
              recording.kernel("gemm", 4 * MS, 2 * MS);
              recording.call("hipModuleLoadData", 5 * MS, 2 * MS);
            })
        .is(Severity.WARNING)
        .says("loaded or compiled code for 4.100 ms, 41 % of the recorded time")
        .explains(
            "3 calls",
            "hipModuleLoadData (5.00 ms), hipModuleGetFunction (100 \u03bcs)",
            "3.100 ms of the time was before the first kernel")
        .figure("when", "from 0 ns to 7.00 ms of the recording");
    RuleRun.of(
            new CodeLoadingRule(),
            recording -> recording.openClCall("clBuildProgram", 0, 5 * MS, ""))
        .is(Severity.WARNING)
        .advisesWithout("hip", "HIP");
    RuleRun.of(new CodeLoadingRule(), recording -> recording.call("hipModuleLoadData", 0, 10 * US))
        .is(Severity.OK);
  }

  @Test
  void aWaitSaysForWhatAndWhere() {
    RuleRun.of(
            new SynchronisationStallsRule(),
            recording -> {
              recording.site("app.Service", "await", 12, 9, 1);
              recording.kernel("gemm", MS, 3 * MS);
              recording.kernel("add", 4 * MS, MS);
              recording.call("hipStreamSynchronize", 7, 2 * MS, 4 * MS, 9);
            })
        .is(Severity.WARNING)
        .says(
            "waited for 3 ms, 30 % of the recorded time, for kernels: gemm (2.00 ms), add (1.00 ms)")
        .explains("1 calls, longest first: hipStreamSynchronize", "By thread: main")
        .figure("topLines", "app.Service.await:12")
        .figure("topKernels", "gemm (2.00 ms), add (1.00 ms)")
        .figure("when", "from 2.00 ms to 5.00 ms of the recording");
  }

  /** Between calls of a thread for 4 ms; another thread's calls, and a long pause, do not count. */
  @Test
  void theHostWorksWhileTheGpuIdles() {
    Consumer<GpuRecording> content =
        recording -> {
          recording.call("hipSetDevice", 7, 0, 10 * US, 0);
          recording.call("hipSetDevice", 7, 5 * MS, 10 * US, 0);
          recording.kernel("a", 2 * MS, 990 * US);
        };
    RuleRun.of(new HostWorkRule(), content)
        .is(Severity.WARNING)
        .says("For 4 ms, 40 % of the recorded time")
        .explains("main (4.00 ms)");
    RuleRun.of(
            new HostWorkRule(),
            recording -> {
              recording.call("hipSetDevice", 7, 0, 10 * US, 0);
              recording.call("hipSetDevice", 8, 5 * MS, 10 * US, 0);
              recording.kernel("a", 200 * MS, MS);
              recording.call("hipSetDevice", 8, 190 * MS, 10 * US, 0);
            })
        .is(Severity.OK);
  }

  /** A program of which graphs launch the kernels is not told to use graphs. */
  @Test
  void adviceFitsWhatTheProgramDoes() {
    RuleRun.of(
            new LaunchBoundRule(),
            recording -> {
              for (int i = 1; i <= 60; i++) {
                recording.call("hipGraphLaunch", 7, i * 100L * US, 80 * US, i);
                recording.kernel("short", 0, 1, i * 100L * US + 80 * US, 5 * US, i);
                recording.kernel("short", 0, 1, i * 100L * US + 86 * US, 5 * US, i);
              }
            })
        .is(Severity.WARNING)
        .advises("come from graphs already")
        .advisesWithout("as a HIP graph");
  }

  @Test
  void gapsOfMicrosecondsInALongRecordingAreNotShown() {
    RuleRun.of(
            new QueueGapsRule(),
            recording -> {
              for (int i = 0; i <= 40; i++) {
                recording.kernel("a", i * 30L * US, 10 * US);
              }
              recording.kernel("a", 900 * MS, 100 * MS);
            })
        .is(Severity.OK)
        .hasScore(0.99);
  }

  /** Programs that are slow for one reason: the first finding is that one. */
  @Test
  void theFirstFindingIsTheReason() {
    assertThat(first(recording -> recording.call("hipModuleLoadData", 0, 6 * MS)))
        .isEqualTo("rocjfr.CodeLoading");
    assertThat(
            first(
                recording -> {
                  for (int i = 0; i < 90; i++) {
                    recording.call("hipLaunchKernel", 7, i * 100L * US, 80 * US, i + 1);
                    recording.kernel("k", 0, 1, i * 100L * US + 80 * US, 10 * US, i + 1);
                  }
                }))
        .isEqualTo("rocjfr.LaunchBound");
    assertThat(
            first(
                recording -> {
                  recording.kernel("gemm", MS, 6 * MS);
                  recording.kernel("add", 7 * MS, MS);
                  recording.call("hipLaunchKernel", 7, MS, 10 * US, 1);
                  recording.call("hipDeviceSynchronize", 7, 2 * MS, 6 * MS, 0);
                }))
        .isEqualTo("rocjfr.SynchronisationStalls");
    assertThat(
            first(
                recording -> {
                  for (int i = 0; i < 120; i++) {
                    recording.call("hipMemcpy", 7, i * 80L * US, 60 * US, i + 1);
                    recording.copy("HostToDevice", 256, 0, i * 80L * US + 40 * US, US, i + 1);
                  }
                }))
        .isEqualTo("rocjfr.SmallCopies");
    assertThat(
            first(
                recording -> {
                  for (int i = 0; i < 4; i++) {
                    recording.call("hipMemcpy", 7, i * 2L * MS, 1_800 * US, i + 1);
                    recording.copy(
                        "HostToDevice", 64 << 20, 0, i * 2L * MS + 10 * US, 1_700 * US, i + 1);
                  }
                }))
        .isEqualTo("rocjfr.BlockingCopies");
    assertThat(
            first(
                recording -> {
                  for (int i = 0; i < 50; i++) {
                    recording.call("hipMalloc", i * 200L * US, 80 * US);
                    recording.call("hipFree", i * 200L * US + 90 * US, 80 * US);
                  }
                }))
        .isEqualTo("rocjfr.AllocationChurn");
  }

  private static String first(Consumer<GpuRecording> content) {
    IItemCollection items = GpuRecording.of(content);
    List<IRule> rules = GpuRules.all();
    return rules.stream()
        .map(rule -> Map.entry(rule.getId(), RuleRun.of(rule, Map.of(), items).score()))
        .max(Comparator.comparingDouble(Map.Entry::getValue))
        .orElseThrow()
        .getKey();
  }
}
