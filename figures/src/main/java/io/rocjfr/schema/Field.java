// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.schema;

/**
 * A field of our events: whatever event has a field of a name means the same by it. A new field has
 * a row here, a place in {@link EventKind}, and a field of that name in its event class.
 *
 * @param <T> what its values are read as: String, Long, Double or Boolean
 */
public final class Field<T> {
  public static final Field<Long> ADDRESS = int64("address", "Address").orUnknown(Unknown.ZERO);
  public static final Field<Long> AGE = int64("age", "Age").in(Unit.NANOSECONDS);
  public static final Field<Long> AGENT_ID =
      int32("agentId", "Agent Id").orUnknown(Unknown.MINUS_ONE);
  public static final Field<String> ALLOCATED_BY =
      text("allocatedBy", "Allocated By").orUnknown(Unknown.NULL);
  public static final Field<Long> ALLOCATION_ID =
      int64("allocationId", "Allocation Id").orUnknown(Unknown.ZERO).related();

  /** Of memory that is held, where 0 is no bytes and not unknown. */
  public static final Field<Long> ALLOCATED_BYTES = int64("bytes", "Bytes").in(Unit.BYTES);

  public static final Field<String> API = text("api", "API");
  public static final Field<Double> BUSY =
      float32("busy", "Busy").in(Unit.SHARE).orUnknown(Unknown.NOT_A_NUMBER);
  public static final Field<Long> BYTES =
      int64("bytes", "Bytes").in(Unit.BYTES).orUnknown(Unknown.ZERO);
  public static final Field<Long> CALLS = int64("calls", "Calls");
  public static final Field<String> CATEGORY = text("category", "Category");
  public static final Field<String> CAUSE = text("cause", "Cause");
  public static final Field<Boolean> CHUNK_END = flag("chunkEnd", "At the End of a Chunk");
  public static final Field<Long> CORRELATION_ID =
      int64("correlationId", "Correlation Id").orUnknown(Unknown.ZERO).related();
  public static final Field<Long> COUNT = int64("count", "Count");
  public static final Field<Long> CRITICAL_FOREIGN_CALL =
      int64("criticalForeignCall", "Critical Foreign Call");
  public static final Field<Long> DEPTH = int32("depth", "Depth");
  public static final Field<Long> DESTINATION_DEVICE =
      int32("destinationDevice", "Destination Device").orUnknown(Unknown.MINUS_ONE);
  public static final Field<Long> DEVICE = int32("device", "Device").orUnknown(Unknown.MINUS_ONE);
  public static final Field<String> DEVICE_NAME =
      text("deviceName", "Device Name").orUnknown(Unknown.NULL);
  public static final Field<Long> DEVICES =
      int32("devices", "Devices").orUnknown(Unknown.MINUS_ONE);
  public static final Field<String> DIRECTION =
      text("direction", "Direction").orUnknown(Unknown.NULL);
  public static final Field<String> DOMAIN = text("domain", "Domain");
  public static final Field<Double> EDGE_TEMPERATURE =
      float32("edgeTemperature", "Edge Temperature (\u00b0C)")
          .in(Unit.CELSIUS)
          .orUnknown(Unknown.NOT_A_NUMBER);
  public static final Field<Long> END_OF_STACK = int64("endOfStack", "End Of Stack");
  public static final Field<String> EVENT = text("event", "Event");
  public static final Field<Long> EXCLUDED_THREAD = int64("excludedThread", "Excluded Thread");
  public static final Field<Long> EXIT = int64("exit", "Exit");
  public static final Field<Long> EXTERNAL_ID =
      int64("externalId", "External Id").orUnknown(Unknown.ZERO).related();
  public static final Field<Long> FAILED = int64("failed", "Failed");
  public static final Field<Long> FAILED_FREES = int64("failedFrees", "Failed Frees");
  public static final Field<String> FILE = text("file", "File");
  public static final Field<String> FUNCTION = text("function", "Function");
  public static final Field<Long> GIVEN_UP = int64("givenUp", "Work Given Up");
  public static final Field<Long> GLOBAL_X = int64("globalX", "Global X").orUnknown(Unknown.ZERO);
  public static final Field<Long> GLOBAL_Y = int64("globalY", "Global Y").orUnknown(Unknown.ZERO);
  public static final Field<Long> GLOBAL_Z = int64("globalZ", "Global Z").orUnknown(Unknown.ZERO);
  public static final Field<Long> GRAPHICS_CLOCK =
      int64("graphicsClock", "Graphics Clock").in(Unit.HERTZ).orUnknown(Unknown.MINUS_ONE);
  public static final Field<Long> GRID_X = int32("gridX", "Grid X").orUnknown(Unknown.ZERO);
  public static final Field<Long> GRID_Y = int32("gridY", "Grid Y").orUnknown(Unknown.ZERO);
  public static final Field<Long> GRID_Z = int32("gridZ", "Grid Z").orUnknown(Unknown.ZERO);
  public static final Field<String> HOOK = text("hook", "Hook");
  public static final Field<String> HOST = text("host", "Host").orUnknown(Unknown.NULL);
  public static final Field<Long> IN_FLIGHT = int64("inFlight", "Work In Flight");
  public static final Field<Long> JAVA_THREAD_ID =
      int64("javaThreadId", "Java Thread Id").orUnknown(Unknown.MINUS_ONE);
  public static final Field<Long> JNI_CRITICAL_REGION =
      int64("jniCriticalRegion", "JNI Critical Region");
  public static final Field<Double> JUNCTION_TEMPERATURE =
      float32("junctionTemperature", "Junction Temperature (\u00b0C)")
          .in(Unit.CELSIUS)
          .orUnknown(Unknown.NOT_A_NUMBER);
  public static final Field<String> KERNEL = text("kernel", "Kernel").orUnknown(Unknown.NULL);
  public static final Field<String> KIND = text("kind", "Kind");
  public static final Field<Long> LDS_BYTES = int64("ldsBytes", "LDS Bytes").in(Unit.BYTES);
  public static final Field<Long> LOOK = int64("look", "Look");
  public static final Field<Double> MEMORY_BUSY =
      float32("memoryBusy", "Memory Busy").in(Unit.SHARE).orUnknown(Unknown.NOT_A_NUMBER);
  public static final Field<Long> MEMORY_CLOCK =
      int64("memoryClock", "Memory Clock").in(Unit.HERTZ).orUnknown(Unknown.MINUS_ONE);
  public static final Field<Double> MEMORY_TEMPERATURE =
      float32("memoryTemperature", "Memory Temperature (\u00b0C)")
          .in(Unit.CELSIUS)
          .orUnknown(Unknown.NOT_A_NUMBER);
  public static final Field<Long> MEMORY_TOTAL =
      int64("memoryTotal", "Memory Total").in(Unit.BYTES).orUnknown(Unknown.MINUS_ONE);
  public static final Field<Long> MEMORY_USED =
      int64("memoryUsed", "Memory Used").in(Unit.BYTES).orUnknown(Unknown.MINUS_ONE);
  public static final Field<String> MESSAGE = text("message", "Message");
  public static final Field<Long> NESTED = int64("nested", "Nested");
  public static final Field<Long> NO_JAVA_THREAD = int64("noJavaThread", "No Java Thread");
  public static final Field<Long> NOT_SAMPLED = int64("notSampled", "Not Sampled");
  public static final Field<String> NOT_SEEN = text("notSeen", "Not Seen");
  public static final Field<Long> NOT_TRACKED = int64("notTracked", "Not Tracked");
  public static final Field<String> OPENCL = text("openCl", "OpenCL");
  public static final Field<Long> OS_THREAD_ID =
      int64("osThreadId", "OS Thread Id").orUnknown(Unknown.ZERO);
  public static final Field<String> OTHER_TOOLS = text("otherTools", "Other Tools");
  public static final Field<String> PCI_ADDRESS = text("pciAddress", "PCI Address");
  public static final Field<Long> PEAK_BYTES = int64("peakBytes", "Peak").in(Unit.BYTES);
  public static final Field<Long> PENDING_BUSY = int64("pendingBusy", "Pending, Stream Busy");
  public static final Field<String> PENDING_BY_DEVICE =
      text("pendingByDevice", "Pending by Device");
  public static final Field<Long> PENDING_FINISHED = int64("pendingFinished", "Pending, Finished");
  public static final Field<Long> PENDING_UNASKED = int64("pendingUnasked", "Pending, Not Asked");
  public static final Field<Long> PID = int64("pid", "Process Id").orUnknown(Unknown.ZERO);
  public static final Field<Long> PIECES = int64("pieces", "Pieces");
  public static final Field<Double> POWER =
      float32("power", "Power (W)").in(Unit.WATTS).orUnknown(Unknown.NOT_A_NUMBER);
  public static final Field<Long> PROCESS_BYTES =
      int64("processBytes", "Process Bytes").in(Unit.BYTES).orUnknown(Unknown.MINUS_ONE);
  public static final Field<Long> PROCESS_KEY =
      int64("processKey", "Process Key").orUnknown(Unknown.ZERO);
  public static final Field<Long> PROCESS_START =
      int64("processStart", "Process Start").in(Unit.EPOCH_MILLIS).orUnknown(Unknown.ZERO);
  public static final Field<Long> QUEUE = int64("queue", "Queue");
  public static final Field<Long> QUEUE_DELAY =
      int64("queueDelay", "Queue Delay").in(Unit.NANOSECONDS).orUnknown(Unknown.NOT_AVAILABLE);
  public static final Field<Long> RANGE_ID = int64("rangeId", "Range Id");
  public static final Field<Double> REFUSED_WEIGHT = float64("refusedWeight", "Refused Weight");
  public static final Field<Long> REPORTED = int64("reported", "Work Reported");
  public static final Field<String> RESULT = text("result", "Result").orUnknown(Unknown.WORD);
  public static final Field<String> RUNTIME = text("runtime", "Runtime");
  public static final Field<String> SHAPE = text("shape", "Shape").orUnknown(Unknown.NULL);
  public static final Field<Boolean> SINGLE = flag("single", "Single");
  public static final Field<Long> SITES = int64("sites", "Sites");
  public static final Field<Long> SNAPSHOT = int64("snapshot", "Snapshot");
  public static final Field<Long> SOURCE_DEVICE =
      int32("sourceDevice", "Source Device").orUnknown(Unknown.MINUS_ONE);
  public static final Field<Long> SPAN_ID = int64("spanId", "Span Id").related();

