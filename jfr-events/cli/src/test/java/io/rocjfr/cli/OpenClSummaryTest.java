// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code summary} calls things by where the program uses OpenCL. */
class OpenClSummaryTest {
  private static final long MS = 1_000_000;

  @TempDir Path folder;

  @Test
  void whatIsOpenClsIsNotSaidInHipsName() throws IOException {
    String text = summary(false);

    assertThat(text)
        .contains(
            "OpenCL was used for ",
            "HIP was not loaded by the program\n",
            "\nOpenCL API calls (3 calls",
            "Failed OpenCL API calls (1)",
            "The results of 1 call of clSVMAlloc are unknown.\n")
        .doesNotContain("HIP API", "HipApi", "HIP was used", "noRuntime");
  }

  @Test
  void bothAreNamedWhereBothAreUsed() throws IOException {
    assertThat(summary(true))
        .contains(
            "HIP and OpenCL were used for ",
            "\nHIP and OpenCL API calls (4 calls",
            "Failed HIP and OpenCL API calls (1)",
            "The results of 2 calls are unknown, 1 of them ",
            ". To record them: jcmd PID JFR.start '+rocjfr.HipApi#results=*'");
  }

  /** A program may make a queue for each request. */
  @Test
  void ofManyQueuesTheBusiestAreShown() throws IOException {
    try (RecordingMaker maker = new RecordingMaker()) {
      for (int queue = 1; queue <= 12; queue++) {
        maker.kernel("scale", 0, queue, queue * MS, queue == 4 ? 10_000 : queue * 20_000);
      }
      Path file = maker.dump(folder.resolve("queues.jfr"));
      assertThat(CliRun.of("summary", "--top", "3", file).out())
          .contains("  queue 10 ", "  queue 11 ", "  queue 12 ", "  and 9 more rows (--top 0")
          .doesNotContain("  queue 9 ");
      assertThat(CliRun.of("summary", "--top", "0", file).out()).contains("  queue 4 ");
      assertThat(CliRun.of("summary", file).out())
          .contains("  queue 1 ", "  queue 12 ")
          .doesNotContain("more rows");
    }
  }

  /** That they took no time is not so: nobody knows what they took. */
  @Test
  void workWithoutTimesIsSaid() throws IOException {
    assertThat(summary(false)).doesNotContain("Without times");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.openClKernel("scale", 0, MS);
      maker.openClKernel("scale", MS, 0);
      maker.openClKernel("scale", MS, 0);
      maker.kernel("add", 0, 1, 0, MS);
      Path file = maker.dump(folder.resolve("untimed.jfr"));
      assertThat(CliRun.of("summary", file).out())
          .contains(
              "Without times: 2 pieces of work. Either their OpenCL queues have no profiling",
              "openclProfiling=always");
      assertThat(CliRun.of("summary", "--json", file).json().get("untimed").asLong()).isEqualTo(2);
    }
  }

  private String summary(boolean hip) throws IOException {
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.status("", "", -1, "noRuntime");
      maker.openClCall("clFinish", "", 0, 1, 0, MS);
      maker.openClCall("clSVMAlloc", "unknown", -1, 0, MS, MS);
      maker.openClCall("clEnqueueReadBuffer", "CL_INVALID_VALUE", 0, 1, 2 * MS, MS);
      maker.openClKernel("scale", MS, MS);
      if (hip) {
        maker.call("hipModuleLaunchKernel", "unknown", 0, MS);
      }
      return CliRun.of("summary", maker.dump(folder.resolve(hip + ".jfr"))).out();
    }
  }
}
