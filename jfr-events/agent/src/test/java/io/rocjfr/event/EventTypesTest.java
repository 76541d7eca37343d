// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Configuration;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
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

  private static final String SAMPLED =
      "correlationId:long function:java.lang.String weight:double ";

  static final Map<Class<? extends Event>, String> FIELDS =
      Map.ofEntries(
          Map.entry(
              HipApiEvent.class,
              ACTS
                  + "bytes:long# category:java.lang.String device:int function:java.lang.String kernel:java.lang.String"
                  + " result:java.lang.String stream:int"),
          Map.entry(
              OpenClApiEvent.class,
              ACTS
                  + "bytes:long# category:java.lang.String device:int function:java.lang.String kernel:java.lang.String"
                  + " queue:long result:java.lang.String"),
          Map.entry(
              KernelDispatchEvent.class,
              ACTS
                  + WORK
                  + "agentId:int device:int globalX:long globalY:long globalZ:long gridX:int"
                  + " gridY:int gridZ:int kernel:java.lang.String ldsBytes:long# queue:long"
                  + " stream:int symbol:java.lang.String workgroupX:int workgroupY:int"
                  + " workgroupZ:int"),
          Map.entry(
              MemCopyEvent.class,
              ACTS
                  + WORK
                  + "agentId:int bytes:long# destinationDevice:int device:int"
                  + " direction:java.lang.String queue:long shape:java.lang.String sourceDevice:int"
                  + " stream:int"),
          Map.entry(
              BarrierEvent.class, ACTS + WORK + "agentId:int device:int queue:long stream:int"),
          Map.entry(
              RoctxRangeEvent.class, ACTS + "depth:int message:java.lang.String rangeId:long"),
          Map.entry(RoctxMarkEvent.class, ACTS + "depth:int message:java.lang.String rangeId:long"),
          Map.entry(
              SpanContextEvent.class,
              "externalId:long spanId:long spanIdHex:java.lang.String traceFlags:int"
                  + " traceId:java.lang.String traceIdHigh:long traceIdLow:long"),
          Map.entry(
              GpuTelemetryEvent.class,
              "agentId:int busy:float device:int edgeTemperature:float graphicsClock:long"
                  + " junctionTemperature:float memoryBusy:float memoryClock:long"
                  + " memoryTemperature:float memoryTotal:long# memoryUsed:long#"
                  + " pciAddress:java.lang.String power:float"),
          Map.entry(
              RecordsLostEvent.class, "cause:java.lang.String count:long domain:java.lang.String"),
          Map.entry(
              PendingCallEvent.class,
              "correlationId:long device:int look:long pieces:long single:boolean"
                  + " state:java.lang.String"),
          Map.entry(
              TracerStatusEvent.class,
              "chunkEnd:boolean devices:int givenUp:long hook:java.lang.String host:java.lang.String"
                  + " inFlight:long look:long message:java.lang.String notSeen:java.lang.String"
                  + " openCl:java.lang.String otherTools:java.lang.String"
                  + " pendingBusy:long pendingByDevice:java.lang.String pendingFinished:long"
                  + " pendingUnasked:long pid:long processKey:long processStart:long reported:long"
                  + " runtime:java.lang.String state:java.lang.String submitted:long"
                  + " version:java.lang.String"),
          Map.entry(LaunchSiteEvent.class, SAMPLED + "kernel:java.lang.String"),
          Map.entry(
              GpuAllocationEvent.class,
              SAMPLED
                  + "address:long allocationId:long bytes:long# device:int kind:java.lang.String"),
          Map.entry(
              GpuMemoryEvent.class,
              "bytes:long# count:long device:int failedFrees:long kind:java.lang.String notTracked:long"
                  + " peakBytes:long# processBytes:long# trackedSince:long unknownFrees:long"),
          Map.entry(
              LiveGpuAllocationEvent.class,
              "address:long age:long allocatedBy:java.lang.String allocationId:long bytes:long#"
                  + " count:long device:int function:java.lang.String kind:java.lang.String"
                  + " snapshot:long weight:double"),
          Map.entry(SourceFileEvent.class, "file:java.lang.String type:java.lang.String"),
          Map.entry(
              LaunchSiteCountsEvent.class,
              "calls:long criticalForeignCall:long endOfStack:long event:java.lang.String"
                  + " excludedThread:long exit:long failed:long jniCriticalRegion:long nested:long"
                  + " noJavaThread:long notSampled:long refusedWeight:double sites:long unknownJvm:long"));

  /** Off unless a recording says otherwise. */
  static final Set<Class<? extends Event>> OFF =
      Set.of(
          BarrierEvent.class,
          LaunchSiteEvent.class,
          GpuAllocationEvent.class,
          GpuMemoryEvent.class,
          LiveGpuAllocationEvent.class);

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
  void whatIsOffByDefault() {
    for (Class<? extends Event> type : FIELDS.keySet()) {
      boolean off =
          EventType.getEventType(type).getSettingDescriptors().stream()
              .anyMatch(
                  setting ->
                      setting.getName().equals("enabled")
                          && setting.getDefaultValue().equals("false"));
      assertThat(off).as(type.getName()).isEqualTo(OFF.contains(type));
    }
  }

  /** What belongs together is told by name, type and annotations; JMC relates by them. */
  @Test
  void aFieldIsTheSameInEveryEvent() {
    Map<String, String> first = new TreeMap<>();
    for (Class<? extends Event> type : FIELDS.keySet()) {
      EventType event = EventType.getEventType(type);
      for (ValueDescriptor field : event.getFields()) {
        if (List.of("message", "count").contains(field.getName())) {
          continue; // nothing in common
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
    assertRelational(RoctxRangeEvent.class, "externalId", ExternalCorrelationId.class);
    assertRelational(SpanContextEvent.class, "externalId", ExternalCorrelationId.class);
    assertRelational(LaunchSiteEvent.class, "correlationId", CorrelationId.class);
    assertRelational(GpuAllocationEvent.class, "allocationId", AllocationId.class);
    assertRelational(LiveGpuAllocationEvent.class, "allocationId", AllocationId.class);
    assertRelational(SpanContextEvent.class, "spanId", SpanId.class);
  }

  private static void assertRelational(
      Class<? extends Event> type, String field, Class<? extends Annotation> annotation) {
    AnnotationElement element =
        EventType.getEventType(type).getField(field).getAnnotationElements().stream()
            .filter(e -> e.getTypeName().equals(annotation.getAnnotation(Name.class).value()))
            .findFirst()
            .orElseThrow();
    Relational relational = element.getAnnotation(Relational.class);
    assertThat(relational).isNotNull();
  }

  static Map<String, String> settings(String file) throws Exception {
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
    expected.put("rocjfr.GpuTelemetry#period", "10 s");
    OFF.forEach(
        type ->
            expected.put(
                "rocjfr." + type.getSimpleName().replaceAll("Event$", "") + "#enabled", "false"));
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
    assertThat(settings)
        .containsEntry("rocjfr.OpenClApi#operations", "*")
        .containsEntry("jdk.DataLoss#enabled", "true")
        .containsEntry("jdk.ActiveSetting#enabled", "true")
        .hasSize(35);
    assertThat(settings).containsEntry("rocjfr.HipApi#results", ResultsSetting.DEFAULT);
    assertThat(settings)
        .containsEntry("rocjfr.LaunchSite#operations", LaunchSiteOperationsSetting.DEFAULT)
        .containsEntry("rocjfr.LaunchSite#rate", "1000")
        .containsEntry("rocjfr.GpuAllocation#rate", "1000")
        .containsEntry("rocjfr.GpuMemory#period", "1 s");
  }
}
