// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rocjfr.event.TimedEvent;
import io.rocjfr.formats.perfetto.DebugAnnotation;
import io.rocjfr.formats.perfetto.DebugAnnotationName;
import io.rocjfr.formats.perfetto.EventCategory;
import io.rocjfr.formats.perfetto.Trace;
import io.rocjfr.formats.perfetto.TracePacket;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import io.rocjfr.schema.Unknown;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jdk.jfr.Event;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.JDBC;

/**
 * A recording with an event of each type, each field of which that may be unknown is: no output has
 * a value for one.
 */
class UnknownEverywhereTest {
  /** What each row says of its process, by JFR's own events. */
  private static final Set<String> OF_PROCESS = Set.of("host", "pid", "processKey", "processStart");

  @TempDir static Path folder;
  private static Path file;

  @BeforeAll
  static void record() throws Exception {
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      long at = 0;
      for (Class<? extends Event> type : OwnEventClasses.ALL) {
        maker.enable(type);
        at += 1_000_000;
        Event event = type.getDeclaredConstructor().newInstance();
        for (ValueDescriptor field : OwnEventClasses.fields(type)) {
          set(event, EventKind.of(OwnEventClasses.name(type)).field(field.getName()));
        }
        if (event instanceof TimedEvent timed) {
          maker.commit(timed, at, 500_000);
        } else {
          event.commit();
        }
      }
      file = maker.dump(folder.resolve("unknown.jfr"));
    }
  }

  private static void set(Event event, Field<?> field) throws ReflectiveOperationException {
    java.lang.reflect.Field of = event.getClass().getField(field.fieldName());
    switch (field.unknown()) {
      case NULL -> of.set(event, null);
      case ZERO -> of.set(event, number(of.getType(), 0));
      case MINUS_ONE -> of.set(event, number(of.getType(), -1));
      case NOT_A_NUMBER -> of.set(event, number(of.getType(), Double.NaN));
      case NOT_AVAILABLE -> of.set(event, Long.MIN_VALUE);
      case WORD -> of.set(event, "unknown");
      case NEVER -> {
        if (of.getType() == String.class) {
          of.set(event, field.fieldName());
        } else if (of.getType() == boolean.class) {
          of.set(event, true);
        } else {
          of.set(event, number(of.getType(), 7));
        }
      }
    }
  }

  private static Object number(Class<?> type, double value) {
    return switch (type.getName()) {
      case "int" -> (int) value;
      case "long" -> (long) value;
      case "float" -> (float) value;
      default -> value;
    };
  }

  /** Those that no output has: a word that says "unknown" is there. */
  private static Set<String> absent(EventKind kind) {
    return kind.fields().stream()
        .filter(field -> field.unknown() != Unknown.NEVER && field.unknown() != Unknown.WORD)
        .map(Field::fieldName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static CliRun run(Object... words) {
    CliRun run = CliRun.of(words);
    assertThat(run.code()).as(run.err()).isZero();
    return run;
  }

  @Test
  void aTableOfParquetHasNoCell() throws Exception {
    Path tables = folder.resolve("tables");
    run("convert", "-o", tables, file);
    int checked = 0;
    for (Class<? extends Event> type : OwnEventClasses.ALL) {
      EventKind kind = EventKind.of(OwnEventClasses.name(type));
      ParquetTable table = ParquetTable.of(tables, kind.shortName());
      Set<String> absent = absent(kind);
      absent.removeAll(OF_PROCESS);
      for (Map<String, String> row : table.rows) {
        if (kind == EventKind.TRACER_STATUS && !row.get("runtime").equals("runtime")) {
          continue; // that of the recording's begin
        }
        assertThat(absent).as(kind.eventName()).noneMatch(row::containsKey);
        checked++;
      }
    }
    assertThat(checked).isGreaterThanOrEqualTo(OwnEventClasses.ALL.size());
  }

  @Test
  void aSliceOfPerfettoHasNoAnnotation() throws Exception {
    Path to = folder.resolve("trace.pftrace");
    run("convert", "-o", to, file);
    Map<Long, String> categories = new HashMap<>();
    Map<Long, String> names = new HashMap<>();
    Map<String, Set<String>> annotations = new HashMap<>();
    try (InputStream in = Files.newInputStream(to)) {
      for (TracePacket packet : Trace.parseFrom(in).getPacketList()) {
        for (EventCategory one : packet.getInternedData().getEventCategoriesList()) {
          categories.put(one.getIid(), one.getName());
        }
        for (DebugAnnotationName one : packet.getInternedData().getDebugAnnotationNamesList()) {
          names.put(one.getIid(), one.getName());
        }
        if (packet.getTrackEvent().getCategoryIidsCount() > 0) {
          Set<String> said =
              annotations.computeIfAbsent(
                  categories.get(packet.getTrackEvent().getCategoryIids(0)),
                  category -> new TreeSet<>());
          for (DebugAnnotation one : packet.getTrackEvent().getDebugAnnotationsList()) {
            said.add(names.get(one.getNameIid()));
          }
        }
      }
    }
    Map<String, EventKind> kinds =
        Map.of(
            "hip_api", EventKind.HIP_API,
            "opencl_api", EventKind.OPENCL_API,
            "kernel", EventKind.KERNEL_DISPATCH,
            "copy", EventKind.MEM_COPY,
            "barrier", EventKind.BARRIER,
            "range", EventKind.ROCTX_RANGE,
            "mark", EventKind.ROCTX_MARK);
    assertThat(annotations.keySet()).containsAll(kinds.keySet());
    kinds.forEach(
        (category, kind) ->
            assertThat(annotations.get(category))
                .as(category)
                .isNotEmpty()
                .doesNotContainAnyElementsOf(absent(kind)));
  }

  /** AMD's schema wants numbers in some columns; what an event lacks is null in all others. */
  @Test
  void aRowOfRocpdHasNull() throws Exception {
    Path to = folder.resolve("rocpd.db");
    run("convert", "-o", to, file);
    try (Connection connection = new JDBC().connect("jdbc:sqlite:" + to, new Properties());
        Statement statement = connection.createStatement()) {
      assertThat(
              texts(
                  statement,
                  "SELECT DISTINCT typeof(stack_id) || typeof(parent_stack_id)"
                      + " || typeof(correlation_id) FROM rocpd_event"))
          .containsExactly("nullnullnull");
      assertThat(
              texts(
                  statement,
                  "SELECT DISTINCT type || typeof(absolute_index) || typeof(logical_index)"
                      + " FROM rocpd_info_agent WHERE type = 'GPU'"))
          .containsExactly("GPUnullnull");
      assertThat(texts(statement, "SELECT DISTINCT extdata FROM rocpd_info_thread"))
          .containsExactly("{}");
      assertThat(texts(statement, "SELECT DISTINCT name FROM rocpd_arg"))
          .containsExactlyInAnyOrder("category", "result", "queue");
    }
  }

  private static List<String> texts(Statement statement, String sql) throws Exception {
    List<String> texts = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  /** All that JSON numbers are ordinals, counts, times and amounts: none is below 0. */
  @Test
  void noNumberOfJsonIsMinusOne() throws Exception {
    JsonNode summary = run("summary", "--json", file).json();
    assertThat(summary.get("devices")).isNotEmpty();
    assertThat(summary.get("runtimes")).isNotEmpty();
    JsonNode leaks = run("leaks", "--json", file).json();
    assertThat(leaks.get("memory")).isNotEmpty();
    for (JsonNode all :
        List.of(summary, leaks, run("report", "--min-severity", "na", "--json", file).json())) {
      assertThat(negative("", all)).isEmpty();
    }
  }

  private static List<String> negative(String path, JsonNode node) {
    List<String> found = new ArrayList<>();
    if (node.isNumber() && node.doubleValue() < 0) {
      found.add(path + " = " + node);
    }
    node.properties()
        .forEach(field -> found.addAll(negative(path + "." + field.getKey(), field.getValue())));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      found.addAll(negative(path + "[" + i + "]", node.get(i)));
    }
    return found;
  }

  /** The page's scripts leave out what equals the word for it; here each field has that word. */
  @Test
  void aPageKnowsWhatEachNumberIsWhereItIsUnknown() throws Exception {
    Path to = folder.resolve("page.html");
    run("page", "-o", to, file);
    JsonNode types = new ObjectMapper().readTree(PageData.text(Files.readString(to), "types"));
    int checked = 0;
    for (JsonNode type : types) {
      EventKind kind = EventKind.of(EventKind.PREFIX + type.get("name").asText());
      for (JsonNode field : type.get("fields")) {
        Field<?> of = kind.field(field.get("name").asText());
        if (of != null && !field.get("text").asBoolean() && absent(kind).contains(of.fieldName())) {
          assertThat(field.get("values").get("same").asText())
              .as(kind + "." + of)
              .isEqualTo(field.get("unknown").asText());
          checked++;
        }
      }
    }
    assertThat(checked).isGreaterThan(20);
  }
}
