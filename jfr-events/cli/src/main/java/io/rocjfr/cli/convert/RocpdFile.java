// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.rocjfr.cli.flame.Stacks;
import io.rocjfr.figures.GpuKey;
import io.rocjfr.recording.Fields;
import io.rocjfr.recording.FileReport;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.UUID;
import jdk.jfr.consumer.RecordedEvent;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Makes a database of AMD's schema: one process for each recording. Rows are added as events come;
 * times are nanoseconds of the epoch.
 */
public final class RocpdFile implements Conversion {
  private static final long NODE = 1;

  // Categories of calls.
  private static final String HIP = "HIP_RUNTIME_API";
  private static final String OPENCL = "OPENCL_API";

  private static final String UNKNOWN = "Unknown";
  private static final Map<String, String> DIRECTIONS =
      Map.of(
          "HostToDevice", "MEMORY_COPY_HOST_TO_DEVICE",
          "DeviceToHost", "MEMORY_COPY_DEVICE_TO_HOST",
          "DeviceToDevice", "MEMORY_COPY_DEVICE_TO_DEVICE",
          "HostToHost", "MEMORY_COPY_HOST_TO_HOST");

  private record Key(String table, long process, Object what) {}

  private final RocpdTables tables;
  private final Map<Key, Long> ids = new HashMap<>();
  private TracedProcess file;
  private long process;
  private int files;
  private long dispatches;
  private long untimed;

  /** The first event of the recording. */
  private long firstEvent;

  /** What failed within a call that cannot say so. */
  private SQLException failure;

