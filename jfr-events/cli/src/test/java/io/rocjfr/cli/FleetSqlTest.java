// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The SQL of docs/fleet.md, by DuckDB, over recordings of many processes, against {@code summary}.
 * With {@code -Drocjfr.fleet=FOLDER} the tables and what DuckDB said stay there, for
 * tests/fleet.sh.
 */
class FleetSqlTest {
  private static final int RECORDINGS = 50;
  private static final int PROCESSES = 20;

  /** The recording whose last chunk is cut, the process that lost records, and JFR's loser. */
  private static final int DAMAGED = 49;

  private static final int LOSER = 3;
  private static final int JFR_LOSER = 5;
  private static final Pattern BLOCK =
      Pattern.compile(
          "^```sql(?: (\\w+))?\\n(?:-- (\\w+)\\n)?(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  @TempDir Path temporary;

  /** The blocks of the page, by their name. */
  private static Map<String, String> sql() throws IOException {
    Map<String, String> blocks = new LinkedHashMap<>();
    Matcher block = BLOCK.matcher(Files.readString(Path.of("../../docs/fleet.md")));
    while (block.find()) {
      String name = block.group(1) != null ? block.group(1) : block.group(2);
      assertThat(name).as("each block has a name: %s", block.group()).isNotNull();
      assertThat(blocks.put(name, block.group(3))).as(name).isNull();
    }
    assertThat(blocks.keySet())
        .containsExactly(
            "duckdb", "spark", "kernels", "stacks", "copies", "losses", "idle", "unused");
    return blocks;
  }

  /** Of some process, with kernels at the same time, copies and, of some, losses. */
  private Path record(int number) throws Exception {
    int process = number % PROCESSES;
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.process(1000 + process, "node-" + process % 7, 100 + process, 3);
      maker.forgetStrings();
      maker.process(1000 + process, "node-" + process % 7, 100 + process, 3);
      Thread program = new Thread(new LaunchingProgram(maker, 1 + number % 3, 1000L * number));
      program.start(); // so that its stacks are whole
      program.join();
      if (number == DAMAGED) {
        maker.rotate();
      }
      maker.kernel("left", 1, 9, 1000, 5000 + 100 * number);
      maker.kernel("right", 1, 8, 2000, 5000);
      maker.kernel("inner", 1, 8, 2500, 100);
      maker.copy("DeviceToHost", 1 << number % 20, 1, 20_000, 700);
      if (process == LOSER) {
        maker.lost("HipOps", "ringFull", 7 + number);
        maker.lost("HipApi", "exit", 1);
      }
      if (process == JFR_LOSER && number > process) { // in two of its three recordings
        maker.lostByJfr(10, 1000L * number);
      }
      Path file = maker.dump(temporary.resolve(number + ".jfr"));
      if (number == DAMAGED) {
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 100));
      }
      return file;
    }
  }

  private static List<Map<String, String>> query(Connection connection, String sql)
      throws SQLException {
    List<Map<String, String>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      while (found.next()) {
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
          row.put(found.getMetaData().getColumnLabel(i), found.getString(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static long sum(List<Map<String, String>> rows, String column) {
    return rows.stream().mapToLong(row -> Math.round(Double.parseDouble(row.get(column)))).sum();
  }

  private static String key(int process) {
    return String.format("p%016x", 1000 + process);
  }

  private static JsonNode summary(List<Path> files) throws IOException {
    List<Object> words = new ArrayList<>(List.of("summary", "--json"));
    words.addAll(files);
    return CliRun.of(words.toArray()).json();
  }

  @Test
  void theSqlSaysWhatTheSummarySays() throws Exception {
    List<Path> files = new ArrayList<>();
    Map<String, List<Path>> byProcess = new TreeMap<>();
    for (int i = 0; i < RECORDINGS; i++) {
      Path file = record(i);
      files.add(file);
      byProcess.computeIfAbsent(key(i % PROCESSES), key -> new ArrayList<>()).add(file);
    }
    String wanted = System.getProperty("rocjfr.fleet", "");
    Path folder = wanted.isEmpty() ? temporary.resolve("fleet") : Path.of(wanted, "fleet");
    List<Object> words = new ArrayList<>(List.of("convert", "-o", folder));
    words.addAll(files);
    CliRun run = CliRun.of(words.toArray());
    assertThat(run.code()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(DAMAGED + ".jfr ").hasLineCount(1);

    Map<String, String> sql = sql();
    Map<String, List<Map<String, String>>> said = new LinkedHashMap<>();
    try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties())) {
      try (Statement statement = connection.createStatement()) {
        for (String view : sql.get("duckdb").split(";\n", -1)) {
          if (!view.isBlank()) {
            statement.execute(view.replace("'fleet/", "'" + folder + "/"));
          }
        }
      }
      for (String name : List.of("kernels", "stacks", "copies", "losses", "idle", "unused")) {
        said.put(name, query(connection, sql.get(name)));
      }
    }
    JsonNode all = summary(files);
    checkKernels(said.get("kernels"), said.get("stacks"), all);
    checkCopies(said.get("copies"), all);
    checkLosses(said.get("losses"), all, summary(byProcess.get(key(JFR_LOSER))));
    for (Map.Entry<String, List<Path>> process : byProcess.entrySet()) {
      checkIdle(said.get("idle"), process.getKey(), summary(process.getValue()));
    }
    assertThat(said.get("idle")).hasSize(2 * PROCESSES);
    assertThat(said.get("unused")).hasSize(PROCESSES);
    assertThat(said.get("unused"))
        .allSatisfy(
            row -> assertThat(row).containsEntry("devices", "3").containsEntry("used", "2"));
    if (!wanted.isEmpty()) {
      for (Map.Entry<String, List<Map<String, String>>> question : said.entrySet()) {
        StringBuilder text = new StringBuilder();
        for (Map<String, String> row : question.getValue()) {
          text.append(String.join("|", row.values().stream().map(FleetSqlTest::cell).toList()));
          text.append('\n');
        }
        Files.writeString(Path.of(wanted, question.getKey() + ".duckdb"), text);
      }
    }
  }

  private static String cell(String value) {
    return value == null ? "null" : value.replace('\n', ' ');
  }

  private static void checkKernels(
      List<Map<String, String>> rows, List<Map<String, String>> stacks, JsonNode all) {
    assertThat(rows).hasSize(all.get("kernels").size());
    for (JsonNode kernel : all.get("kernels")) {
      String name = kernel.get("kernel").asText();
      List<Map<String, String>> row =
          rows.stream().filter(one -> one.get("kernel").equals(name)).toList();
      assertThat(row).as(name).hasSize(1);
      assertThat(row.get(0))
          .containsEntry("launches", kernel.get("count").asText())
          .containsEntry("totalNs", kernel.get("totalNs").asText())
          .containsEntry("slowestNs", kernel.get("maxNs").asText())
          .containsEntry("hipVersion", "6.4.3");
      // All calls were picked, and so each kernel that was launched by one has a stack.
      List<Map<String, String>> its =
          stacks.stream().filter(one -> one.get("kernel").equals(name)).toList();
      if (List.of("gemm", "softmax").contains(name)) {
        assertThat(its).hasSize(name.equals("gemm") ? 4 : 1);
        assertThat(sum(its, "picked")).isEqualTo(kernel.get("count").asLong());
        assertThat(sum(its, "launches")).isEqualTo(kernel.get("count").asLong());
        assertThat(sum(its, "estimatedNs")).isEqualTo(kernel.get("totalNs").asLong());
        assertThat(its).allMatch(one -> one.get("stackTrace").contains("LaunchingProgram.run:"));
      } else {
        assertThat(its).isEmpty();
      }
    }
  }

  private static void checkCopies(List<Map<String, String>> rows, JsonNode all) {
    long nanos = 0;
    long bytes = 0;
    for (JsonNode copies : all.get("copies")) {
      nanos += copies.get("totalNs").asLong();
      bytes += copies.get("bytes").asLong();
    }
    long kernels = 0;
    for (JsonNode kernel : all.get("kernels")) {
      kernels += kernel.get("totalNs").asLong();
    }
    assertThat(rows).hasSize(PROCESSES);
    assertThat(sum(rows, "copyNs")).isEqualTo(nanos).isPositive();
    assertThat(sum(rows, "bytes")).isEqualTo(bytes).isPositive();
    assertThat(sum(rows, "kernelNs")).isEqualTo(kernels).isPositive();
    for (Map<String, String> row : rows) {
      double copy = Double.parseDouble(row.get("copyNs"));
      double kernel = Double.parseDouble(row.get("kernelNs"));
      assertThat(Double.parseDouble(row.get("copyShare")))
          .isCloseTo(copy / (copy + kernel), org.assertj.core.data.Offset.offset(1e-9));
    }
  }

  private static void checkLosses(
      List<Map<String, String>> rows, JsonNode all, JsonNode ofJfrsLoser) {
    Map<String, String> expected = new TreeMap<>();
    for (JsonNode loss : all.get("losses")) {
      expected.put(
          key(LOSER) + " " + loss.get("domain").asText() + " " + loss.get("cause").asText(),
          loss.get("count").asText());
    }
    assertThat(expected).hasSize(2);
    assertThat(ofJfrsLoser.get("jfrLostBytes").asLong()).isEqualTo(45_000);
    expected.put(key(JFR_LOSER) + " JFR bytes", "45000");
    for (JsonNode file : all.get("files")) {
      if (!file.get("problem").isNull()) {
        String problem = file.get("problem").asText();
        expected.put(key(DAMAGED % PROCESSES) + " Recording " + problem, "1");
      }
    }
    Map<String, String> found = new TreeMap<>();
    for (Map<String, String> row : rows) {
      String what = row.get("process") + " " + row.get("domain") + " " + row.get("cause");
      found.put(what, row.get("lost"));
    }
    assertThat(found).isEqualTo(expected).hasSize(4);
  }

  private static void checkIdle(List<Map<String, String>> rows, String process, JsonNode all) {
    long recorded = 0;
    for (JsonNode file : all.get("files")) {
      recorded += file.get("endEpochNs").asLong() - file.get("beginEpochNs").asLong();
    }
    assertThat(all.get("devices")).hasSize(2);
    for (JsonNode device : all.get("devices")) {
      List<Map<String, String>> row =
          rows.stream()
              .filter(one -> one.get("process").equals(process))
              .filter(one -> one.get("device").equals(device.get("device").asText()))
              .toList();
      assertThat(row).hasSize(1);
      assertThat(row.get(0))
          .containsEntry("busyNs", device.get("busyNs").asText())
          .containsEntry("recordedNs", Long.toString(recorded));
    }
  }

  /** OpenCL's numbers of devices are not HIP's. */
  @Test
  void devicesOfOpenClAreNotThoseOfHip() throws Exception {
    Path folder = temporary.resolve("fleet");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.process(5, "node", 1, 2);
      maker.kernel("hip", 1, 9, 0, 1000);
      maker.openClKernel("opencl", 2000, 1000);
      Path file = maker.dump(temporary.resolve("both.jfr"));
      assertThat(CliRun.of("convert", file, "-o", folder).code()).isZero();
    }
    Map<String, String> sql = sql();
    try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties())) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql.get("duckdb").replace("'fleet/", "'" + folder + "/"));
      }
      assertThat(query(connection, "SELECT count(DISTINCT device) AS n FROM KernelDispatch"))
          .containsExactly(Map.of("n", "2"));
      assertThat(query(connection, sql.get("unused")))
          .singleElement()
          .satisfies(
              row -> assertThat(row).containsEntry("devices", "2").containsEntry("used", "1"));
    }
  }

  /** Where nothing was lost, and no call was picked. */
  @Test
  void theSqlRunsWhereThereIsNothing() throws Exception {
    Path folder = temporary.resolve("fleet");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.process(5, "node", 1, 0);
      Path file = maker.dump(temporary.resolve("nothing.jfr"));
      assertThat(CliRun.of("convert", file, "-o", folder).code()).isZero();
    }
    Map<String, String> sql = sql();
    try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties())) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql.get("duckdb").replace("'fleet/", "'" + folder + "/"));
      }
      for (String name : List.of("kernels", "stacks", "copies", "losses", "idle", "unused")) {
        assertThat(query(connection, sql.get(name))).as(name).isEmpty();
      }
      assertThat(query(connection, "SELECT process, host, pid FROM Recording"))
          .containsExactly(Map.of("process", "p0000000000000005", "host", "node", "pid", "1"));
    }
  }
}
