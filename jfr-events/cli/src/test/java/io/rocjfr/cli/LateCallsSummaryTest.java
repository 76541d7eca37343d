// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code summary} says of calls that ended after the last look at what was pending. */
class LateCallsSummaryTest {
  /** Behind every status: those have the present time. */
  private static final long LATE = 3_600_000_000_000L;

  private static final String ALL = "All finished work was reported.";
  private static final String BEFORE = "All finished work from before that was reported.";

  @TempDir Path folder;
  private int files;

  /** As versions told it that did not know pieces. */
  @Name("rocjfr.TracerStatus")
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable") // JFR reads it
  static final class OldStatusEvent extends Event {
    long inFlight;
  }

  private Path record(Consumer<RecordingMaker> content) throws IOException {
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.kernel("scale", 0, 1, 0, 1000);
      content.accept(maker);
      return maker.dump(folder.resolve(files++ + ".jfr"));
    }
  }

  private static void launch(RecordingMaker maker, long id, long begin, String result) {
    HipApiEvent call = new HipApiEvent();
    call.function = "hipLaunchKernel";
    call.kernel = "gemm";
    call.correlationId = id;
    call.result = result;
    maker.commit(call, begin, 1);
  }

  private static void allReported(RecordingMaker maker) {
    maker.pending(0, 0, 0, 0, "");
  }

  @Test
  void aLateCallWithoutWorkIsSaid() throws IOException {
    Path file =
        record(
            maker -> {
              launch(maker, 1, 0, "unknown");
              allReported(maker);
              launch(maker, 2, LATE, "unknown");
            });

    CliRun run = CliRun.of("summary", "--fail-on-loss", file);
    assertThat(run.out())
        .contains("1 call is without work in the file: it ended after the last check")
        .contains(BEFORE)
        .doesNotContain(ALL);
    assertThat(run.code()).as("no loss").isZero();
    JsonNode json = CliRun.of("summary", "--json", file).json();
    assertThat(json.get("lateCalls").asLong()).isOne();
    assertThat(json.get("inFlight").asLong()).isZero();
    assertThat(json.get("pendingText")).hasSize(2);
  }

  @Test
  void aLateCallWithWorkIsNone() throws IOException {
    Path file =
        record(
            maker -> {
              maker.joinedKernel("gemm", 3, LATE, 1000);
              allReported(maker);
              maker.launch("gemm", 0, 1, 2, LATE, 1, LATE + 1, 1000);
              launch(maker, 3, LATE, null);
            });

    assertThat(CliRun.of("summary", file).out()).contains(ALL).doesNotContain(BEFORE);
    assertThat(CliRun.of("summary", "--json", file).json().get("lateCalls").asLong()).isZero();
  }

  /** JFR records for a while after the last look. */
  @Test
  void workThatCameAfterTheStatusIsNotMissing() throws IOException {
    Path file =
        record(
            maker -> {
              maker.pending(1, 0, 2, 0, "GPU 0: 1 busy, 2 unasked");
              maker.pendingCall(2, "busy", true);
              maker.pendingCall(3, "unasked", true);
              maker.pendingCall(4, "unasked", true);
              launch(maker, 2, 0, null);
              launch(maker, 4, 0, null);
              maker.joinedKernel("gemm", 2, LATE, 1000);
              maker.joinedKernel("gemm", 4, LATE, 1000);
            });

    CliRun run = CliRun.of("summary", "--fail-on-loss", file);
    assertThat(run.out())
        .contains("1 piece of work was not reported at the last look")
        .doesNotContain("still busy", "By device");
    assertThat(run.code()).isEqualTo(1);
  }

  @Test
  void whereAllCameNothingIsMissing() throws IOException {
    Path file =
        record(
            maker -> {
              maker.pending(1, 0, 0, 0, "GPU 0: 1 busy");
              maker.pendingCall(2, "busy", true);
              launch(maker, 2, 0, null);
              maker.joinedKernel("gemm", 2, LATE, 1000);
            });

    CliRun run = CliRun.of("summary", "--fail-on-loss", file);
    assertThat(run.out()).contains(ALL).doesNotContain("By device");
    assertThat(run.code()).isZero();
  }

  /** As that of a JVM that crashed: JFR writes what it has, and asks nobody. */
  @Test
  void aFileWithoutAStatusFromItsEndIsNotSaidToBeWhole() throws IOException {
    Path calls =
        record(
            maker -> {
              maker.loaded();
              launch(maker, 2, LATE, null);
              maker.joinedKernel("gemm", 2, LATE, 1000);
            });
    Path workAlone =
        record(
            maker -> {
              maker.status("", "", -1, "noRuntime", 0);
              maker.joinedKernel("gemm", 2, LATE, 1000);
            });
    for (Path file : List.of(calls, workAlone)) {
      CliRun run = CliRun.of("summary", "--fail-on-loss", file);
      assertThat(run.out())
          .contains("It is unknown whether all finished work is in the file")
          .doesNotContain(ALL, BEFORE);
      assertThat(run.code()).isOne();
    }
  }

  @Test
  void callsThatFailedOrSubmitNothingAreNone() throws IOException {
    Path file =
        record(
            maker -> {
              allReported(maker);
              launch(maker, 2, LATE, "hipErrorOutOfMemory");
              maker.joinedCall("hipStreamSynchronize", 3, LATE, 1);
            });

    assertThat(CliRun.of("summary", file).out()).contains(ALL);
  }

  @Test
  void theLastStatusOfAllChunksCounts() throws IOException {
    Path file =
        record(
            maker -> {
              allReported(maker);
              launch(maker, 2, 0, "unknown"); // of the first chunk, before the second one's status
              maker.rotate();
              allReported(maker);
              launch(maker, 3, LATE, "unknown");
            });

    assertThat(CliRun.of("summary", "--json", file).json().get("lateCalls").asLong()).isOne();
  }

  @Test
  void eachFileHasItsOwn() throws IOException {
    Consumer<RecordingMaker> late =
        maker -> {
          allReported(maker);
          launch(maker, 2, LATE, "unknown");
        };
    Path first = record(late);
    Path second = record(late);
    Path third =
        record(
            maker -> {
              allReported(maker);
              maker.joinedKernel("gemm", 2, LATE, 1000); // of another process's call
            });

    CliRun run = CliRun.of("summary", first, second, third);
    String said = ":\n1 call is without work in the file";
    assertThat(run.out())
        .contains(first + said, second + said)
        .doesNotContain(third + ":\n", ALL, BEFORE);
  }

  @Test
  void recordingsOfOneProcessThatOverlapAreNamed() throws IOException {
    Path first = record(maker -> maker.process(7, "host", 1, 1));
    Path second = record(maker -> maker.process(8, "host", 2, 1));

    Path copy = Files.copy(first, folder.resolve("copy.jfr"));

    String said = first + " and " + copy + " are of the same process and overlap by ";
    assertThat(CliRun.of("summary", first, second, copy).out())
        .containsOnlyOnce("overlap by")
        .contains(said);
    assertThat(CliRun.of("summary", "--json", first, copy).json().get("overlaps").get(0).asText())
        .startsWith(said)
        .endsWith("Events in both are counted twice.");
    assertThat(CliRun.of("page", "-o", folder.resolve("page.html"), first, copy).err())
        .contains(said);
    assertThat(CliRun.of("summary", first, second).out()).doesNotContain("overlap by");
  }

  @Test
  void whereRecordsWereLostNothingMoreIsSaid() throws IOException {
    Path file =
        record(
            maker -> {
              allReported(maker);
              launch(maker, 2, LATE, "unknown");
              maker.lost("HipOps", "ringFull", 1);
            });

    assertThat(CliRun.of("summary", file).out())
        .contains("1 call is without work in the file")
        .doesNotContain(ALL, BEFORE);
  }

  @Test
  void olderRecordingsHaveThemToo() throws IOException {
    FlightRecorder.register(OldStatusEvent.class);
    Path told =
        record(
            maker -> {
              new OldStatusEvent().commit();
              launch(maker, 2, LATE, null);
            });
    Path untold = record(maker -> launch(maker, 2, LATE, null));
    FlightRecorder.unregister(OldStatusEvent.class);

    JsonNode json = CliRun.of("summary", "--json", told).json();
    assertThat(json.get("lateCalls").asLong()).isOne();
    assertThat(CliRun.of("summary", "--json", untold).json().has("lateCalls")).isFalse();
    assertThat(CliRun.of("summary", untold).out()).doesNotContain("without work in the file");
  }

  @Test
  void openClsCallsAreNone() throws IOException {
    Path file =
        record(
            maker -> {
              allReported(maker);
              maker.openClCall("clEnqueueNDRangeKernel", "", 0, 1, LATE, 1);
            });
    Path both =
        record(
            maker -> {
              allReported(maker);
              launch(maker, 2, LATE, "unknown");
              KernelDispatchEvent other = new KernelDispatchEvent();
              other.api = "OpenCL";
              other.correlationId = 2;
              maker.commit(other, LATE, 1000);
            });

    assertThat(CliRun.of("summary", file).out()).contains(ALL);
    assertThat(CliRun.of("summary", "--json", both).json().get("lateCalls").asLong()).isOne();
  }
}
