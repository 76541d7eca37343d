// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.event.HipApiEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the time went, as summary and report say it. */
class TimeReportTest {
  private static final long S = 1_000_000_000;

  @TempDir Path folder;

  /** Of 80 s: 39 loading, 1 launching, 20 waiting of which the kernel ran for 15. */
  private static void startUp(RecordingMaker maker) {
    call(maker, "hipModuleLoadData", 0, 39 * S);
    maker.launch("gemm", 0, 1, 7, 40 * S, S, 45 * S, 15 * S);
    call(maker, "hipStreamSynchronize", 41 * S, 20 * S);
    maker.kernel("last", 0, 1, 79 * S, S);
    call(maker, "hipGetDevice", 70 * S, 10_000);
  }

  private static void call(RecordingMaker maker, String function, long begin, long nanos) {
    HipApiEvent call = new HipApiEvent();
    call.function = function;
    call.threadName = "main";
    maker.commit(call, begin, nanos);
  }

  @Test
  void theVerdictComesFirst() throws IOException {
    Path file = record(TimeReportTest::startUp);
    String verdict =
        "Start-up: the program loaded or compiled code for the GPU for 4[5-8]\\.\\d % of the"
            + " recorded 8\\d\\.\\d s, while no kernel ran\\.";

    for (String command : List.of("summary", "report")) {
      assertThat(CliRun.of(command, file).out().replace('\n', ' '))
          .containsPattern("\\A" + verdict);
    }
    assertThat(CliRun.of("summary", file).out())
        .containsPattern(
            "Where the time went.*\n +Thread +Waiting, working +Waiting, idle +Launching +Loading"
                + " +Other calls +Outside\n +all threads +1[789]\\.\\d % ");
  }

  @Test
  void jsonHasAllParts() throws IOException {
    Path file = record(TimeReportTest::startUp);
    JsonNode summary = CliRun.of("summary", "--json", file).json();
    JsonNode time = summary.get("time");

    assertThat(time.get("bound").asText()).isEqualTo("startUp");
    assertThat(time.get("recordedNs").asDouble()).isCloseTo(80.0 * S, within(5.0 * S));
    JsonNode program = time.get("program");
    assertThat(program.get("loadingNs").asDouble()).isCloseTo(39.0 * S, within(1e3));
    assertThat(program.get("launchingNs").asDouble()).isCloseTo(1.0 * S, within(1e3));
    assertThat(program.get("waitingWhileWorkingNs").asDouble()).isCloseTo(15.0 * S, within(1e3));
    assertThat(program.get("waitingWhileIdleNs").asDouble()).isCloseTo(5.0 * S, within(1e3));
    assertThat(sum(program)).isEqualTo(time.get("recordedNs").asLong());
    assertThat(time.get("threads").get(0).get("thread").asText()).isEqualTo("main");
    JsonNode gpu = time.get("gpus").get(0);
    assertThat(gpu.get("kernelsNs").asDouble()).isCloseTo(16.0 * S, within(1e3));
    assertThat(sum(gpu)).isEqualTo(time.get("recordedNs").asLong());
    JsonNode report = CliRun.of("report", "--json", file).json();
    assertThat(report.get("files").get(0).get("time")).isEqualTo(time);
  }

  @Test
  void whatTheSettingsLeaveOutIsUnknown() throws IOException {
    Path file =
        record(
            maker -> {
              maker.withThreshold(Duration.ofMillis(1));
              startUp(maker);
            });
    JsonNode program = CliRun.of("summary", "--json", file).json().get("time").get("program");
    assertThat(program.has("outsideNs")).isFalse();
    assertThat(program.get("unknownNs").asDouble()).isCloseTo(20.0 * S, within(5.0 * S));
    assertThat(CliRun.of("summary", file).out()).contains("Unknown");
  }

  private static long sum(JsonNode parts) {
    long sum = 0;
    for (JsonNode part : parts) {
      sum += part.isNumber() ? part.asLong() : 0;
    }
    return sum;
  }

  private Path record(Consumer<RecordingMaker> content) throws IOException {
    try (RecordingMaker maker = new RecordingMaker()) {
      content.accept(maker);
      return maker.dump(Files.createTempFile(folder, "test", ".jfr"));
    }
  }
}
