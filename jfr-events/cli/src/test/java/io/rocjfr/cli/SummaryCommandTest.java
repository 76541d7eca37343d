// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code summary} says of recordings whose content is known. */
class SummaryCommandTest {
  private static final long US = 1000;
  private static final long MS = 1_000_000;
  private static final long MIB = 1 << 20;

  @TempDir Path folder;

  @Test
  void kernelsHaveCountTotalShareAndPercentiles() throws IOException {
    // 1, 2, ... 100 us: 5050 us; and 10 of 505 us.
    Path file =
        record(
            maker -> {
              for (int i = 1; i <= 100; i++) {
                maker.kernel("scale", 0, 1, i * MS, i * US);
              }
              for (int i = 0; i < 10; i++) {
                maker.kernel("reduce", 0, 1, (200 + i) * MS, 505 * US);
              }
            });

    CliRun run = CliRun.of("summary", "--json", file);

    assertThat(run.code()).isZero();
    assertThat(run.err()).isEmpty();
    JsonNode kernels = run.json().get("kernels");
    assertThat(kernels).hasSize(2);
    JsonNode reduce = kernels.get(0);
    assertThat(reduce.get("kernel").asText()).as("same total, so by name").isEqualTo("reduce");
    JsonNode scale = kernels.get(1);
    assertThat(scale.get("symbol").asText()).isEqualTo("_Zscale");
    assertThat(scale.get("count").asLong()).isEqualTo(100);
    assertThat(scale.get("totalNs").asLong()).isCloseTo(5050 * US, within(100L));
    assertThat(scale.get("share").asDouble()).isCloseTo(0.5, within(1e-4));
    assertThat(scale.get("averageNs").asLong()).isCloseTo(50_500L, within(2L));
    assertThat(scale.get("minNs").asLong()).isCloseTo(1 * US, within(2L));
    assertThat(scale.get("p50Ns").asLong()).isCloseTo(50 * US, within(52L));
    assertThat(scale.get("p99Ns").asLong()).isCloseTo(99 * US, within(101L));
    assertThat(scale.get("maxNs").asLong()).isCloseTo(100 * US, within(2L));
    assertThat(reduce.get("p50Ns").asLong()).isCloseTo(505 * US, within(2L));
    assertThat(CliRun.of("summary", file).row("scale"))
        .isEqualTo("scale 100 5.05 ms 50.0 % 50.5 \u03bcs 50.0 \u03bcs 99.0 \u03bcs 100 \u03bcs");
  }

  @Test
  void failedCallsAreCountedByFunctionAndError() throws IOException {
    Path file =
        record(
            maker -> {
              maker.forgetStrings();
              for (int i = 0; i < 3; i++) {
                maker.call("hipMalloc", "hipErrorOutOfMemory", i * MS, US);
              }
              maker.call("hipMalloc", "", 4 * MS, US);
              maker.call("hipMalloc", "hipErrorInvalidValue", 5 * MS, US);
              maker.call("hipSetDevice", "hipErrorInvalidDevice", 6 * MS, US);
              maker.call("hipModuleGetFunction", "hipErrorNotFound", 6 * MS, US);
              maker.call("hipModuleLaunchKernel", "unknown", 7 * MS, US);
              maker.call("hipFree", 8 * MS, US);
            });

    JsonNode json = CliRun.of("summary", "--json", file).json();

    JsonNode failed = json.get("failedCalls");
    assertThat(names(failed, "function")).containsExactly("hipMalloc", "hipMalloc", "hipSetDevice");
    assertThat(names(failed, "error"))
        .containsExactly("hipErrorOutOfMemory", "hipErrorInvalidValue", "hipErrorInvalidDevice");
    assertThat(failed.get(0).get("count").asLong()).isEqualTo(3);
    assertThat(names(json.get("lookUps"), "function")).containsExactly("hipModuleGetFunction");
    assertThat(json.get("callsOfUnknownResult").asLong()).isEqualTo(1);
    CliRun text = CliRun.of("summary", file);
    assertThat(text.out()).contains("Failed HIP API calls (5)");
    assertThat(text.out()).containsPattern("hipMalloc +hipErrorOutOfMemory +3");
    assertThat(text.out())
        .containsPattern(
            "Look-ups that found nothing \\(1\\)\n.*\n +hipModuleGetFunction +hipErrorNotFound +1");
    Path without = record(maker -> maker.call("hipMalloc", "", 0, US));
    assertThat(CliRun.of("summary", without).out())
        .doesNotContain("Failed")
        .doesNotContain("are unknown");
    Path unknown =
        record(
            maker -> {
              maker.call("hipModuleLaunchKernel", "unknown", 0, US);
              maker.call("hipGetDeviceProperties", "unknown", MS, US);
              maker.call("hipModuleLaunchKernel", "unknown", 2 * MS, US);
            });
    assertThat(CliRun.of("summary", unknown).out())
        .doesNotContain("Failed HIP")
        .contains("The results of 3 calls are unknown, 2 of them hipModuleLaunchKernel.");
  }

