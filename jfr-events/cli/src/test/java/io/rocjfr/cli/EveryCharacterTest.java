// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.event.GpuTelemetryEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.LaunchSiteEvent;
import io.rocjfr.event.LiveGpuAllocationEvent;
import io.rocjfr.event.TimedEvent;
import io.rocjfr.event.TracerStatusEvent;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import jdk.jfr.Event;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.JDBC;
import picocli.CommandLine.Help.Ansi;

/**
 * Recordings with every character that acts on a terminal in every text of every event: no command
 * prints one, and what programs read has the exact text.
 */
class EveryCharacterTest {
  private static final String KERNEL = EveryCharacter.in("kernel");
  private static final String LONG = "x\u001b[31m\u202e".repeat((1 << 20) / 7);

  @TempDir static Path folder;
  private static Path every;
  private static Path halves;
  private static Path large;
  private static Path plain;

  /** Where programs have long names; each of all texts would make but a slow test. */
  private static final Set<String> LONG_ONES = Set.of("kernel", "message");

  @BeforeAll
  static void record() throws Exception {
    every = record("every.jfr", EveryCharacter.ALL);
    halves = record("halves.jfr", EveryCharacter.HALVES + EveryCharacter.ALL);
    large = record("large.jfr", LONG);
    plain = record("plain.jfr", "plain");
  }

