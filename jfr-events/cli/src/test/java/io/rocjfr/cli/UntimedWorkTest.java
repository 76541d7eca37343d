// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.formats.perfetto.Trace;
import io.rocjfr.formats.perfetto.TracePacket;
import io.rocjfr.formats.perfetto.TrackEvent;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.Work;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.sqlite.JDBC;

/** Work whose queue has no profiling counts, and is in no figure of time. */
class UntimedWorkTest {
  private static final long MS = 1_000_000;

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void record() throws IOException {
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.openClKernel("scale", 1, 0, 4 * MS);
      maker.openClKernel("scale", 2, 5 * MS, 0);
      maker.openClKernel("scale", 2, 6 * MS, 0);
      maker.openClKernel("never", 2, 7 * MS, 0);
      maker.openClCopy("HostToDevice", 1000, 1, 8 * MS, MS);
      maker.openClCopy("HostToDevice", 7000, 2, 9 * MS, 0);
      maker.openClCopy("DeviceToHost", 500, 2, 9 * MS, 0);
      file = maker.dump(folder.resolve("untimed.jfr"));
    }
  }

  @Test
  void summaryHasItInCountsAndBytesOnly() throws IOException {
    JsonNode json = CliRun.of("summary", "--json", file).json();

    JsonNode scale = row(json.get("kernels"), "kernel", "scale");
    assertThat(scale.get("count").asLong()).isEqualTo(3);
    assertThat(scale.get("timedCount").asLong()).isEqualTo(1);
    for (String time : new String[] {"totalNs", "averageNs", "minNs", "p50Ns", "p99Ns", "maxNs"}) {
      assertThat(scale.get(time).asLong()).as(time).isBetween(4 * MS - 1000, 4 * MS + 1000);
    }
    assertThat(scale.get("share").asDouble()).isEqualTo(1);
    assertHasNoTimes(row(json.get("kernels"), "kernel", "never"));

    JsonNode toDevice = row(json.get("copies"), "direction", "HostToDevice");
    assertThat(toDevice.get("count").asLong()).isEqualTo(2);
    assertThat(toDevice.get("bytes").asLong()).isEqualTo(8000);
    assertThat(toDevice.get("bytesPerSecond").asDouble()).isBetween(990_000.0, 1_010_000.0);
    JsonNode toHost = row(json.get("copies"), "direction", "DeviceToHost");
    assertThat(toHost.get("bytes").asLong()).isEqualTo(500);
    assertThat(toHost.has("bytesPerSecond")).isFalse();
    assertHasNoTimes(toHost);

    JsonNode gpu = json.get("devices").get(0);
    assertThat(gpu.get("dispatches").asLong()).isEqualTo(4);
    assertThat(gpu.get("copies").asLong()).isEqualTo(2 + 1);
    assertThat(gpu.get("queues").get(0).has("busyNs")).isTrue();
    assertThat(gpu.get("queues").get(1).get("dispatches").asLong()).isEqualTo(3);
    assertThat(gpu.get("queues").get(1).has("busyNs")).isFalse();
  }

  @Test
  void summaryShowsNoTimesWhereThereAreNone() {
    String text = CliRun.of("summary", file).out();

    assertThat(text)
        .contains("Without times: 5 pieces of work. Either their OpenCL queues have no profiling")
        .containsPattern("never +1 +- +- +- +- +- +-\n")
        .containsPattern("scale +3 +4\\.00 ms +100\\.0 % +4\\.00 ms")
        .containsPattern("DeviceToHost +1 +500 B +- +- +- +- +- +- +-\n")
        .containsPattern("queue 2 +- +- +- +3");
  }

  @Test
  void flameAndTopTotalTimesOfTimedWorkOnly() throws IOException {
    CliRun time = CliRun.of("top", "--wide", file);
    assertThat(time.out())
        .contains("GPU time of kernels: 4.00 ms")
        .containsPattern("4\\.00 ms +100\\.0 % +1 +scale")
        .doesNotContain("never");
    assertThat(time.err())
        .contains("3 pieces of work without times are missing from all totals here");

    CliRun copies = CliRun.of("top", "--copies", file);
    assertThat(copies.out()).contains("HostToDevice").doesNotContain("DeviceToHost");
    CliRun launches = CliRun.of("top", "--launches", file);
    assertThat(launches.out()).containsPattern(" 3 +75\\.0 % +3 +scale").contains("never");
    assertThat(launches.err()).doesNotContain("without times");
  }

  @Test
  void thePageShowsNoTimeOfIt() throws IOException {
    Path page = folder.resolve("out.html");
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    String html = Files.readString(page);
    JsonNode types = PageCommandTest.json(html, "types");
    JsonNode kernels = row(types, "name", "KernelDispatch");
    assertThat(kernels.get("fields").findValuesAsText("name")).contains("timed");
    assertThat(kernels.get("durations").get("least").asLong()).isZero();
    JsonNode busy = PageCommandTest.json(html, "facts").get("busy");
    double shares = 0;
    for (JsonNode share : busy.get("gpus").get(0).get("shares")) {
      shares += share.asDouble() / 600;
    }
    long whole = busy.get("end").asLong() - busy.get("begin").asLong();
    assertThat(shares * whole).isBetween(4.99 * MS, 5.01 * MS);
  }

  @Test
  void aBrowserShowsNoTimeOfIt() throws Exception {
    assumeTrue(Chromium.installed().isPresent(), "there is no Chromium on this machine");
    Path page = folder.resolve("out.html");
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    try (Chromium browser = new Chromium(Chromium.installed().get(), 1440, 860)) {
      browser.open(page);
      browser.evaluate("Page.show('kernels')");
      assertThat(
              browser
                  .evaluate(
                      "new Promise(done => { const look = () => { const row ="
                          + " [...document.querySelectorAll('#kernels .tabulator-row')]"
                          + ".find(one => one.textContent.includes('never'));"
                          + "if (row) done([...row.children].map(cell => cell.textContent.trim()).filter(Boolean)"
                          + ".join('|')); else setTimeout(look, 20); }; look(); })")
                  .asText())
          .startsWith("never|1|-|-|-|-|-|-");
      assertThat(
              browser
                  .evaluate(
                      "(() => { const type = Data.types.find(one => one.kind === 'kernel');"
                          + "return [...Array(type.size).keys()].map(i => Details.tip({type, i}))"
                          + ".filter(tip => tip.includes('unknown length')).length; })()")
                  .asInt())
          .isEqualTo(3);
      assertThat(browser.evaluate("document.getElementById('overview').textContent").asText())
          .doesNotContain("NaN", "undefined");
    }
  }

  @Test
  void perfettoHasInstantsOfIt() throws IOException {
    Path trace = folder.resolve("out.pftrace");
    assertThat(CliRun.of("convert", file, "-o", trace).code()).isZero();
    int slices = 0;
    int instants = 0;
    int typed = 0;
    try (InputStream in = Files.newInputStream(trace)) {
      for (TracePacket packet : Trace.parseFrom(in).getPacketList()) {
        typed += packet.hasGpuRenderStageEvent() ? 1 : 0;
        if (packet.hasTrackEvent()) {
          TrackEvent.Type type = packet.getTrackEvent().getType();
          slices += type == TrackEvent.Type.TYPE_SLICE_BEGIN ? 1 : 0;
          instants += type == TrackEvent.Type.TYPE_INSTANT ? 1 : 0;
        }
      }
    }
    assertThat(List.of(slices, typed, instants)).containsExactly(2, 2, 5);
  }

  @Test
  void rocpdLeavesItOutAndConvertSaysSo() throws Exception {
    Path database = folder.resolve("out.db");
    CliRun run = CliRun.of("convert", file, "-o", database);
    assertThat(run.code()).isZero();
    assertThat(run.err()).contains("5 pieces of work without times are left out");
    try (Connection connection = new JDBC().connect("jdbc:sqlite:" + database, new Properties());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT (SELECT count(*) FROM kernels), (SELECT count(*) FROM memory_copies)")) {
      assertThat(rows.getInt(1)).isEqualTo(1);
      assertThat(rows.getInt(2)).isEqualTo(1);
    }
  }

  /** What it took may be the most: no share of the time is known. */
  @Test
  void rulesThatCompareTimesAreNotApplicable() throws Exception {
    assertThat(GpuEvents.work(JfrLoaderToolkit.loadEvents(file.toFile())))
        .filteredOn(work -> work.nanos() > 0)
        .extracting(Work::name)
        .containsExactly("scale", "HostToDevice");
    JsonNode report = CliRun.of("report", "--json", "--min-severity", "na", file).json();
    for (String rule :
        List.of(
            "DominantKernel",
            "DominantSite",
            "CopiesDominate",
            "DeviceImbalance",
            "QueueGaps",
            "SmallCopies")) {
      JsonNode result = row(report.get("results"), "rule", "rocjfr." + rule);
      assertThat(result.get("severity").asText()).as(rule).isEqualTo("na");
    }
    assertThat(row(report.get("results"), "rule", "rocjfr.DominantKernel").get("summary").asText())
        .contains("has no times");
  }

  private static void assertHasNoTimes(JsonNode row) {
    assertThat(row.get("count").asLong()).isEqualTo(1);
    assertThat(row.get("timedCount").asLong()).isZero();
    for (String time :
        new String[] {"totalNs", "share", "averageNs", "minNs", "p50Ns", "p99Ns", "maxNs"}) {
      assertThat(row.has(time)).as(time).isFalse();
    }
  }

  private static JsonNode row(JsonNode rows, String key, String value) {
    for (JsonNode row : rows) {
      if (row.get(key).asText().equals(value)) {
        return row;
      }
    }
    throw new AssertionError("no " + value + " in " + rows);
  }
}