  /** What a chunk's end finds in flight is missing only if no chunk follows. */
  @Test
  void workThatWasNotReportedIsSaid() throws IOException {
    Path file =
        record(
            maker -> {
              maker.kernel("scale", 0, 1, 0, US);
              maker.pending(70, 0, 0, 0, "GPU 0: 70 busy");
              maker.rotate();
              maker.pending(3, 12, 0, 0, "GPU 0: 3 busy, 12 finished");
            });
    Path other = record(maker -> maker.pending(2, 0, 0, 0, "GPU 1: 2 busy"));

    JsonNode json = CliRun.of("summary", "--json", file).json();
    assertThat(json.get("inFlight").asLong()).isEqualTo(15);
    assertThat(json.get("pendingBusy").asLong()).isEqualTo(3);
    assertThat(json.get("pendingFinished").asLong()).isEqualTo(12);
    assertThat(json.get("pendingUnasked").asLong()).isZero();
    assertThat(json.get("submitted").asLong()).isEqualTo(100);
    assertThat(json.get("reported").asLong()).isEqualTo(85);
    assertThat(json.get("pendingText")).hasSize(3);
    assertThat(json.get("pendingText").get(0).asText())
        .startsWith("3 pieces of work were still queued or running at the end");
    assertThat(CliRun.of("summary", file).out())
        .contains(
            "3 pieces of work were still queued or running at the end of the recording.",
            "12 pieces of work had finished, but HIP had not reported them",
            "Remedy: synchronise the device (hipDeviceSynchronize) before the end.",
            "By device: GPU 0: 3 busy, 12 finished")
        .doesNotContain("All finished work");
    JsonNode both = CliRun.of("summary", "--json", file, other).json();
    assertThat(both.get("inFlight").asLong()).isEqualTo(17);
    assertThat(both.has("submitted")).as("of two processes").isFalse();
    assertThat(CliRun.of("summary", "--fail-on-loss", file).code()).isEqualTo(1);
    assertThat(CliRun.of("summary", file).code()).isZero();
  }

  @Test
  void thatAllWasReportedIsSaidOnlyWhereItIsKnown() throws IOException {
    String all = "All finished work was reported.";
    Path whole =
        record(
            maker -> {
              maker.kernel("scale", 0, 1, 0, US);
              maker.pending(0, 0, 0, 0, "");
            });
    Path lost =
        record(
            maker -> {
              maker.kernel("scale", 0, 1, 0, US);
              maker.pending(0, 0, 0, 0, "");
              maker.lost("HipOps", "ringFull", 1);
            });
    Path untold = record(maker -> maker.kernel("scale", 0, 1, 0, US));

    assertThat(CliRun.of("summary", whole).out()).contains(all);
    assertThat(CliRun.of("summary", "--fail-on-loss", whole).code()).isZero();
    assertThat(CliRun.of("summary", lost).out()).doesNotContain(all);
    assertThat(CliRun.of("summary", untold).out()).doesNotContain(all);
    assertThat(CliRun.of("summary", whole, untold).out()).doesNotContain(all);
    assertThat(CliRun.of("summary", "--json", untold).json().has("inFlight")).isFalse();
  }

  /** The last status is of before HIP was loaded: nobody has looked since. */
  @Test
  void aJvmThatWasKilledIsNotSaidToHaveReportedAll() throws IOException {
    Path file =
        record(
            maker -> {
              maker.status("", "", -1, "noRuntime", 0);
              maker.launch("scale", 0, 1, 1, 0, US, US, US);
            });

    assertThat(CliRun.of("summary", file).out())
        .contains("It is unknown whether all finished work is in the file")
        .doesNotContain("All finished work");
    JsonNode json = CliRun.of("summary", "--json", file).json();
    assertThat(json.has("inFlight")).isFalse();
    assertThat(json.has("submitted")).isFalse();
    assertThat(json.get("endUnknown").asBoolean()).isTrue();
    assertThat(CliRun.of("summary", "--fail-on-loss", file).code()).isOne();
  }

