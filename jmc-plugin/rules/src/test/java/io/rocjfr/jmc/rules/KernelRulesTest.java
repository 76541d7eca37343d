// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import static io.rocjfr.jmc.model.GpuRecording.MS;
import static io.rocjfr.jmc.model.GpuRecording.US;

import io.rocjfr.jmc.model.GpuRecording;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

/** Kernels: each rule where it must speak and where it must not. */
class KernelRulesTest {
  @Test
  void launchesTakeLongerThanKernels() {
    // 50 of 60 kernels of 5 us, launches of 8 us.
    RuleRun.of(
            new LaunchBoundRule(),
            recording -> {
              launches(recording, 1, 50, 5 * US);
              launches(recording, 51, 10, 50 * US);
            })
        .is(Severity.INFO)
        .hasScore(42.5)
        .says("for 480 \u03bcs, 4.8 % of the recorded time")
        .explains(
            "50 of 60 launches (83.3 %)",
            "By thread: main (480 \u03bcs)",
            "takes 8 \u03bcs on the host, the median kernel 5 \u03bcs",
            "short is the kernel that is most often shorter");
  }

  @Test
  void kernelsTakeLongerThanLaunches() {
    RuleRun.of(new LaunchBoundRule(), recording -> launches(recording, 1, 60, 50 * US))
        .is(Severity.INFO)
        .explains("0 of 60 launches");
  }

  @Test
  void aGraphIsOneLaunchOfManyKernels() {
    RuleRun.of(
            new LaunchBoundRule(),
            recording -> {
              for (int i = 1; i <= 50; i++) {
                recording.call("hipGraphLaunch", 7, i * 100L * US, 8 * US, i);
                recording.kernel("short", 0, 1, i * 100L * US + 10 * US, 5 * US, i);
                recording.kernel("short", 0, 1, i * 100L * US + 20 * US, 5 * US, i);
              }
            })
        .is(Severity.INFO)
        .explains("0 of 50 launches");
  }

  @Test
  void fewLaunchesAreNotJudged() {
    RuleRun.of(new LaunchBoundRule(), recording -> launches(recording, 1, 49, US))
        .is(Severity.NA)
        .says("too few launches");
  }

  @Test
  void oneKernelDominates() {
    // 2 * 4 ms of 10 ms.
    RuleRun.of(
            new DominantKernelRule(),
            recording -> {
              recording.kernel("gemm", 0, 4 * MS);
              recording.kernel("gemm", 4 * MS, 4 * MS);
              recording.kernel("add", 8 * MS, 2 * MS);
            })
        .is(Severity.WARNING)
        .hasScore(94.4)
        .says("gemm takes 80 % of the time", "for 80 % of the recorded time")
        .explains("2 times, for 8 ms in total, with a median of 4 ms. 2 kernels");
  }

  /** One kernel, launched 40 times by each of three lines; how long it lasts by those of each. */
  private static void sites(GpuRecording recording, long... nanos) {
    for (int id = 0; id < 120; id++) {
      int line = id % 3;
      recording.site("app.Model", "layer", line + 1, id + 1, 1);
      recording.kernel("gemm", 0, 1, id * 100L * US, nanos[line], id + 1);
    }
  }

  @Test
  void oneSiteDominates() {
    RuleRun.of(new DominantSiteRule(), recording -> sites(recording, 5 * US, 40 * US, 5 * US))
        .is(Severity.WARNING)
        .says("app.Model.layer:2 launches kernels with 80 % of the time of all kernels")
        .explains("3 lines launch kernels", "1.600 ms", "according to 120 sampled launches");
  }

  /** One method launches all, as in a class of bindings: it tells nothing. Copies are not by it. */
  @Test
  void whoCallsTheMethodThatLaunchesAllDominates() {
    RuleRun.of(
            new DominantSiteRule(),
            recording -> {
              for (int id = 1; id <= 120; id++) {
                int line = id % 3;
                recording.site("app.Gpu", "launch", 5, "app.Model", "layer", line + 1, id, 1);
                recording.kernel("gemm", 0, 1, id * 100L * US, line == 1 ? 40 * US : 5 * US, id);
              }
              recording.site("app.Gpu", "copy", 9, "app.Model", "load", 7, 1000, 1);
            })
        .is(Severity.WARNING)
        .says("app.Model.layer:2 launches kernels with 80 % of the time of all kernels")
        .explains(
            "3 lines launch kernels through app.Gpu.launch:5. Kernels of this line took 1.600 ms");
  }

  /** By chance 96 of 200 launches were picked: one in two. */
  @Test
  void aSitesShareIsOfAllKernelsUnlessCallsWereRefused() {
    RuleRun.of(new DominantSiteRule(), recording -> oneInTwo(recording, 0))
        .is(Severity.INFO)
        .says("app.Model.layer:1 launches kernels with 89.6 % of the time of all kernels");
    RuleRun.of(new DominantSiteRule(), recording -> oneInTwo(recording, 8))
        .is(Severity.INFO)
        .says("app.Model.layer:1 launches kernels with 86 % of the time of all kernels");
  }

  private static void oneInTwo(GpuRecording recording, double refused) {
    for (int id = 1; id <= 200; id++) {
      recording.kernel("gemm", 0, 1, id * 100L * US, 10 * US, id);
      if (id % 2 == 0 && id <= 192) {
        recording.site("app.Model", "layer", id <= 20 ? 2 : 1, id, 2);
      }
    }
    recording.refused(refused);
  }

  @Test
  void noSiteDominates() {
    RuleRun.of(new DominantSiteRule(), recording -> sites(recording, 20 * US, 19 * US, 20 * US))
        .is(Severity.OK);
  }

  @Test
  void fewSitesAreNotJudged() {
    RuleRun.of(
            new DominantSiteRule(),
            recording -> {
              recording.site("app.Model", "attention", 17, 1, 1);
              recording.kernel("gemm", 0, 1, 0, MS, 1);
            })
        .is(Severity.NA)
        .says("too few launch sites");
  }

  @Test
  void noKernelDominates() {
    RuleRun.of(
            new DominantKernelRule(),
            recording -> {
              recording.kernel("a", 0, MS);
              recording.kernel("b", MS, MS);
              recording.kernel("c", 2 * MS, MS);
            })
        .is(Severity.OK)
        .hasScore(0);
    RuleRun.of(new DominantKernelRule(), recording -> recording.kernel("only", 0, MS))
        .is(Severity.NA);
  }

  private static void launches(GpuRecording recording, int firstId, int count, long kernelNanos) {
    for (int i = firstId; i < firstId + count; i++) {
      recording.call("hipLaunchKernel", 7, i * 100L * US, 8 * US, i);
      recording.kernel(
          kernelNanos < 8 * US ? "short" : "long", 0, 1, i * 100L * US + 9 * US, kernelNanos, i);
    }
  }
}