  /** To be written there. */
  public RocpdFile(Path to) throws IOException {
    try {
      UUID guid = UUID.randomUUID();
      tables = new RocpdTables(to, guid);
      tables.insert(
          "info_node",
          "hash,machine_id,system_name",
          guid.getLeastSignificantBits() & Long.MAX_VALUE,
          guid.toString().replace("-", ""), // the recordings do not name their machine
          "Linux");
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** In the words in which other files' failures come, not in SQLite's. */
  private static IOException failed(SQLException e) {
    if (e instanceof SQLiteException its && its.getResultCode() == SQLiteErrorCode.SQLITE_FULL) {
      return new IOException("No space left on device", e);
    }
    return new IOException(String.valueOf(e.getMessage()).replaceFirst("^\\[SQLITE_\\w+] ", ""), e);
  }

  @Override
  public void beginFile(Path shown, Path recording) {
    file = new TracedProcess(files++, shown);
    process = files;
    firstEvent = tables.next("event");
  }

  @Override
  public void addOther(RecordedEvent event) {
    file.learn(event);
  }

  /** Only now it is known what process it was; its id was used before. */
  @Override
  public void endFile(FileReport report) {
    attempt(
        () ->
            tables.insert(
                "info_process",
                "nid,pid,start,end,command",
                NODE,
                file.pid(),
                report.beginNanos(),
                report.endNanos(),
                file.commandLine()));
    attempt(() -> tables.joinStacks(firstEvent, tables.text(HIP), tables.text(OPENCL)));
  }

  private interface Step {
    void run() throws SQLException;
  }

  private void attempt(Step step) {
    if (failure == null) {
      try {
        step.run();
      } catch (SQLException e) {
        failure = e;
      }
    }
  }

  @Override
  public void add(RecordedEvent event) {
    attempt(
        () -> {
          switch (Fields.kind(event)) {
            case HIP_API -> addCall(event, HIP);
            case OPENCL_API -> addCall(event, OPENCL);
            case ROCTX_RANGE -> addRange(event, "MARKER_CORE_RANGE_API");
            case ROCTX_MARK -> addRange(event, "MARKER_CORE_API");
            case KERNEL_DISPATCH, MEM_COPY -> addWork(event);
            case LAUNCH_SITE -> addSite(event);
            case TRACER_STATUS -> file.learn(event);
            default -> {
              // The schema has no place for it.
            }
          }
        });
  }

  /** What a call's arguments are, as far as events have them. */
  private static final List<Field<?>> ARGUMENTS =
      List.of(
          Field.CATEGORY,
          Field.RESULT,
          Field.DEVICE,
          Field.STREAM,
          Field.QUEUE,
          Field.BYTES,
          Field.KERNEL);

  private interface Making {
    long make() throws SQLException;
  }

  private long known(String table, Object what, Making making) throws SQLException {
    Key key = new Key(table, process, what);
    Long id = ids.get(key);
    if (id == null) {
      id = making.make();
      ids.put(key, id);
    }
    return id;
  }

  private long thread(RecordedEvent event) throws SQLException {
    long system = Fields.number(event, Field.OS_THREAD_ID, 0);
    long java = Fields.number(event, Field.JAVA_THREAD_ID, -1);
    return known(
        "thread",
        java >= 0 ? "java " + java : "os " + system,
        () ->
            tables.insert(
                "info_thread",
                "nid,pid,tid,name,extdata",
                NODE,
                process,
                system, // 0 if not known: the schema wants a number
                threadName(event, java),
                java < 0 ? "{}" : "{\"java_thread_id\": " + java + "}"));
  }

  /** A virtual thread may have no name. Null: nobody knows which thread it was. */
  private static String threadName(RecordedEvent event, long java) {
    String name = Fields.text(event, Field.THREAD_NAME, "");
    if (!name.isEmpty()) {
      return name;
    }
    return java > 0 ? "virtual thread " + java : null;
  }

  private long cpu() throws SQLException {
    return known("agent", "cpu", () -> agent("CPU", 0, 0, "CPU"));
  }

  /** The views leave out what has no agent. */
  private long unknownAgent() throws SQLException {
    return known("agent", "unknown", () -> agent(null, null, null, UNKNOWN));
  }

  /** Null: not known. */
  private long agent(String type, Integer absolute, Integer index, String name)
      throws SQLException {
    return tables.insert(
        "info_agent",
        "nid,pid,type,absolute_index,logical_index,type_index,name,vendor_name",
        NODE,
        process,
        type,
        absolute,
        index,
        index,
        name,
        "GPU".equals(type) ? "AMD" : null);
  }

  private long gpu(RecordedEvent event) throws SQLException {
    return gpu(Fields.gpu(event));
  }

  private long gpu(GpuKey gpu) throws SQLException {
    return known(
        "agent", gpu, () -> agent("GPU", known(gpu.agentId()), known(gpu.device()), gpu.label()));
  }

  private static Integer known(int number) {
    return number < 0 ? null : (Integer) number;
  }

  private long queue(RecordedEvent event, long gpu) throws SQLException {
    long queue = Fields.number(event, Field.QUEUE, -1);
    return known(
        "queue",
        gpu + " " + queue,
        () ->
            tables.insert(
                "info_queue",
                "nid,pid,name",
                NODE,
                process,
                queue < 0 ? "Unknown Queue" : "Queue " + queue));
  }

  private long stream(RecordedEvent event) throws SQLException {
    long stream = Fields.number(event, Field.STREAM, -1);
    String name =
        stream == 0 ? "Default Stream" : stream < 0 ? "Unknown Stream" : "Stream " + stream;
    return known(
        "stream", stream, () -> tables.insert("info_stream", "nid,pid,name", NODE, process, name));
  }

  /** What all that acts has: category, and the ids that join it. */
  private long event(RecordedEvent event, String category, String more) throws SQLException {
    Long id = Fields.known(event, Field.CORRELATION_ID);
    return tables.insert(
        "event",
        "category_id,stack_id,parent_stack_id,correlation_id,extdata",
        tables.text(category),
        id,
        id,
        Fields.known(event, Field.EXTERNAL_ID),
        more);
  }

  private void addCall(RecordedEvent event, String category) throws SQLException {
    long made = event(event, category, "{}");
    region(event, Fields.text(event, Field.FUNCTION, "(unknown)"), made);
    int position = 0;
    for (Field<?> field : ARGUMENTS) {
      Object value = Fields.value(event, field);
      if (!field.isAbsent(value) && !value.toString().isEmpty()) {
        tables.insert(
            "arg",
            "event_id,position,type,name,value",
            made,
            position++,
            value instanceof String ? "string" : "int64_t",
            field,
            value.toString());
      }
    }
  }

  /** The Java stack of a call, the innermost frame first. */
  private void addSite(RecordedEvent event) throws SQLException {
    long id = Fields.number(event, Field.CORRELATION_ID, 0);
    String stack = event.getStackTrace() == null ? "" : Stacks.text(event.getStackTrace());
    if (id == 0 || stack.isEmpty()) {
      return;
    }
    StringJoiner frames = new StringJoiner(", ", "{\"frames\": [", "]}");
    stack
        .lines()
        .map(line -> new String(JsonStringEncoder.getInstance().quoteAsString(line)))
        .forEach(line -> frames.add('"' + line + '"'));
    tables.stack(id, frames.toString());
  }

  private void addRange(RecordedEvent event, String category) throws SQLException {
    String message = Fields.text(event, Field.MESSAGE, "(no message)");
    String json =
        "{\"message\": \""
            + new String(JsonStringEncoder.getInstance().quoteAsString(message))
            + "\"}";
    region(event, message, event(event, category, json));
  }

  private void region(RecordedEvent event, String name, long made) throws SQLException {
    tables.insert(
        "region",
        "nid,pid,tid,start,end,name_id,event_id",
        NODE,
        process,
        thread(event),
        Fields.begin(event),
        Math.max(Fields.begin(event), Fields.end(event)),
        tables.text(name),
        made);
  }

  private long kernel(RecordedEvent event) throws SQLException {
    String symbol = Fields.text(event, Field.SYMBOL, "");
    String kernel = Fields.text(event, Field.KERNEL, symbol.isEmpty() ? "(unknown)" : symbol);
    return known(
        "kernel",
        symbol + "\0" + kernel,
        () ->
            tables.insert(
                "info_kernel_symbol",
                "nid,pid,code_object_id,kernel_name,display_name",
                NODE,
                process,
                known(
                    "code",
                    "",
                    () -> tables.insert("info_code_object", "nid,pid,uri", NODE, process, "")),
                symbol.isEmpty() ? kernel : symbol,
                kernel));
  }

  /** In work-items, as AMD's are; 0 where it is not known. */
  private static long items(
      RecordedEvent event, Field<Long> global, Field<Long> grid, Field<Long> workgroup) {
    long items = Fields.number(event, global, 0);
    return items > 0 ? items : Fields.number(event, grid, 0) * Fields.number(event, workgroup, 0);
  }

  /** The schema wants times, which would be taken for the device's: without them it is left out. */
  private void addWork(RecordedEvent event) throws SQLException {
    if (!Fields.isTimed(event)) {
      untimed++;
    } else if (Fields.kind(event) == EventKind.KERNEL_DISPATCH) {
      addDispatch(event);
    } else {
      addCopy(event);
    }
  }

  @Override
  public long withoutTimes() {
    return untimed;
  }

  private void addDispatch(RecordedEvent event) throws SQLException {
    long gpu = gpu(event);
    tables.insert(
        "kernel_dispatch",
        "nid,pid,tid,agent_id,kernel_id,dispatch_id,queue_id,stream_id,start,end,"
            + "group_segment_size,workgroup_size_x,workgroup_size_y,workgroup_size_z,"
            + "grid_size_x,grid_size_y,grid_size_z,region_name_id,event_id",
        NODE,
        process,
        thread(event),
        gpu,
        kernel(event),
        ++dispatches,
        queue(event, gpu),
        stream(event),
        Fields.begin(event),
        Math.max(Fields.begin(event), Fields.end(event)),
        Fields.number(event, Field.LDS_BYTES, 0),
        Fields.number(event, Field.WORKGROUP_X, 0),
        Fields.number(event, Field.WORKGROUP_Y, 0),
        Fields.number(event, Field.WORKGROUP_Z, 0),
        items(event, Field.GLOBAL_X, Field.GRID_X, Field.WORKGROUP_X),
        items(event, Field.GLOBAL_Y, Field.GRID_Y, Field.WORKGROUP_Y),
        items(event, Field.GLOBAL_Z, Field.GRID_Z, Field.WORKGROUP_Z),
        tables.text(""),
        event(event, "KERNEL_DISPATCH", "{}"));
  }

  private void addCopy(RecordedEvent event) throws SQLException {
    String direction = Fields.text(event, Field.DIRECTION, UNKNOWN);
    long gpu = gpu(event);
    boolean fromHost = direction.startsWith("HostTo");
    boolean toHost = direction.endsWith("ToHost");
    boolean unknown = direction.equals(UNKNOWN);
    tables.insert(
        "memory_copy",
        "nid,pid,tid,start,end,name_id,dst_agent_id,src_agent_id,size,queue_id,stream_id,"
            + "region_name_id,event_id",
        NODE,
        process,
        thread(event),
        Fields.begin(event),
        Math.max(Fields.begin(event), Fields.end(event)),
        tables.text(DIRECTIONS.getOrDefault(direction, direction)),
        unknown ? unknownAgent() : toHost ? cpu() : other(event, Field.DESTINATION_DEVICE, gpu),
        unknown ? unknownAgent() : fromHost ? cpu() : other(event, Field.SOURCE_DEVICE, gpu),
        Fields.number(event, Field.BYTES, 0),
        queue(event, gpu),
        stream(event),
        tables.text(""),
        event(event, "MEMORY_COPY", "{}"));
  }

  /** The other GPU of a copy between two; known by its ordinal only. */
  private long other(RecordedEvent event, Field<Long> field, long gpu) throws SQLException {
    long device = Fields.number(event, field, -1);
    if (device < 0 || device == Fields.number(event, Field.DEVICE, -1)) {
      return gpu;
    }
    for (Map.Entry<Key, Long> known : ids.entrySet()) {
      if (known.getKey().process == process
          && known.getKey().what instanceof GpuKey key
          && key.device() == device
          && key.name().isEmpty()) {
        return known.getValue();
      }
    }
    return gpu(new GpuKey((int) device, -1));
  }

  @Override
  public void finish() throws IOException {
    attempt(tables::finish);
    if (failure != null) {
      throw failed(failure);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      tables.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
