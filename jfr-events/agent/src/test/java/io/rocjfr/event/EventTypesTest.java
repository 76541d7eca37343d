// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Configuration;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Relational;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.Test;

/** What is published: names, fields and content types. Others rely on each of them. */
class EventTypesTest {
  private static final String ACTS =
      "correlationId:long externalId:long javaThreadId:long osThreadId:long thread:java.lang.Thread"
          + " threadName:java.lang.String ";

  private static final String WORK =
      "api:java.lang.String deviceName:java.lang.String queueDelay:long submitDelay:long"
          + " timed:boolean ";

  private static final Map<Class<? extends Event>, String> FIELDS =
      Map.of(
          HipApiEvent.class,
          ACTS
              + "bytes:long# device:int function:java.lang.String kernel:java.lang.String"
              + " result:java.lang.String stream:int",
          OpenClApiEvent.class,
          ACTS
              + "bytes:long# device:int function:java.lang.String kernel:java.lang.String"
              + " queue:long result:java.lang.String",
          KernelDispatchEvent.class,
          ACTS
              + WORK
              + "agentId:int device:int globalX:long globalY:long globalZ:long gridX:int gridY:int"
              + " gridZ:int kernel:java.lang.String ldsBytes:long# queue:long stream:int"
              + " symbol:java.lang.String workgroupX:int workgroupY:int workgroupZ:int",
          MemCopyEvent.class,
          ACTS
              + WORK
              + "agentId:int bytes:long# destinationDevice:int device:int"
              + " direction:java.lang.String queue:long shape:java.lang.String sourceDevice:int"
              + " stream:int",
          BarrierEvent.class,
          ACTS + WORK + "agentId:int device:int queue:long stream:int",
          RoctxRangeEvent.class,
          ACTS + "depth:int message:java.lang.String rangeId:long",
          RoctxMarkEvent.class,
          ACTS + "depth:int message:java.lang.String rangeId:long",
          SpanContextEvent.class,
          "externalId:long spanId:long spanIdHex:java.lang.String traceFlags:int"
              + " traceId:java.lang.String traceIdHigh:long traceIdLow:long",
          RecordsLostEvent.class,
          "cause:java.lang.String count:long domain:java.lang.String",
          TracerStatusEvent.class,
          "devices:int hook:java.lang.String inFlight:long message:java.lang.String"
              + " openCl:java.lang.String otherTools:java.lang.String processKey:long"
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

  /** What belongs together is told by name, type and annotations; JMC relates by them. */
  @Test
  void aFieldIsTheSameInEveryEvent() {
    Map<String, String> first = new TreeMap<>();
    for (Class<? extends Event> type : FIELDS.keySet()) {
      EventType event = EventType.getEventType(type);
      for (ValueDescriptor field : event.getFields()) {
        if (field.getName().equals("message")) {
          continue; // of a range and of a status: nothing in common
        }
        String annotations =
            field.getAnnotationElements().stream()
                .map(AnnotationElement::getTypeName)
                .filter(name -> !name.equals(Description.class.getName()))
                .sorted()
                .collect(Collectors.joining(" "));
        String what = field.getTypeName() + " " + annotations + " " + field.getLabel();
        assertThat(first.computeIfAbsent(field.getName(), name -> what))
            .as(event.getName() + "." + field.getName())
            .isEqualTo(what);
      }
    }
    assertThat(first).containsKeys("correlationId", "externalId", "queue", "stream", "device");
  }

  @Test
  void idsThatRelateEventsSaySo() {
    assertRelational(HipApiEvent.class, "correlationId", CorrelationId.class);
    assertRelational(KernelDispatchEvent.class, "correlationId", CorrelationId.class);
    assertRelational(RoctxRangeEvent.class, "externalId", ExternalId.class);
    assertRelational(SpanContextEvent.class, "externalId", ExternalId.class);
    assertRelational(SpanContextEvent.class, "spanId", SpanId.class);
  }

  private static void assertRelational(
      Class<? extends Event> type, String field, Class<? extends Annotation> annotation) {
    AnnotationElement element =
        EventType.getEventType(type).getField(field).getAnnotationElements().stream()
            .filter(e -> e.getTypeName().equals("rocjfr." + annotation.getSimpleName()))
            .findFirst()
            .orElseThrow();
    Relational relational = element.getAnnotation(Relational.class);
    assertThat(relational).isNotNull();
  }

  /** The table of the README against what is. */
  @Test
  void theDefaultsAreDocumented() throws Exception {
    Map<String, String> always = settings("/rocjfr-default.jfc");
    Map<String, List<String>> table = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of(System.getProperty("rocjfr.top"), "README.md"))) {
      List<String> cells = List.of(line.split("\\s*\\|\\s*", -1));
      if (cells.size() == 6 && cells.get(1).startsWith("`rocjfr.")) {
        for (String name : cells.get(1).split("[`, ]+", -1)) {
          table.put(name, List.of(cells.get(3), cells.get(4)));
        }
      }
    }
    for (Class<? extends Event> type : FIELDS.keySet()) {
      String name = "rocjfr." + type.getSimpleName().replaceAll("Event$", "");
      String threshold = always.get(name + "#threshold");
      assertThat(table.get(name))
          .as(name)
          .isEqualTo(
              List.of(
                  type == BarrierEvent.class ? "off" : "on",
                  always.get(name + "#enabled").equals("false")
                      ? "off"
                      : threshold == null || threshold.equals("0 ns")
                          ? "on"
                          : "from " + threshold));
    }
  }

  private static Map<String, String> settings(String file) throws Exception {
    try (java.io.Reader reader =
        new java.io.InputStreamReader(
            EventTypesTest.class.getResourceAsStream(file),
            java.nio.charset.StandardCharsets.UTF_8)) {
      return Configuration.create(reader).getSettings();
    }
  }

  @Test
  void whatMayRunAlwaysIsWithoutQuickCallsAndBarriers() throws Exception {
    Map<String, String> expected = new TreeMap<>(settings("/rocjfr.jfc"));
    expected.put("rocjfr.HipApi#threshold", "1 ms");
    expected.put("rocjfr.OpenClApi#threshold", "1 ms");
    expected.put("rocjfr.Barrier#enabled", "false");
    assertThat(settings("/rocjfr-default.jfc")).isEqualTo(expected);
  }

  @Test
  void theSettingsFileTurnsEverythingOn() throws Exception {
    Map<String, String> settings = settings("/rocjfr.jfc");
    assertThat(FlightRecorder.isAvailable()).isTrue();
    for (Class<? extends Event> type : FIELDS.keySet()) {
      String name = "rocjfr." + type.getSimpleName().replaceAll("Event$", "");
      assertThat(settings).containsEntry(name + "#enabled", "true");
      assertThat(settings.containsKey(name + "#threshold"))
          .as(name)
          .isEqualTo(TimedEvent.class.isAssignableFrom(type));
    }
    assertThat(settings).containsEntry("rocjfr.HipApi#operations", "*");
    assertThat(settings).containsEntry("rocjfr.OpenClApi#operations", "*").hasSize(10 + 7 + 3);
    assertThat(settings).containsEntry("rocjfr.HipApi#results", ResultsSetting.DEFAULT);
  }
}