  @Test
  void copiesHaveBytesAndBandwidthByDirection() throws IOException {
    Path file =
        record(
            maker -> {
              for (int i = 0; i < 10; i++) {
                maker.copy("HostToDevice", 4 * MIB, 0, i * MS, 400 * US);
                maker.copy("DeviceToHost", 2 * MIB, 0, i * MS + 500 * US, 100 * US);
              }
              maker.copy(null, 0, 0, 20 * MS, 5 * US);
            });

    JsonNode copies = CliRun.of("summary", "--json", file).json().get("copies");

    assertThat(names(copies, "direction"))
        .containsExactly("HostToDevice", "DeviceToHost", "Unknown");
    assertThat(copies.get(0).get("bytes").asLong()).isEqualTo(40 * MIB);
    assertThat(copies.get(0).get("count").asLong()).isEqualTo(10);
    assertThat(copies.get(0).get("bytesPerSecond").asDouble())
        .isCloseTo(40 * MIB / 4e-3, within(1e6));
    assertThat(copies.get(1).get("bytesPerSecond").asDouble())
        .isCloseTo(20 * MIB / 1e-3, within(1e7));
    assertThat(copies.get(2).has("bytesPerSecond")).as("without a size").isFalse();
    CliRun text = CliRun.of("summary", file);
    assertThat(text.row("HostToDevice"))
        .isEqualTo(
            "HostToDevice 10 40.0 MiB 10.5 GB/s 4.00 ms 79.9 % 400 \u03bcs 400 \u03bcs 400 \u03bcs"
                + " 400 \u03bcs");
    assertThat(text.row("Unknown")).contains(" 0 B - ");
    assertThat(text.out()).contains("Memory copies (21, 60.0 MiB, 5.01 ms)");
  }

  @Test
  void busyTimeCountsWhatOverlapsOnce() throws IOException {
    Path file =
        record(
            maker -> {
              maker.kernel("a", 0, 1, 0, 10 * MS);
              maker.kernel("b", 0, 2, 5 * MS, 10 * MS);
              maker.copy("HostToDevice", 1, 0, 14 * MS, 2 * MS);
              maker.kernel("a", 1, 1, 0, 3 * MS);
            });

    CliRun run = CliRun.of("summary", "--json", file);
    JsonNode devices = run.json().get("devices");

    assertThat(devices).hasSize(2);
    JsonNode first = devices.get(0);
    assertThat(first.get("device").asInt()).isZero();
    assertThat(first.get("agentId").asInt()).isEqualTo(1);
    assertThat(first.get("busyNs").asLong()).isCloseTo(16 * MS, within(10L));
    assertThat(first.get("kernelNs").asLong()).isCloseTo(15 * MS, within(10L));
    assertThat(first.get("copyNs").asLong()).isCloseTo(2 * MS, within(10L));
    assertThat(first.get("queues")).hasSize(2);
    assertThat(first.get("queues").get(1).get("busyNs").asLong()).isCloseTo(10 * MS, within(10L));
    double recorded = run.json().get("recordedNs").asDouble();
    assertThat(first.get("busyShare").asDouble())
        .isCloseTo(first.get("busyNs").asDouble() / recorded, within(1e-9));
    assertThat(devices.get(1).get("busyNs").asLong()).isCloseTo(3 * MS, within(10L));
  }

