// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The form of our events, for who reads recordings: others can write events of our names with other
 * fields, and readers must not fail at them, nor count them. A test compares it with the events
 * themselves.
 */
public final class EventForm {
  /** What a field is. */
  public enum Kind {
    TEXT("text"),
    INTEGER("an integer"),
    DECIMAL("a decimal number"),
    FLAG("a flag"),
    THREAD("a thread");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** As messages say it. */
    public String label() {
      return label;
    }
  }

  /** Whatever event they are of. */
  private static final Map<String, Kind> FIELDS = new HashMap<>();

  /**
   * Of each event the fields without which it says nothing. Other fields may be missing, as in
   * recordings of older versions: then their values are unknown.
   */
  private static final Map<String, List<String>> ESSENTIAL =
      Map.ofEntries(
          Map.entry("rocjfr.Barrier", List.of("device", "queue")),
          Map.entry("rocjfr.GpuAllocation", List.of("function", "bytes")),
          Map.entry("rocjfr.GpuMemory", List.of("device", "kind", "bytes")),
          Map.entry("rocjfr.GpuTelemetry", List.of("device")),
          Map.entry("rocjfr.HipApi", List.of("function")),
          Map.entry("rocjfr.KernelDispatch", List.of("kernel", "device")),
          Map.entry("rocjfr.LaunchSite", List.of("correlationId")),
          Map.entry("rocjfr.LaunchSiteCounts", List.of("event")),
          Map.entry("rocjfr.LiveGpuAllocation", List.of("snapshot", "function", "bytes")),
          Map.entry("rocjfr.MemCopy", List.of("direction", "bytes", "device")),
          Map.entry("rocjfr.OpenClApi", List.of("function")),
          Map.entry("rocjfr.PendingCall", List.of("correlationId")),
          Map.entry("rocjfr.RecordsLost", List.of("domain", "cause", "count")),
          Map.entry("rocjfr.RoctxMark", List.of("message")),
          Map.entry("rocjfr.RoctxRange", List.of("message", "depth", "rangeId")),
          Map.entry("rocjfr.SourceFile", List.of("type", "file")),
          Map.entry("rocjfr.SpanContext", List.of("spanId", "traceIdHigh", "traceIdLow")),
          Map.entry("rocjfr.SpanScope", List.of("spanId")),
          Map.entry("rocjfr.TracerStatus", List.of()));

  static {
    put(
        Kind.TEXT,
        "allocatedBy api cause deviceName direction domain event file function hook host kernel"
            + " kind message notSeen openCl otherTools pciAddress pendingByDevice result runtime"
            + " shape spanIdHex state symbol threadName traceId type version");
    put(
        Kind.INTEGER,
        "address age agentId allocationId bytes calls correlationId count criticalForeignCall"
            + " depth destinationDevice device devices endOfStack excludedThread exit externalId"
            + " failed failedFrees givenUp globalX globalY globalZ graphicsClock gridX gridY gridZ"
            + " inFlight javaThreadId jniCriticalRegion ldsBytes look memoryClock memoryTotal"
            + " memoryUsed nested noJavaThread notSampled notTracked osThreadId peakBytes"
            + " pendingBusy pendingFinished pendingUnasked pid pieces processBytes processKey"
            + " processStart queue queueDelay rangeId reported sites snapshot sourceDevice spanId"
            + " stream submitDelay submitted traceFlags traceIdHigh traceIdLow trackedSince"
            + " unknownFrees unknownJvm workgroupX workgroupY workgroupZ");
    put(
        Kind.DECIMAL,
        "busy edgeTemperature junctionTemperature memoryBusy memoryTemperature power"
            + " refusedWeight weight");
    put(Kind.FLAG, "chunkEnd single timed");
    put(Kind.THREAD, "thread");
  }

  private EventForm() {}

  private static void put(Kind kind, String names) {
    for (String name : names.split(" ", -1)) {
      FIELDS.put(name, kind);
    }
  }

  /** Names of all our events. */
  public static Iterable<String> events() {
    return ESSENTIAL.keySet();
  }

  /** Whether an event is one of ours, by its name. */
  public static boolean isKnown(String event) {
    return ESSENTIAL.containsKey(event);
  }

  /** Names of all their fields. */
  public static Iterable<String> fields() {
    return FIELDS.keySet();
  }

  /** What a field of ours is; null if this version knows no such event or field. */
  public static Kind kind(String event, String field) {
    if (!isKnown(event)) {
      return null;
    }
    // The one field that two events have in different forms: the scope's is in hexadecimal digits.
    return event.equals("rocjfr.SpanScope") && field.equals("spanId")
        ? Kind.TEXT
        : FIELDS.get(field);
  }

  /**
   * The fields without which an event says nothing; none of one that this version does not know.
   */
  public static List<String> essential(String event) {
    return ESSENTIAL.getOrDefault(event, List.of());
  }
}