  /** A recording in which each text of each event is the field's name and {@code text}. */
  private static Path record(String file, String text) throws Exception {
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      long id = 0;
      for (Class<? extends Event> type : OwnEventClasses.ALL) {
        if (type != TracerStatusEvent.class) { // one more, as of each chunk's end
          commit(maker, type, ++id, text);
        }
      }
      commit(maker, TracerStatusEvent.class, ++id, text);
      return maker.dump(folder.resolve(file));
    }
  }

  private static void commit(
      RecordingMaker maker, Class<? extends Event> type, long id, String text) throws Exception {
    Event event = type.getDeclaredConstructor().newInstance();
    for (Field field : type.getFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        continue;
      }
      if (field.getType() == String.class) {
        String some = text.equals(LONG) && !LONG_ONES.contains(field.getName()) ? "" : text;
        field.set(event, field.getName() + " " + some + " end of " + field.getName());
      } else if (field.getType() == long.class || field.getType() == int.class) {
        field.set(event, 1);
      }
    }
    if (event instanceof LiveGpuAllocationEvent live) {
      // Each line of it is a frame.
      live.allocatedBy =
          live.allocatedBy.replace('\n', ' ').replace('\r', ' ') + "\nb.C.d(C.java:4)";
    } else if (event instanceof LaunchSiteEvent site) {
      site.weight = 1;
    } else if (event instanceof GpuTelemetryEvent telemetry) {
      telemetry.device = -1; // so that it is named by its place
    } else if (event instanceof KernelDispatchEvent dispatch) {
      dispatch.deviceName = "device " + text;
    }
    if (event instanceof TimedEvent timed) {
      maker.commit(timed, id * 1_000_000, 500_000);
    } else {
      event.commit();
    }
  }

  private static List<List<Object>> commands(Path file) {
    Path to = folder.resolve(file.getFileName() + ".out");
    return List.of(
        List.of("summary", file),
        List.of("summary", "--wide", "--top", "0", file),
        List.of("summary", "--json", file),
        List.of("report", "--min-severity", "na", file),
        List.of("report", "--min-severity", "na", "--json", file),
        List.of("report", "--min-severity", "na", file, every),
        List.of("top", file),
        List.of("top", "--wide", "--frames", "9", file),
        List.of("top", "--memory", "--wide", "--frames", "9", file),
        List.of("flame", "--collapsed", file),
        List.of("flame", "--collapsed", "--memory", file),
        List.of("flame", "--memory", "-o", to + ".html", file),
        List.of("flame", "--memory", "--pprof", "-o", to + ".pb.gz", file),
        List.of("leaks", "--frames", "0", file),
        List.of("leaks", "--json", file),
        List.of("page", "-o", to + "page.html", file),
        List.of("convert", "-o", to + ".pftrace", file),
        List.of("convert", "-o", to + ".db", file),
        List.of(
            "convert",
            "-o",
            folder.resolve("tables-" + file.getFileName().toString().charAt(0)),
            file),
        List.of("summary", "-" + EveryCharacter.ALL, file),
        List.of("leaks", "--top", EveryCharacter.ALL, file),
        List.of(EveryCharacter.in("word")),
        List.of("record", EveryCharacter.in("process")),
        List.of("attach", "1", "ring=" + EveryCharacter.ALL),
        List.of("run", "-a", EveryCharacter.ALL, "--", "java"),
        List.of("summary", folder.resolve("none\u001b[31m\n\t.jfr")));
  }

  /** Prints what {@code cat -v} would show. */
  @Test
  void noCommandPrintsOne() {
    for (Path file : List.of(halves, large)) {
      for (List<Object> command : commands(file)) {
        CliRun run = CliRun.of(command.toArray());
        String of = command.get(0) + " " + command.get(command.size() - 1);
        assertThat(EveryCharacter.seen(run.out())).as("%s %s", command.get(0), file).isEmpty();
        assertThat(EveryCharacter.seen(run.err())).as("%s %s", command.get(0), file).isEmpty();
        assertThat(run.err()).as(of).doesNotContain("bug in rocjfr");
        assertThat(run.out() + run.err()).as(of).isNotEmpty();
        if (!command.contains("--json") && !command.contains("--collapsed")) { // these are whole
          assertThat((run.out() + run.err()).lines().mapToInt(String::length).max().orElse(0))
              .as(of)
              .isLessThan(20_000);
        }
      }
    }
  }

  /** Colours are ours; what a name says of colours is text. */
  @Test
  void onATerminalTheColoursAreOurs() {
    for (String command : List.of("summary", "report")) {
      StringWriter out = new StringWriter();
      String[] words = {command, every.toString()};
      Main.run(words, new PrintWriter(out), new PrintWriter(out), Ansi.ON);
      String plain = out.toString().replaceAll("\u001b\\[(0|1|32|33|1;33|1;31)m", "");
      assertThat(out.toString()).contains("\u001b[1");
      assertThat(EveryCharacter.seen(plain)).isEmpty();
    }
  }

  @Test
  void aRowIsALine() {
    for (String command : List.of("summary", "top", "leaks")) {
      assertThat(CliRun.of(command, every).out().lines().count())
          .as(command)
          .isEqualTo(CliRun.of(command, plain).out().lines().count());
    }
    String wide = CliRun.of("summary", "--wide", every).row("kernel \\u{0}");
    assertThat(wide).contains("\\u{1b}", "\\n", "\\u{202e}", "\\u{e0001}", " end of kernel 1 ");
  }

  @Test
  void jsonHoldsTheExactText() throws Exception {
    for (String text : List.of(EveryCharacter.ALL, EveryCharacter.HALVES + EveryCharacter.ALL)) {
      Path file = text.equals(EveryCharacter.ALL) ? every : halves;
      Set<String> summary = texts(CliRun.of("summary", "--json", file).json());
      for (String name :
          List.of("kernel", "symbol", "direction", "function", "message", "runtime", "domain")) {
        assertThat(summary).as(name).contains(name + " " + text + " end of " + name);
      }
      assertThat(texts(CliRun.of("leaks", "--json", file).json()))
          .contains("kind " + text + " end of kind");
    }
  }

  private static Set<String> texts(JsonNode node) {
    Set<String> texts = new HashSet<>();
    if (node.isTextual()) {
      texts.add(node.asText());
    }
    node.forEach(child -> texts.addAll(texts(child)));
    return texts;
  }

  @Test
  void perfettoAndPprofHoldTheExactText() throws Exception {
    Path trace = folder.resolve("exact.pftrace");
    assertThat(CliRun.of("convert", every, "-o", trace).code()).isZero();
    for (String name : List.of("kernel", "direction", "function", "message")) {
      assertHolds(Files.readAllBytes(trace), EveryCharacter.in(name));
    }
    Path profile = folder.resolve("exact.pb.gz");
    assertThat(CliRun.of("flame", "--memory", "--pprof", "-o", profile, every).code()).isZero();
    try (var in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(profile)))) {
      assertHolds(in.readAllBytes(), EveryCharacter.in("function"));
    }
  }

  private static void assertHolds(byte[] bytes, String text) {
    String all = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    String wanted = new String(text.getBytes(UTF_8), java.nio.charset.StandardCharsets.ISO_8859_1);
    assertThat(all.contains(wanted)).as(text.substring(0, 9)).isTrue();
  }

  @Test
  void aDatabaseHoldsTheExactText() throws Exception {
    Path database = folder.resolve("exact.db");
    assertThat(CliRun.of("convert", every, "-o", database).code()).isZero();
    Set<String> texts = new TreeSet<>();
    try (Connection connection = new JDBC().connect("jdbc:sqlite:" + database, new Properties());
        Statement statement = connection.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet rows =
          statement.executeQuery("SELECT name FROM sqlite_master WHERE type = 'table'")) {
        while (rows.next()) {
          tables.add(rows.getString(1));
        }
      }
      for (String table : tables) {
        try (ResultSet rows = statement.executeQuery("SELECT * FROM \"" + table + "\"")) {
          while (rows.next()) {
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
              texts.add(String.valueOf(rows.getString(i)));
            }
          }
        }
      }
    }
    for (String name : List.of("kernel", "function", "message", "threadName")) {
      assertThat(texts).as(name).contains(EveryCharacter.in(name));
    }
  }

  @Test
  void tablesHoldTheExactText() throws Exception {
    Path parquet = folder.resolve("exact-parquet");
    assertThat(CliRun.of("convert", every, "-o", parquet).code()).isZero();
    ParquetTable kernels = ParquetTable.of(parquet, "KernelDispatch");
    assertThat(kernels.rows)
        .singleElement()
        .satisfies(row -> assertThat(row).containsValue(KERNEL));
    ParquetTable ranges = ParquetTable.of(parquet, "RoctxRange");
    assertThat(ranges.rows.get(0)).containsValue(EveryCharacter.in("message"));
  }
}