  @Test
  void rangesNestAsTheProgramNestedThem() throws IOException {
    Path file =
        record(
            maker -> {
              for (int i = 0; i < 100; i++) {
                long begin = i * MS;
                maker.range("copy in", 7, 1, begin + 100 * US, 100 * US);
                // The same message, and at the same time, on another thread.
                maker.range("copy in", 8, 0, begin + 100 * US, 50 * US);
                maker.range("launch", 7, 2, begin + 310 * US, 10 * US);
                maker.range("transpose", 7, 1, begin + 300 * US, 200 * US);
                maker.range("iteration " + i, 7, 0, begin, 900 * US);
              }
              maker.startStopRange("request", 5, 0, 30 * MS);
              maker.mark("ready");
              maker.mark("ready");
            });

    JsonNode summary = CliRun.of("summary", "--json", file).json();

    JsonNode ranges = summary.get("ranges");
    assertThat(names(ranges, "message")).containsExactly("iteration #", "copy in");
    assertThat(ranges.get(0).get("count").asLong()).isEqualTo(100);
    assertThat(ranges.get(0).get("totalNs").asLong()).isCloseTo(90 * MS, within(200L));
    JsonNode inner = ranges.get(0).get("ranges");
    assertThat(names(inner, "message")).containsExactly("transpose", "copy in");
    assertThat(inner.get(0).get("count").asLong()).isEqualTo(100);
    assertThat(inner.get(0).get("p50Ns").asLong()).isCloseTo(200 * US, within(202L));
    assertThat(names(inner.get(0).get("ranges"), "message")).containsExactly("launch");
    assertThat(inner.get(0).get("ranges").get(0).get("count").asLong()).isEqualTo(100);
    assertThat(inner.get(1).get("ranges")).isEmpty();
    assertThat(summary.get("startStopRanges").get(0).get("message").asText()).isEqualTo("request");
    assertThat(summary.get("marks").get(0).get("count").asLong()).isEqualTo(2);
    assertThat(CliRun.of("summary", file).out())
        .contains("\n  iteration #", "\n    transpose", "\n      launch", "request (start/stop)");
  }

  @Test
  void lossesStandOutAndFailOnRequestOnly() throws IOException {
    Path file =
        record(
            maker -> {
              maker.kernel("scale", 0, 1, 0, MS);
              maker.lost("HIP_API", "ringFull", 1000);
              maker.lost("HIP_API", "ringFull", 234);
              maker.lost("HIP_OPS", "inFlight", 1);
            });

    CliRun run = CliRun.of("summary", file);
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains("LOST 1,235 records", "  ringFull: ", "ring=16m", "  inFlight: ");
    assertThat(run.row("HIP_API")).isEqualTo("HIP_API ringFull 1,234");
    CliRun strict = CliRun.of("summary", "--fail-on-loss", "--json", file);
    assertThat(strict.code()).isEqualTo(1);
    assertThat(strict.json().get("lost").asLong()).isEqualTo(1235);
    assertThat(strict.json().get("losses")).hasSize(2);
  }

  @Test
  void whatJfrItselfLostIsSaid() throws IOException {
    Path file =
        record(
            maker -> {
              maker.kernel("scale", 0, 1, 0, MS);
              maker.lostByJfr(8000, 8000);
              maker.lostByJfr(8000, 9_000_000); // what it said in between was lost, too
            });

    assertThat(CliRun.of("summary", file).out()).contains("LOST 8.58 MiB of events");
    CliRun strict = CliRun.of("summary", "--fail-on-loss", "--json", file);
    assertThat(strict.code()).isEqualTo(1);
    assertThat(strict.json().get("jfrLostBytes").asLong()).isEqualTo(9_000_000);
  }

  @Test
  void severalRecordingsAreOneSummary() throws IOException {
    Path one = record(maker -> maker.call("hipMalloc", 0, 10 * US));
    Path two = record(maker -> maker.call("hipMalloc", 0, 30 * US));

    JsonNode summary = CliRun.of("summary", "--json", one, two).json();

    assertThat(summary.get("files")).hasSize(2);
    assertThat(summary.get("apiCalls")).hasSize(1);
    assertThat(summary.get("apiCalls").get(0).get("count").asLong()).isEqualTo(2);
    assertThat(summary.get("apiCalls").get(0).get("totalNs").asLong())
        .isCloseTo(40 * US, within(4L));
  }

  @Test
  void rowsAreSortedAndCutAsAsked() throws IOException {
    Path file =
        record(
            maker -> {
              maker.call("hipMemcpy", 0, 100 * US);
              maker.call("hipFree", 0, 1 * US);
              maker.call("hipFree", 0, 2 * US);
              maker.call("hipMalloc", 0, 10 * US);
            });

    assertThat(functions("summary", "--json", file))
        .containsExactly("hipMemcpy", "hipMalloc", "hipFree");
    assertThat(functions("summary", "--json", "--sort", "count", file))
        .containsExactly("hipFree", "hipMalloc", "hipMemcpy");
    assertThat(functions("summary", "--json", "--sort=NAME", "--top", "2", file))
        .containsExactly("hipFree", "hipMalloc");
    CliRun cut = CliRun.of("summary", "--top=1", file);
    assertThat(cut.out()).contains("and 2 more rows (--top 0 shows all)").doesNotContain("hipFree");
    assertThat(CliRun.of("summary", "--top=0", file).out()).contains("hipFree");
    assertThat(CliRun.of("summary", "--sort=speed", file).code()).isEqualTo(2);
    assertThat(CliRun.of("summary", "--top=-1", file).code()).isEqualTo(2);
  }

