// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.Work;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** The busy time of a GPU is the union of its work, in every place that shows it. */
class BusyTimeEverywhereTest {
  /** More separate ones than any window that holds only the last. */
  private static final int WORKS = 20_000;

  private record TraceItem(int device, boolean copy, long begin, long nanos) {}

  @TempDir Path folder;

  @Test
  void theUnionOfTheIntervalsInWhateverOrderTheyCome() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<TraceItem> pieces = new ArrayList<>();
    for (int i = 0; i < WORKS; i++) {
      // Of four, one overlaps the next, and a copy lies over some kernels.
      long nanos = i % 4 == 0 ? 6_000 : 1_000 + random.nextInt(2_000);
      pieces.add(new TraceItem(i % 7 == 0 ? 1 : 0, i % 5 == 0, 5_000L * i, nanos));
    }
    Collections.shuffle(pieces, random);
    Path file = folder.resolve("shuffled.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      for (TraceItem piece : pieces) {
        if (piece.copy) {
          maker.copy("HostToDevice", 1, piece.device, piece.begin, piece.nanos);
        } else {
          maker.kernel("k", piece.device, 1, piece.begin, piece.nanos);
        }
      }
      maker.dump(file);
    }

    JsonNode summary = CliRun.of("summary", "--json", file).json().get("devices");
    JsonNode imbalance = result(CliRun.of("report", "--json", "--min-severity", "na", file).json());
    List<Work> rules = GpuEvents.work(JfrLoaderToolkit.loadEvents(file.toFile()));
    for (int device = 0; device < 2; device++) {
      int of = device;
      List<TraceItem> own = pieces.stream().filter(piece -> piece.device == of).toList();
      long union = union(own);
      // A nanosecond for each interval, since the recording counts in ticks.
      var tolerance = within((long) own.size());
      String as = "device " + device + ", seed " + seed;
      assertThat(summary.get(device).get("device").asInt()).isEqualTo(device);
      assertThat(summary.get(device).get("busyNs").asLong()).as(as).isCloseTo(union, tolerance);
      List<Work> ofRules = rules.stream().filter(work -> work.device() == of).toList();
      assertThat(Intervals.of(ofRules).total()).as(as).isCloseTo(union, tolerance);
      assertThat(imbalance.get(device == 0 ? "most" : "least").asLong())
          .as(as)
          .isCloseTo(union, tolerance);
      List<TraceItem> kernels = own.stream().filter(piece -> !piece.copy).toList();
      assertThat(summary.get(device).get("kernelNs").asLong())
          .as(as)
          .isCloseTo(union(kernels), tolerance);
      assertThat(summary.get(device).get("queues").get(0).get("busyNs").asLong())
          .as(as)
          .isCloseTo(union(kernels), tolerance);
    }
  }

  private static JsonNode result(JsonNode report) {
    for (JsonNode result : report.get("results")) {
      if (result.get("rule").asText().equals("rocjfr.DeviceImbalance")) {
        return result.get("figures");
      }
    }
    throw new AssertionError("no result about two devices in " + report);
  }

  private static long union(List<TraceItem> pieces) {
    List<TraceItem> sorted = new ArrayList<>(pieces);
    sorted.sort((one, other) -> Long.compare(one.begin, other.begin));
    long sum = 0;
    long end = 0;
    for (TraceItem piece : sorted) {
      long to = Math.max(end, piece.begin + piece.nanos);
      sum += to - Math.max(end, piece.begin);
      end = to;
    }
    return sum;
  }
}