  /** Of rocjfr.SpanScope, which OpenTelemetry's side commits: in hexadecimal digits. */
  public static final Field<String> SCOPE_SPAN_ID = text("spanId", "Span Id");

  public static final Field<String> SPAN_ID_HEX = text("spanIdHex", "Span Id, Hexadecimal");
  public static final Field<String> STATE = text("state", "State");
  public static final Field<Long> STREAM = int32("stream", "Stream").orUnknown(Unknown.MINUS_ONE);
  public static final Field<Long> SUBMIT_DELAY =
      int64("submitDelay", "Submit Delay").in(Unit.NANOSECONDS).orUnknown(Unknown.NOT_AVAILABLE);
  public static final Field<Long> SUBMITTED = int64("submitted", "Work Submitted");
  public static final Field<String> SYMBOL = text("symbol", "Symbol").orUnknown(Unknown.NULL);
  public static final Field<Void> THREAD = thread("thread", "Thread").orUnknown(Unknown.NULL);
  public static final Field<String> THREAD_NAME =
      text("threadName", "Thread Name").orUnknown(Unknown.NULL);
  public static final Field<Boolean> TIMED = flag("timed", "Timed");
  public static final Field<Long> TRACE_FLAGS = int32("traceFlags", "Trace Flags");
  public static final Field<String> TRACE_ID = text("traceId", "Trace Id");
  public static final Field<Long> TRACE_ID_HIGH = int64("traceIdHigh", "Trace Id, High");
  public static final Field<Long> TRACE_ID_LOW = int64("traceIdLow", "Trace Id, Low");
  public static final Field<Long> TRACKED_SINCE =
      int64("trackedSince", "Tracked Since").in(Unit.EPOCH_MILLIS).orUnknown(Unknown.ZERO);
  public static final Field<String> TYPE = text("type", "Class");
  public static final Field<Long> UNKNOWN_FREES = int64("unknownFrees", "Unknown Frees");
  public static final Field<Long> UNKNOWN_JVM = int64("unknownJvm", "Unknown JVM");
  public static final Field<String> VERSION = text("version", "Version");
  public static final Field<Double> WEIGHT = float64("weight", "Weight");
  public static final Field<Long> WORKGROUP_X =
      int32("workgroupX", "Workgroup X").orUnknown(Unknown.ZERO);
  public static final Field<Long> WORKGROUP_Y =
      int32("workgroupY", "Workgroup Y").orUnknown(Unknown.ZERO);
  public static final Field<Long> WORKGROUP_Z =
      int32("workgroupZ", "Workgroup Z").orUnknown(Unknown.ZERO);