  @Test
  void linesFitUnlessWideIsAsked() throws IOException {
    String name =
        "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>,"
            + " at::detail::Array<char*, 1> >(int, at::native::FillFunctor<float>)";
    Path file =
        record(
            maker -> {
              maker.kernel(name, 0, 1, 0, MS);
              maker.range("r".repeat(300), 1, 0, 0, MS);
              maker.mark("m".repeat(300));
            });

    CliRun run = CliRun.of("summary", file);
    assertThat(run.out().lines().filter(line -> !line.startsWith("Recording")))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(110));
    assertThat(run.out()).contains("vectorized_elementwise_kernel<4,...>");
    assertThat(CliRun.of("summary", "--wide", file).out()).contains(name, "r".repeat(300));
  }

  @Test
  void theRuntimeIsNamedAsLastSeen() throws IOException {
    Path file =
        record(
            maker -> {
              maker.forgetStrings();
              maker.status("", "", -1, "noRuntime");
              maker.status("/lib/libamdhip64.so.5", "5.2.21153", -1, "off");
              maker.status("/lib/libamdhip64.so.5", "5.2.21153", 2, "on");
              maker.kernel("scale", 0, 1, 0, MS);
            });

    CliRun run = CliRun.of("summary", file);

    assertThat(run.row("HIP 5.2.21153"))
        .isEqualTo(
            "HIP 5.2.21153, 2 devices, hook: activity callbacks, tracer: on,"
                + " /lib/libamdhip64.so.5");
    assertThat(run.out()).doesNotContain("noRuntime").doesNotContain("tracer: off");
  }

  /** A JVM that is killed may have no time to say that it has loaded HIP. */
  /** A file has the events of a thread that has ended before those of one that goes on. */
  @Test
  void theStateIsTheOneThatWasToldLast() throws IOException {
    String path = "/opt/rocm/lib/libamdhip64.so.6";
    Path file =
        record(
            maker -> {
              maker.status(path, "6.4.3", 2, "off");
              onAThread(() -> maker.status(path, "6.4.3", 2, "on"));
            });

    assertThat(CliRun.of("summary", file).out())
        .contains("tracer: on")
        .doesNotContain("tracer: off");
    assertThat(CliRun.of("summary", "--json", file).out())
        .containsOnlyOnce("\"state\"")
        .contains("\"state\" : \"on\"");
  }

  /** A JVM that is killed may have no time to say that it has loaded HIP. */
  @Test
  void whatWasDoneSaysThatHipWasLoadedWhereTheTracerDidNot() throws IOException {
    Path file =
        record(
            maker -> {
              maker.status("", "", -1, "noRuntime");
              maker.joinedKernel("scale", 1, 0, MS);
            });

    CliRun run = CliRun.of("summary", file);

    assertThat(run.out())
        .contains(
            "HIP was used. Its version is unknown, because the recording's last status is from"
                + " before the tracer found it (noRuntime)")
        .doesNotContain("HIP was not loaded");
    Path openCl =
        record(
            maker -> {
              maker.status("", "", -1, "noRuntime");
              maker.openClKernel("scale", 0, MS);
            });
    assertThat(CliRun.of("summary", openCl).out()).contains("HIP was not loaded by the program");
  }

  @Test
  void anAgentWithoutActivityIsNoError() throws IOException {
    Path file = record(maker -> maker.status("", "", -1, "noRuntime"));

    CliRun run = CliRun.of("summary", file);

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("HIP was not loaded", "No GPU activity");
    assertThat(CliRun.of("summary", "--json", file).json().get("kernels")).isEmpty();
  }

  /** Which has ended when this returns. */
  private static void onAThread(Runnable command) {
    try {
      Thread thread = new Thread(command);
      thread.start();
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Content {
    void emit(RecordingMaker maker);
  }

  private Path record(Content content) throws IOException {
    try (RecordingMaker maker = new RecordingMaker()) {
      content.emit(maker);
      return maker.dump(Files.createTempFile(folder, "test", ".jfr"));
    }
  }

  private static Stream<String> functions(Object... args) throws IOException {
    return names(CliRun.of(args).json().get("apiCalls"), "function");
  }

  private static Stream<String> names(JsonNode rows, String field) {
    return StreamSupport.stream(rows.spliterator(), false).map(row -> row.get(field).asText());
  }
}
