// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of Parquet files, read back and compared with the recordings. */
class ConvertToParquetTest {
  private static final long KEY = 0x0123456789abcdefL;

  /** What rows say beside their event. */
  private static final Set<String> OF_PROCESS =
      Set.of(
          "command",
          "hipVersion",
          "host",
          "javaVersion",
          "pid",
          "processStart",
          "serviceName",
          "serviceVersion");

  @TempDir Path folder;

  private Path record(String name) throws Exception {
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.sayWhatJvm();
      maker.forgetStrings();
      maker.process(KEY, "node-7", 4711, 2);
      Thread program = new Thread(new LaunchingProgram(maker, 3)); // whose stacks are whole
      program.start();
      program.join();
      maker.kernel("left", 1, 9, 1000, 5000);
      maker.range("outer", 4711, 0, 0, 100_000);
      maker.mark("here");
      maker.telemetry(0, 0.5, 1 << 30, 90.5);
      maker.memory(0, "device", 1 << 20);
      maker.live(1, "hipMalloc", 4096, 1, "at a.b.C.d(C.java:3)");
      return maker.dump(folder.resolve(name));
    }
  }

  private CliRun convert(Object... files) {
    List<Object> words = new ArrayList<>(List.of("convert"));
    words.addAll(Arrays.asList(files));
    words.addAll(List.of("-o", folder.resolve("fleet")));
    return CliRun.of(words.toArray());
  }

  private Set<String> tables() throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("fleet"))) {
      return all.map(file -> file.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** What a row of an event has to say, by JFR's own words. */
  private static Map<String, String> expected(RecordedEvent event) {
    Map<String, String> row = new TreeMap<>();
    Instant start = event.getStartTime();
    long nanos = start.getEpochSecond() * 1_000_000_000 + start.getNano();
    row.put("startTime", Long.toString(Math.floorDiv(nanos, 1000)));
    row.put("startNanos", Long.toString(nanos));
    row.put("duration", Long.toString(event.getDuration().toNanos()));
    for (ValueDescriptor field : event.getFields()) {
      Object value = event.getValue(field.getName());
      switch (field.getName()) {
        case "startTime", "duration", "thread", "stackTrace" -> {}
        case "trackedSince", "processStart" -> {
          if ((Long) value != 0) { // which is not known
            row.put(field.getName(), Long.toString((Long) value * 1000));
          }
        }
        case "queueDelay", "submitDelay" ->
            assertThat((Long) value).as("HIP tells none").isEqualTo(Long.MIN_VALUE);
        default -> {
          Field<?> ours = EventKind.of(event.getEventType().getName()).field(field.getName());
          if (value instanceof String || value instanceof Boolean || value instanceof Number) {
            if (ours == null || !ours.isAbsent(value)) {
              row.put(field.getName(), value.toString());
            }
          }
        }
      }
    }
    return row;
  }

  @Test
  void rowsAreTheEvents() throws Exception {
    Path file = record("gpu.jfr");
    CliRun run = convert(file);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    Map<String, List<Map<String, String>>> events = new TreeMap<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      String name = event.getEventType().getName();
      if (name.startsWith("rocjfr.")) {
        events
            .computeIfAbsent(name.substring("rocjfr.".length()), key -> new ArrayList<>())
            .add(expected(event));
      }
    }
    assertThat(events.keySet())
        .contains("KernelDispatch", "MemCopy", "HipApi", "LaunchSite", "RoctxRange")
        .contains("GpuTelemetry", "GpuMemory", "LiveGpuAllocation", "TracerStatus");
    for (String name : tables()) {
      ParquetTable table = ParquetTable.of(folder.resolve("fleet"), name);
      assertThat(table.files) // one for each day, should midnight pass
          .as(name)
          .isNotEmpty()
          .allSatisfy(
              part ->
                  assertThat(part.toString())
                      .contains("/day=")
                      .contains("/process=p0123456789abcdef/"));
      if (name.equals("Recording")) {
        continue;
      }
      List<Map<String, String>> rows = new ArrayList<>();
      for (Map<String, String> row : table.rows) {
        if (!name.equals("TracerStatus")) { // it has these fields, as far as the fixture says them
          assertThat(row).as(name).containsEntry("host", "node-7").containsEntry("pid", "4711");
        }
        assertThat(row).containsKey("javaVersion").containsKey("hipVersion");
        Map<String, String> ofEvent = new TreeMap<>(row);
        ofEvent.keySet().removeIf(key -> OF_PROCESS.contains(key) && !name.equals("TracerStatus"));
        ofEvent.keySet().removeAll(Set.of("command", "javaVersion", "hipVersion"));
        ofEvent.keySet().removeIf(key -> key.startsWith("eventThread"));
        ofEvent.keySet().removeIf(key -> key.startsWith("stackTrace"));
        rows.add(ofEvent);
      }
      List<Map<String, String>> all = events.getOrDefault(name, List.of());
      assertThat(rows).as(name).containsExactlyInAnyOrderElementsOf(all);
    }
  }

  @Test
  void aTimeThatIsNotKnownIsNull() throws Exception {
    Path file;
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.status("/opt/rocm/lib/libamdhip64.so", "6.4.3", 1, "on"); // with a start of 0
      file = maker.dump(folder.resolve("status.jfr"));
    }
    assertThat(convert(file).code()).isZero();
    assertThat(ParquetTable.of(folder.resolve("fleet"), "TracerStatus").rows)
        .singleElement()
        .satisfies(row -> assertThat(row).containsKey("version").doesNotContainKey("processStart"));
  }

  @Test
  void columnsSayWhatTheyAre() throws Exception {
    assertThat(convert(record("gpu.jfr")).code()).isZero();
    ParquetTable copies = ParquetTable.of(folder.resolve("fleet"), "MemCopy");
    JsonNode columns = new ObjectMapper().readTree(copies.metadata.get("rocjfr.columns"));
    assertThat(columns.get("bytes").get("unit").asText()).isEqualTo("B");
    assertThat(columns.get("bytes").get("contentType").asText()).isEqualTo("jdk.jfr.DataAmount");
    assertThat(columns.get("correlationId").get("contentType").asText())
        .isEqualTo("rocjfr.CorrelationId");
    assertThat(columns.get("duration").get("unit").asText()).isEqualTo("ns");
    assertThat(columns.get("queueDelay").get("unit").asText()).isEqualTo("ns");
    assertThat(copies.rows.get(0)).doesNotContainKeys("queueDelay", "submitDelay"); // of HIP
    assertThat(columns.get("direction").get("description").asText()).isNotBlank();
    List<String> names = new ArrayList<>();
    columns.fieldNames().forEachRemaining(names::add);
    assertThat(names)
        .isEqualTo(copies.schema.getFields().stream().map(field -> field.getName()).toList());
    assertThat(copies.metadata).containsEntry("rocjfr.label", "Memory Copy");
    ParquetTable telemetry = ParquetTable.of(folder.resolve("fleet"), "GpuTelemetry");
    JsonNode said = new ObjectMapper().readTree(telemetry.metadata.get("rocjfr.columns"));
    assertThat(said.get("edgeTemperature").get("unit").asText()).isEqualTo("°C");
    assertThat(said.get("memoryClock").get("unit").asText()).isEqualTo("Hz");
    assertThat(telemetry.rows.get(0))
        .containsEntry("power", "90.5")
        .doesNotContainKey("edgeTemperature");
  }

  /** The innermost frames, of the way into native code and ours, are left out. */
  @Test
  void stacksAreTexts() throws Exception {
    assertThat(convert(record("gpu.jfr")).code()).isZero();
    ParquetTable sites = ParquetTable.of(folder.resolve("fleet"), "LaunchSite");
    assertThat(sites.rows).isNotEmpty();
    for (Map<String, String> row : sites.rows) {
      assertThat(row.get("stackTrace").lines().toList())
          .anyMatch(line -> line.matches("io\\.rocjfr\\.cli\\.LaunchingProgram\\.run:\\d+"))
          .noneMatch(String::isBlank);
      assertThat(row).containsKey("weight").containsEntry("stackTraceTruncated", "false");
    }
  }

  /** Also of what nothing was recorded; and of what this recording does not know at all. */
  @Test
  void everyEventHasATable() throws Exception {
    Path classes = Path.of("../agent/target/classes/io/rocjfr/event").toAbsolutePath().normalize();
    Set<String> expected = new TreeSet<>(Set.of("Recording"));
    try (Stream<Path> all = Files.list(classes)) {
      for (Path file : all.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith("Event.class")) {
          Class<?> type = Class.forName("io.rocjfr.event." + name.replace(".class", ""));
          if (type.isAnnotationPresent(jdk.jfr.Name.class)) {
            expected.add(name.replace("Event.class", ""));
          }
        }
      }
    }
    Path file;
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.kernel("only", 0, 1, 0, 1000);
      file = maker.dump(folder.resolve("one.jfr"));
    }
    assertThat(convert(file).code()).isZero();
    assertThat(tables()).containsAll(expected);
    ParquetTable lost = ParquetTable.of(folder.resolve("fleet"), "RecordsLost");
    assertThat(lost.rows).isEmpty();
    assertThat(lost.schema.containsField("count")).isTrue();
  }

  @Test
  void aRecordingIsInTheFolderOnce() throws Exception {
    Path one = record("one.jfr");
    Path two = record("two.jfr");
    assertThat(convert(one).code()).isZero();
    int kernels = ParquetTable.of(folder.resolve("fleet"), "KernelDispatch").rows.size();
    assertThat(convert(one).code()).isZero();
    assertThat(convert(two).code()).isZero();
    ParquetTable both = ParquetTable.of(folder.resolve("fleet"), "KernelDispatch");
    assertThat(both.files).hasSize(2);
    assertThat(both.rows).hasSize(2 * kernels);
    assertThat(ParquetTable.of(folder.resolve("fleet"), "Recording").rows).hasSize(2);

    Path copy = Files.copy(one, folder.resolve("copy.jfr"));
    CliRun twice = convert(one, copy);
    assertThat(twice.code()).isZero();
    assertThat(twice.err()).contains(copy + " is skipped");
    assertThat(ParquetTable.of(folder.resolve("fleet"), "KernelDispatch").rows)
        .hasSize(2 * kernels);

    // Chunks of one JVM: the first, then both, then the first again.
    Path first;
    Path whole;
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.process(7, "node-1", 1, 1);
      maker.kernel("a", 0, 1, 0, 1000);
      maker.rotate();
      long rotated = System.nanoTime();
      while (System.nanoTime() - rotated < 20_000_000) {
        Thread.onSpinWait(); // what is shorter passes for the clocks' difference
      }
      maker.process(7, "node-1", 1, 1);
      maker.kernel("b", 0, 1, 5000, 1000);
      whole = maker.dump(folder.resolve("whole.jfr"));
      byte[] bytes = Files.readAllBytes(whole);
      long chunk = java.nio.ByteBuffer.wrap(bytes).getLong(8);
      first = Files.write(folder.resolve("first.jfr"), Arrays.copyOf(bytes, (int) chunk));
    }
    assertThat(convert(first).code()).isZero();
    assertThat(convert(whole).code()).isZero();
    assertThat(ParquetTable.of(folder.resolve("fleet"), "KernelDispatch").rows)
        .hasSize(2 * kernels + 2);
    CliRun part = convert(first);
    assertThat(part.code()).isEqualTo(2);
    assertThat(part.err()).contains("cannot be written", "a part of this recording already");
    assertThat(ParquetTable.of(folder.resolve("fleet"), "KernelDispatch").rows)
        .hasSize(2 * kernels + 2);
    assertThat(tables()).noneMatch(name -> name.startsWith("."));
  }

  @Test
  void aTruncatedRecordingIsSaidToBe() throws Exception {
    byte[] whole = Files.readAllBytes(record("gpu.jfr"));
    Path more = Files.write(folder.resolve("more.jfr"), Arrays.copyOf(whole, whole.length + 9));
    CliRun run = convert(more);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("rocjfr: " + more);
    ParquetTable recording = ParquetTable.of(folder.resolve("fleet"), "Recording");
    assertThat(recording.rows).hasSize(1);
    assertThat(recording.rows.get(0).get("problem")).contains("damaged");
    assertThat(recording.rows.get(0)).containsEntry("file", more.toString());
    assertThat(ParquetTable.of(folder.resolve("fleet"), "KernelDispatch").rows).isNotEmpty();
  }

  @Test
  void aFileInTheWay() throws Exception {
    Path file = record("gpu.jfr");
    Files.writeString(folder.resolve("fleet"), "mine");
    CliRun run = convert(file);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("is a file");
    assertThat(folder.resolve("fleet")).hasContent("mine");
  }

  /** What can be in the way within the folder: nothing of ours stays, what was there does. */
  @Test
  void aFolderThatCannotBeWrittenEverywhere() throws Exception {
    Path file = record("gpu.jfr");
    Files.createDirectory(folder.resolve("fleet"));
    Files.writeString(folder.resolve("fleet/MemCopy"), "mine"); // where a folder is needed
    CliRun run = convert(file);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("fleet cannot be written: ");
    try (Stream<Path> all = Files.walk(folder.resolve("fleet"))) {
      assertThat(all.filter(Files::isRegularFile)).containsExactly(folder.resolve("fleet/MemCopy"));
    }
  }
}
