// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.Configuration;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.Test;

/** What is published: names, fields and content types. Others rely on each of them. */
class EventTypesTest {
  private static final String ACTS =
      "correlationId:long externalId:long javaThreadId:long osThreadId:long thread:java.lang.Thread"
          + " threadName:java.lang.String ";

  private static final Map<Class<? extends Event>, String> FIELDS =
      Map.of(
          HipApiEvent.class,
          ACTS
              + "bytes:long# device:int function:java.lang.String kernel:java.lang.String"
              + " result:java.lang.String stream:int",
          KernelDispatchEvent.class,
          ACTS
              + "agentId:int device:int gridX:int gridY:int gridZ:int kernel:java.lang.String"
              + " ldsBytes:long# queue:long stream:int symbol:java.lang.String workgroupX:int"
              + " workgroupY:int workgroupZ:int",
          MemCopyEvent.class,
          ACTS
              + "agentId:int bytes:long# destinationDevice:int device:int direction:java.lang.String"
              + " queue:long shape:java.lang.String sourceDevice:int stream:int",
          BarrierEvent.class,
          ACTS + "agentId:int device:int queue:long stream:int",
          RoctxRangeEvent.class,
          ACTS + "depth:int message:java.lang.String rangeId:long",
          RoctxMarkEvent.class,
          ACTS + "depth:int message:java.lang.String rangeId:long",
          SpanContextEvent.class,
          "spanId:long traceFlags:int traceIdHigh:long traceIdLow:long",
          RecordsLostEvent.class,
          "cause:java.lang.String count:long domain:java.lang.String",
          TracerStatusEvent.class,
          "devices:int hook:java.lang.String otherTools:java.lang.String processKey:long"
              + " runtime:java.lang.String state:java.lang.String version:java.lang.String");

  @Test
  void fieldsAndContentTypes() {
    FIELDS.forEach(
        (type, expected) -> {
          EventType event = EventType.getEventType(type);
          assertThat(event.getName())
              .isEqualTo("rocjfr." + type.getSimpleName().replaceAll("Event$", ""));
          assertThat(event.getCategoryNames()).isEqualTo(List.of("GPU", "ROCm"));
          assertThat(event.getLabel()).isNotBlank();
          assertThat(event.getDescription()).isNotBlank();
          Map<String, String> fields = new TreeMap<>();
          for (ValueDescriptor field : event.getFields()) {
            if (List.of("startTime", "duration", "eventThread", "stackTrace")
                .contains(field.getName())) {
              continue;
            }
            assertThat(field.getLabel()).as(field.getName()).isNotBlank();
            assertThat(field.getDescription()).as(field.getName()).isNotBlank();
            boolean amount = field.getAnnotation(DataAmount.class) != null;
            fields.put(field.getName(), field.getTypeName() + (amount ? "#" : ""));
          }
          String actual =
              fields.entrySet().stream()
                  .map(field -> field.getKey() + ":" + field.getValue())
                  .collect(Collectors.joining(" "));
          assertThat(List.of(actual.split(" ")))
              .as(event.getName())
              .containsExactlyInAnyOrder(expected.split(" "));
          assertThat(event.isEnabled()).isFalse();
        });
  }

  @Test
  void onlyBarriersAreOffByDefault() {
    for (Class<? extends Event> type : FIELDS.keySet()) {
      boolean off =
          EventType.getEventType(type).getSettingDescriptors().stream()
              .anyMatch(
                  setting ->
                      setting.getName().equals("enabled")
                          && setting.getDefaultValue().equals("false"));
      assertThat(off).as(type.getName()).isEqualTo(type == BarrierEvent.class);
    }
  }

  @Test
  void theSettingsFileTurnsEverythingOn() throws Exception {
    Map<String, String> settings;
    try (java.io.Reader reader =
        new java.io.InputStreamReader(
            EventTypesTest.class.getResourceAsStream("/rocjfr.jfc"),
            java.nio.charset.StandardCharsets.UTF_8)) {
      settings = Configuration.create(reader).getSettings();
    }
    assertThat(FlightRecorder.isAvailable()).isTrue();
    for (Class<? extends Event> type : FIELDS.keySet()) {
      String name = "rocjfr." + type.getSimpleName().replaceAll("Event$", "");
      assertThat(settings).containsEntry(name + "#enabled", "true");
      assertThat(settings.containsKey(name + "#threshold"))
          .as(name)
          .isEqualTo(TimedEvent.class.isAssignableFrom(type));
    }
    assertThat(settings).containsEntry("rocjfr.HipApi#operations", "*").hasSize(9 + 6 + 2);
    assertThat(settings).containsEntry("rocjfr.HipApi#results", ResultsSetting.DEFAULT);
  }
}
