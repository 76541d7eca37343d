// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rocjfr.event.HipApiEvent;
import io.rocjfr.formats.perfetto.DebugAnnotation;
import io.rocjfr.formats.perfetto.InternedData;
import io.rocjfr.formats.perfetto.Trace;
import io.rocjfr.formats.perfetto.TracePacket;
import io.rocjfr.formats.perfetto.TrackEvent;
import io.rocjfr.schema.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Name;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.JDBC;

/** The category of calls: that of the events, else that of the catalogue. */
class CategoryTest {
  private static final Set<String> WRITTEN =
      Set.of("hipMemcpy copy", "hipOfNextYear other", "hipOfTheYearAfter copy");

  @TempDir Path folder;
  private Path file;

  /** Two calls of a version that had no categories, and one of a later version. */
  @BeforeEach
  void record() throws Exception {
    file = folder.resolve("old.jfr");
    EventFactory old = factory(false);
    EventFactory later = factory(true);
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      maker.kernel("gemm", 0, 1, 0, 1_000_000);
      commit(old, "hipMemcpy", null);
      commit(old, "hipOfNextYear", null);
      commit(later, "hipOfTheYearAfter", "copy");
      maker.dump(file);
    } finally {
      old.unregister();
      later.unregister();
    }
  }

  private static List<ValueDescriptor> fields(boolean category) {
    return OwnEventClasses.fields(HipApiEvent.class).stream()
        .filter(field -> category || !field.getName().equals(Field.CATEGORY.fieldName()))
        .toList();
  }

  private static Class<?> type(ValueDescriptor field) {
    return switch (field.getTypeName()) {
      case "int" -> int.class;
      case "long" -> long.class;
      default -> String.class;
    };
  }

  private static EventFactory factory(boolean category) {
    return EventFactory.create(
        List.of(new AnnotationElement(Name.class, "rocjfr.HipApi")),
        fields(category).stream()
            .filter(field -> !field.getTypeName().equals("java.lang.Thread"))
            .map(field -> new ValueDescriptor(type(field), field.getName()))
            .toList());
  }

  private static void commit(EventFactory factory, String function, String category) {
    Event event = factory.newEvent();
    int i = 0;
    for (ValueDescriptor field : fields(category != null)) {
      if (field.getTypeName().equals("java.lang.Thread")) {
        continue;
      }
      String name = field.getName();
      if (name.equals(Field.FUNCTION.fieldName())) {
        event.set(i, function);
      } else if (name.equals(Field.CATEGORY.fieldName())) {
        event.set(i, category);
      }
      i++;
    }
    event.begin();
    event.commit();
  }

  @Test
  void theDatabaseHasIt() throws Exception {
    Path made = folder.resolve("calls.db");
    assertThat(CliRun.of("convert", file, "-o", made).code()).isZero();
    Set<String> found = new TreeSet<>();
    try (Connection connection = new JDBC().connect("jdbc:sqlite:" + made, new Properties());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT S.string, A.value FROM rocpd_arg A JOIN rocpd_region R ON"
                    + " R.event_id = A.event_id JOIN rocpd_string S ON S.id = R.name_id"
                    + " WHERE A.name = 'category'")) {
      while (rows.next()) {
        found.add(rows.getString(1) + " " + rows.getString(2));
      }
    }
    assertThat(found).isEqualTo(WRITTEN);
  }

  @Test
  void parquetHasIt() throws Exception {
    Path made = folder.resolve("calls");
    assertThat(CliRun.of("convert", file, "-o", made).code()).isZero();
    Set<String> found = new TreeSet<>();
    for (Map<String, String> row : ParquetTable.of(made, "HipApi").rows) {
      found.add(row.get("function") + " " + row.get("category"));
    }
    assertThat(found).isEqualTo(WRITTEN);
  }

  @Test
  void theSummaryHasIt() throws Exception {
    Set<String> found = new TreeSet<>();
    for (JsonNode call : CliRun.of("summary", "--json", file).json().get("apiCalls")) {
      found.add(call.get("function").asText() + " " + call.get("category").asText());
    }
    assertThat(found).isEqualTo(WRITTEN);
  }

  @Test
  void theTraceHasIt() throws Exception {
    Path made = folder.resolve("calls.pftrace");
    assertThat(CliRun.of("convert", file, "-o", made).code()).isZero();
    Map<Long, String> names = new TreeMap<>();
    Map<Long, String> fields = new TreeMap<>();
    Map<Long, String> texts = new TreeMap<>();
    Set<String> found = new TreeSet<>();
    for (TracePacket packet : Trace.parseFrom(Files.readAllBytes(made)).getPacketList()) {
      InternedData given = packet.getInternedData();
      given.getEventNamesList().forEach(one -> names.put(one.getIid(), one.getName()));
      given.getDebugAnnotationNamesList().forEach(one -> fields.put(one.getIid(), one.getName()));
      given
          .getDebugAnnotationStringValuesList()
          .forEach(one -> texts.put(one.getIid(), one.getStr().toStringUtf8()));
      TrackEvent event = packet.getTrackEvent();
      for (DebugAnnotation argument : event.getDebugAnnotationsList()) {
        if ("category".equals(fields.get(argument.getNameIid()))) {
          String text =
              argument.hasStringValue()
                  ? argument.getStringValue()
                  : texts.get(argument.getStringValueIid());
          found.add(names.getOrDefault(event.getNameIid(), event.getName()) + " " + text);
        }
      }
    }
    assertThat(found).isEqualTo(WRITTEN);
  }

  @Test
  void thePageHasIt() throws Exception {
    Path made = folder.resolve("calls.html");
    assertThat(CliRun.of("page", file, "-o", made).code()).isZero();
    String html = Files.readString(made);
    JsonNode categories = new ObjectMapper().readTree(PageData.text(html, "categories"));
    Set<String> found = new TreeSet<>();
    categories.properties().forEach(one -> found.add(one.getKey() + " " + one.getValue().asText()));
    assertThat(found).isEqualTo(WRITTEN);
    Map<String, List<String>> columns = new TreeMap<>();
    for (JsonNode type : new ObjectMapper().readTree(PageData.text(html, "types"))) {
      List<String> names = new ArrayList<>();
      type.get("fields").forEach(field -> names.add(field.get("name").asText()));
      columns.put(type.get("name").asText(), names);
    }
    assertThat(columns.get("HipApi")).containsOnlyOnce("category");
  }
}