  private final String name;
  private final String label;
  private final FieldType type;
  private final Unit unit;
  private final Unknown unknown;
  private final boolean relational;

  private Field(
      String name, String label, FieldType type, Unit unit, Unknown unknown, boolean relational) {
    this.name = name;
    this.label = label;
    this.type = type;
    this.unit = unit;
    this.unknown = unknown;
    this.relational = relational;
  }

  private static <T> Field<T> of(FieldType type, String name, String label) {
    return new Field<>(name, label, type, Unit.NONE, Unknown.NEVER, false);
  }

  static Field<String> text(String name, String label) {
    return of(FieldType.TEXT, name, label);
  }

  static Field<Long> int32(String name, String label) {
    return of(FieldType.INT, name, label);
  }

  static Field<Long> int64(String name, String label) {
    return of(FieldType.LONG, name, label);
  }

  private static Field<Double> float32(String name, String label) {
    return of(FieldType.FLOAT, name, label);
  }

  private static Field<Double> float64(String name, String label) {
    return of(FieldType.DOUBLE, name, label);
  }

  static Field<Boolean> flag(String name, String label) {
    return of(FieldType.FLAG, name, label);
  }

  private static Field<Void> thread(String name, String label) {
    return of(FieldType.THREAD, name, label);
  }

  private Field<T> in(Unit measured) {
    return new Field<>(name, label, type, measured, unknown, relational);
  }

  private Field<T> orUnknown(Unknown written) {
    return new Field<>(name, label, type, unit, written, relational);
  }

  private Field<T> related() {
    return new Field<>(name, label, type, unit, unknown, true);
  }

  /** As events have it. */
  public String fieldName() {
    return name;
  }

  /** As people read it. */
  public String label() {
    return label;
  }

  public FieldType type() {
    return type;
  }

  public Unit unit() {
    return unit;
  }

  /** How an event writes that the value is not known. */
  public Unknown unknown() {
    return unknown;
  }

  /** Whether JMC finds related events by its values. */
  public boolean isRelational() {
    return relational;
  }

  /** Whether a value of an event says that it is not known; null always does. */
  public boolean isUnknown(Object value) {
    return value == null || unknown.is(value);
  }

  /**
   * Whether outputs leave a value out: it is not known. A word that says so is a value, since an
   * empty text has a meaning of its own.
   */
  public boolean isAbsent(Object value) {
    return value == null || (unknown != Unknown.WORD && unknown.is(value));
  }

  @Override
  public String toString() {
    return name;
  }
}
