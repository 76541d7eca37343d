// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Period;
import jdk.jfr.SettingDescriptor;
import org.junit.jupiter.api.Test;

/** The tables of docs/events.md against what is. */
class EventTablesTest {
  /** What each event or none has; thresholds are one row for all, periods are annotations. */
  private static final Set<String> JFRS_OWN =
      Set.of("enabled", "stackTrace", "threshold", "throttle", "period");

  private static List<List<String>> rows(int cells) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    Path page = Path.of(System.getProperty("rocjfr.top"), "docs", "events.md");
    for (String line : Files.readAllLines(page)) {
      List<String> row = List.of(line.split("\\s*\\|\\s*", -1));
      if (row.size() == cells + 2) {
        rows.add(row.subList(1, cells + 1));
      }
    }
    return rows;
  }

  /** The words in backquotes. */
  private static List<String> quoted(String cell) {
    List<String> names = new ArrayList<>();
    String[] parts = cell.split("`", -1);
    for (int i = 1; i < parts.length; i += 2) {
      names.add(parts[i]);
    }
    return names;
  }

  private static String name(Class<? extends Event> type) {
    return EventType.getEventType(type).getName();
  }

  @Test
  void theDefaultsAreDocumented() throws Exception {
    Map<String, String> always = EventTypesTest.settings("/rocjfr-default.jfc");
    Map<String, List<String>> table = new TreeMap<>();
    for (List<String> row : rows(4)) {
      if (row.get(0).startsWith("`rocjfr.")) {
        quoted(row.get(0)).forEach(event -> table.put(event, row.subList(2, 4)));
      }
    }
    for (Class<? extends Event> type : EventTypesTest.FIELDS.keySet()) {
      String threshold = always.get(name(type) + "#threshold");
      assertThat(table.get(name(type)))
          .as(name(type))
          .isEqualTo(
              List.of(
                  EventTypesTest.OFF.contains(type) ? "off" : "on",
                  always.get(name(type) + "#enabled").equals("false")
                      ? "off"
                      : threshold == null || threshold.equals("0 ns")
                          ? "on"
                          : "from " + threshold));
    }
  }

  @Test
  void theSettingsAreDocumented() throws Exception {
    Map<String, String> documented = new TreeMap<>();
    for (List<String> row : rows(4)) {
      if (row.get(0).startsWith("JFR, `")) {
        for (String event : quoted(row.get(0))) {
          documented.put(event + "#" + quoted(row.get(1)).get(0), row.get(3));
        }
      }
    }
    Map<String, String> real = new TreeMap<>();
    for (Class<? extends Event> type : EventTypesTest.FIELDS.keySet()) {
      for (SettingDescriptor setting : EventType.getEventType(type).getSettingDescriptors()) {
        if (!JFRS_OWN.contains(setting.getName())) {
          real.put(name(type) + "#" + setting.getName(), setting.getDefaultValue());
        }
      }
      Period period = type.getAnnotation(Period.class);
      if (period != null && !period.value().endsWith("Chunk")) {
        real.put(name(type) + "#period", period.value());
      }
    }
    assertThat(documented.keySet()).isEqualTo(real.keySet()).isNotEmpty();
    documented.forEach(
        (setting, value) -> {
          if (!value.contains(",")) { // a list of globs is told in words
            assertThat(value.replace("`", "")).as(setting).isEqualTo(real.get(setting));
          }
        });
  }
}
