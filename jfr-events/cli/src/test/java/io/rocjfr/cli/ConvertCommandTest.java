// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.formats.perfetto.DebugAnnotation;
import io.rocjfr.formats.perfetto.DebugAnnotationName;
import io.rocjfr.formats.perfetto.EventCategory;
import io.rocjfr.formats.perfetto.EventName;
import io.rocjfr.formats.perfetto.Trace;
import io.rocjfr.formats.perfetto.TracePacket;
import io.rocjfr.formats.perfetto.TrackDescriptor;
import io.rocjfr.formats.perfetto.TrackEvent;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.JDBC;

/** What {@code convert} writes, read back and compared with {@code summary}. */
class ConvertCommandTest {
  private static final int ROUNDS = 5;

  @TempDir Path folder;

  private Path record(String name) throws Exception {
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.sayWhatJvm();
      maker.forgetStrings();
      new LaunchingProgram(maker, ROUNDS).run();
      // Two kernels at once, and one of no length.
      maker.kernel("left", 1, 9, 1000, 5000);
      maker.kernel("right", 1, 9, 2000, 5000);
      maker.kernel("nothing", 1, 9, 7000, 0);
      maker.range("outer", 4711, 0, 0, 100_000);
      maker.range("inner \"quoted\"", 4711, 1, 1000, 10_000);
      maker.startStopRange("request", 77, 500, 3_000_000);
      maker.mark("here");
      maker.telemetry(0, 0.5, 1 << 30, 90.5);
      return maker.dump(folder.resolve(name));
    }
  }

  /** All slices of a trace, as Perfetto makes them of begins and ends. */
  private static final class Slices {
    final Map<String, Integer> byCategory = new TreeMap<>();
    final Map<String, Integer> kernels = new TreeMap<>();
    final Map<Long, List<String>> flows = new HashMap<>();
    final Map<Long, TrackDescriptor> tracks = new HashMap<>();
    final Map<String, List<Double>> counters = new TreeMap<>();
    final List<String> fields = new ArrayList<>();
    int typed;
    int instants;

    static Slices of(Path file) throws Exception {
      Slices slices = new Slices();
      try (InputStream in = Files.newInputStream(file)) {
        slices.read(Trace.parseFrom(in));
      }
      return slices;
    }

    private void read(Trace trace) {
      Map<Long, String> names = new HashMap<>();
      Map<Long, String> categories = new HashMap<>();
      List<TracePacket> events = new ArrayList<>();
      for (TracePacket packet : trace.getPacketList()) {
        for (EventName name : packet.getInternedData().getEventNamesList()) {
          assertThat(names.put(name.getIid(), name.getName())).isNull();
        }
        for (EventCategory name : packet.getInternedData().getEventCategoriesList()) {
          assertThat(categories.put(name.getIid(), name.getName())).isNull();
        }
        for (DebugAnnotationName n : packet.getInternedData().getDebugAnnotationNamesList()) {
          fields.add(n.getName());
        }
        if (packet.hasTrackDescriptor()) {
          TrackDescriptor track = packet.getTrackDescriptor();
          assertThat(tracks.put(track.getUuid(), track)).isNull();
        }
        if (packet.hasTrackEvent()) {
          events.add(packet);
          assertThat(tracks)
              .as("described before")
              .containsKey(packet.getTrackEvent().getTrackUuid());
        }
        typed += packet.hasGpuRenderStageEvent() ? 1 : 0;
      }
      events.sort(Comparator.comparingLong(TracePacket::getTimestamp)); // keeps the order of equals
      Map<Long, Deque<Long>> open = new HashMap<>();
      for (TracePacket packet : events) {
        TrackEvent event = packet.getTrackEvent();
        Deque<Long> stack = open.computeIfAbsent(event.getTrackUuid(), key -> new ArrayDeque<>());
        switch (event.getType()) {
          case TYPE_SLICE_BEGIN -> {
            stack.push(packet.getTimestamp());
            String category = categories.get(event.getCategoryIids(0));
            String name = names.get(event.getNameIid());
            byCategory.merge(category, 1, Integer::sum);
            if (category.equals("kernel")) {
              kernels.merge(name, 1, Integer::sum);
            }
            for (long flow : event.getFlowIdsList()) {
              flows.computeIfAbsent(flow, key -> new ArrayList<>()).add(category);
            }
            for (DebugAnnotation annotation : event.getDebugAnnotationsList()) {
              assertThat(annotation.getNameIid()).isPositive();
            }
          }
          case TYPE_SLICE_END -> stack.pop();
          case TYPE_INSTANT -> instants++;
          case TYPE_COUNTER ->
              counters
                  .computeIfAbsent(
                      tracks.get(event.getTrackUuid()).getName(), key -> new ArrayList<>())
                  .add(
                      event.hasCounterValue()
                          ? event.getCounterValue()
                          : event.getDoubleCounterValue());
          default -> throw new AssertionError(event);
        }
      }
      assertThat(open.values()).as("all have ended").allMatch(Deque::isEmpty);
    }
  }

  private static Map<String, Integer> counts(JsonNode rows, String name) {
    Map<String, Integer> counts = new TreeMap<>();
    rows.forEach(row -> counts.put(row.get(name).asText(), row.get("count").asInt()));
    return counts;
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Test
  void theTraceHoldsWhatTheSummaryCounts() throws Exception {
    Path file = record("gpu.jfr");
    Path trace = folder.resolve("out.pftrace");
    CliRun run = CliRun.of("convert", file, "-o", trace);
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode summary = CliRun.of("summary", "--json", file).json();
    Slices slices = Slices.of(trace);
    assertThat(slices.kernels).isEqualTo(counts(summary.get("kernels"), "kernel"));
    assertThat(slices.byCategory.get("copy"))
        .isEqualTo(sum(counts(summary.get("copies"), "direction")));
    assertThat(slices.byCategory.get("hip_api"))
        .isEqualTo(sum(counts(summary.get("apiCalls"), "function")));
    assertThat(slices.byCategory.get("range")).isEqualTo(3);
    assertThat(slices.instants).isEqualTo(1);
    assertThat(slices.typed)
        .isEqualTo(slices.byCategory.get("kernel") + slices.byCategory.get("copy"));
    assertThat(slices.fields).contains("correlationId", "gridX", "bytes");

    // An arrow from each launch to its kernel.
    long joined =
        slices.flows.values().stream()
            .filter(ends -> ends.contains("hip_api") && ends.contains("kernel"))
            .count();
    assertThat(joined).isEqualTo(ROUNDS * 11L);

    List<String> names =
        slices.tracks.values().stream().map(TrackDescriptor::getName).collect(Collectors.toList());
    assertThat(names).contains("GPU 0", "GPU 0, queue 3", "GPU 1, queue 9", "Start/stop ranges");
    assertThat(slices.tracks.values())
        .anyMatch(t -> t.getThread().getThreadName().equals("worker"));
    assertThat(slices.tracks.values())
        .anyMatch(t -> t.getProcess().getPid() == ProcessHandle.current().pid());

    assertThat(slices.counters.get("Busy")).containsExactly(50.0);
    assertThat(slices.counters.get("Power")).containsExactly(90.5);
    List<Double> depth = slices.counters.get("GPU 1, queue 9: submitted, not done");
    assertThat(depth).contains(2.0).endsWith(0.0);
    assertThat(slices.counters.get("Bytes being copied")).contains(4096.0).endsWith(0.0);
  }

  /** Recordings of one process are one; arrows of different ones do not meet. */
  @Test
  void severalRecordings() throws Exception {
    Path one = record("one.jfr");
    Path two = record("two.jfr");
    Path trace = folder.resolve("out.pftrace");
    CliRun run = CliRun.of("convert", one, two, "-o", trace);
    assertThat(run.code()).as(run.err()).isZero();
    Slices slices = Slices.of(trace);
    JsonNode summary = CliRun.of("summary", "--json", one, two).json();
    assertThat(slices.kernels).isEqualTo(counts(summary.get("kernels"), "kernel"));
    assertThat(slices.flows.values()).allMatch(ends -> ends.size() <= 2);
  }

  private static String query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> lines = new ArrayList<>();
      while (rows.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          cells.add(String.valueOf(rows.getString(i)));
        }
        lines.add(String.join(" ", cells));
      }
      return String.join("\n", lines);
    }
  }

  @Test
  void theDatabaseHoldsWhatTheSummaryCounts() throws Exception {
    Path one = record("one.jfr");
    Path two = record("two.jfr");
    Path database = folder.resolve("out.db");
    CliRun run = CliRun.of("convert", one, two, "-o", database);
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode summary = CliRun.of("summary", "--json", one, two).json();
    try (Connection connection = new JDBC().connect("jdbc:sqlite:" + database, new Properties())) {
      assertThat(query(connection, "PRAGMA foreign_key_check")).isEmpty();
      assertThat(query(connection, "PRAGMA integrity_check")).isEqualTo("ok");
      assertThat(query(connection, "SELECT value FROM rocpd_metadata WHERE tag = 'schema_version'"))
          .isEqualTo("3");
      Map<String, Integer> kernels = new TreeMap<>();
      query(connection, "SELECT name, count(*) FROM kernels GROUP BY name")
          .lines()
          .map(line -> line.split(" ", -1))
          .forEach(cells -> kernels.put(cells[0], Integer.parseInt(cells[1])));
      assertThat(kernels).isEqualTo(counts(summary.get("kernels"), "kernel"));
      long total = 0;
      for (JsonNode kernel : summary.get("kernels")) {
        total += kernel.get("totalNs").asLong();
      }
      assertThat(query(connection, "SELECT sum(duration) FROM kernels"))
          .isEqualTo(Long.toString(total));
      assertThat(
              query(connection, "SELECT name, count(*), sum(size) FROM memory_copies GROUP BY 1"))
          .isEqualTo("MEMORY_COPY_HOST_TO_DEVICE " + 2 * ROUNDS + " " + 2 * ROUNDS * 4096);
      assertThat(
              query(
                  connection, "SELECT DISTINCT src_agent_type, dst_agent_type FROM memory_copies"))
          .isEqualTo("CPU GPU");
      assertThat(
              query(connection, "SELECT count(*) FROM regions WHERE category = 'HIP_RUNTIME_API'"))
          .isEqualTo(Integer.toString(sum(counts(summary.get("apiCalls"), "function"))));
      assertThat(
              query(
                  connection,
                  "SELECT DISTINCT name, json_extract(extdata, '$.message') FROM regions"
                      + " WHERE name LIKE 'inner%'"))
          .isEqualTo("inner \"quoted\" inner \"quoted\"");
      // A call and its kernel have one id, within a process.
      assertThat(
              query(
                  connection,
                  "SELECT count(*) FROM kernels K JOIN regions R ON R.stack_id = K.stack_id AND"
                      + " R.pid = K.pid WHERE R.name = 'hipModuleLaunchKernel' AND K.stack_id > 0"))
          .isEqualTo(Integer.toString(2 * 2 * ROUNDS * 11));
      assertThat(query(connection, "SELECT count(*) FROM rocpd_info_process")).isEqualTo("2");
      assertThat(
              query(
                  connection,
                  "SELECT DISTINCT grid_x, workgroup_x FROM kernels WHERE name = 'gemm'"))
          .isEqualTo("1024 64");
    }
  }

  /** In each recording ids begin anew. */
  @Test
  void callsHaveTheirJavaStacks() throws Exception {
    List<Path> files = List.of(folder.resolve("one.jfr"), folder.resolve("two.jfr"));
    for (Path file : files) {
      try (RecordingMaker maker = new RecordingMaker()) {
        maker.launch("gemm", 0, 1, 7, 0, 10, 100, 10);
        if (file == files.get(1)) {
          RecordingMaker.site("hipLaunchKernel", 7, 1).commit();
        } else {
          RecordingMaker.site("hipLaunchKernel", 8, 1).commit();
          maker.launch("gemm", 0, 1, 8, 1000, 10, 1100, 10);
        }
        maker.dump(file);
      }
    }
    Path database = folder.resolve("out.db");
    CliRun run = CliRun.of("convert", files.get(0), files.get(1), "-o", database);
    assertThat(run.code()).as(run.err()).isZero();
    try (Connection connection = new JDBC().connect("jdbc:sqlite:" + database, new Properties())) {
      assertThat(
              query(
                  connection,
                  "SELECT stack_id, call_stack != '{}' FROM regions WHERE name ="
                      + " 'hipLaunchKernel' ORDER BY id"))
          .isEqualTo("7 0\n8 1\n7 1");
      assertThat(
              query(
                  connection,
                  "SELECT json_extract(call_stack, '$.frames[0]') FROM regions WHERE call_stack !="
                      + " '{}'"))
          .contains("callsHaveTheirJavaStacks")
          .hasLineCount(2);
      // The work has none of its own.
      assertThat(query(connection, "SELECT count(*) FROM rocpd_event WHERE call_stack != '{}'"))
          .isEqualTo("2");
    }
  }

  @Test
  void copiesOfUnknownDirectionAreOfNoTypeOfAgent() throws Exception {
    Path file = folder.resolve("gpu.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.copy(null, 100, 1, 0, 1_000);
      maker.copy("DeviceToHost", 10, 1, 0, 1_000);
      maker.dump(file);
    }
    Path database = folder.resolve("out.db");
    CliRun run = CliRun.of("convert", file, "-o", database);
    assertThat(run.code()).as(run.err()).isZero();
    try (Connection connection = new JDBC().connect("jdbc:sqlite:" + database, new Properties())) {
      assertThat(query(connection, "PRAGMA foreign_key_check")).isEmpty();
      assertThat(
              query(
                  connection,
                  "SELECT name, size, src_agent_type, dst_agent_type FROM memory_copies"
                      + " ORDER BY size"))
          .isEqualTo("MEMORY_COPY_DEVICE_TO_HOST 10 GPU CPU\nUnknown 100 null null");
    }
  }

  @Test
  void badInputEndsWithTwoAndWritesNothing() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty.jfr"));
    Path foreign = Files.writeString(folder.resolve("foreign.jfr"), "no recording at all");
    byte[] whole = Files.readAllBytes(record("gpu.jfr"));
    Path cut =
        Files.write(folder.resolve("cut.jfr"), java.util.Arrays.copyOf(whole, whole.length / 2));
    for (String name : List.of("out.pftrace", "out.db")) {
      Path out = folder.resolve(name);
      for (Path file : List.of(empty, foreign, folder.resolve("no.jfr"))) {
        CliRun run = CliRun.of("convert", file, "-o", out);
        assertThat(run.code()).as("%s", file).isEqualTo(2);
        assertThat(run.err()).contains("rocjfr: " + file);
        assertThat(out).doesNotExist();
      }
      // What is readable is used, and said not to be all.
      CliRun some = CliRun.of("convert", folder.resolve("gpu.jfr"), cut, "-o", out);
      assertThat(some.code()).isEqualTo(2);
      assertThat(out).isNotEmptyFile();
      assertThat(CliRun.of("convert", empty, "-o", folder.resolve("no/" + name)).err())
          .contains("no folder");
    }
    assertThat(CliRun.of("convert", empty, "-o", folder.resolve("out.txt")).err())
        .contains("the ending of this name is unknown");
    assertThat(CliRun.of("convert", empty).err()).contains("--output");
    try (var left = Files.list(folder)) {
      assertThat(left.filter(file -> file.toString().endsWith(".part"))).isEmpty();
    }
  }
}
