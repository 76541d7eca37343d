// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import io.rocjfr.recording.Chunk;
import io.rocjfr.recording.ChunkReader;
import io.rocjfr.recording.Fields;
import io.rocjfr.recording.NamedEvents;
import io.rocjfr.recording.Span;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import io.rocjfr.schema.JdkField;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import jdk.jfr.consumer.RecordedEvent;

/**
 * What a recording says of its process. It is read ahead of the rest, since each row tells it, and
 * JFR writes it anywhere.
 */
final class ProcessFacts {
  private static final Set<String> EVENTS =
      Set.of(
          EventKind.TRACER_STATUS.eventName(),
          "jdk.JVMInformation",
          "jdk.InitialEnvironmentVariable",
          "jdk.InitialSystemProperty");

  private long begin;
  private long key;
  private String host;
  private Long pid;
  private Instant start;
  private String hipVersion;
  private String javaVersion;
  private String command;
  private final ServiceFacts service = new ServiceFacts();
  private boolean several;

  private ProcessFacts() {}

  static ProcessFacts of(Path recording) {
    ProcessFacts facts = new ProcessFacts();
    Span recorded = new Span();
    try {
      for (Chunk chunk : ChunkReader.read(recording).chunks()) {
        recorded.include(chunk.beginNanos(), chunk.beginNanos());
      }
    } catch (IOException e) {
      // Who reads the events says so.
    }
    facts.begin = recorded.isEmpty() ? 0 : recorded.begin();
    NamedEvents.read(recording, EVENTS, facts::learn);
    return facts;
  }

  private void learn(RecordedEvent event) {
    if (Fields.kind(event) == EventKind.TRACER_STATUS) {
      learnOfStatus(event);
      return;
    }
    if (event.getEventType().getName().equals("jdk.JVMInformation")) {
      if (pid == null && Fields.number(event, JdkField.PID, 0) > 0) {
        pid = Fields.number(event, JdkField.PID, 0);
      }
      if (start == null) {
        start = Fields.moment(event, JdkField.JVM_START_TIME);
      }
      javaVersion = Fields.text(event, JdkField.JVM_VERSION, javaVersion);
      command = Fields.text(event, JdkField.JAVA_ARGUMENTS, command);
      return;
    }
    String name = Fields.text(event, JdkField.KEY, "");
    String value = Fields.text(event, JdkField.VALUE, null);
    service.learn(name, value);
    if (name.equals("HOSTNAME") && host == null) {
      host = value;
    }
  }

  private void learnOfStatus(RecordedEvent event) {
    long its = Fields.number(event, Field.PROCESS_KEY, 0);
    several |= key != 0 && its != 0 && its != key;
    key = its != 0 ? its : key;
    host = Fields.text(event, Field.HOST, host);
    hipVersion = Fields.text(event, Field.VERSION, hipVersion);
    Long itsPid = Fields.known(event, Field.PID);
    pid = itsPid != null ? itsPid : pid;
    if (Fields.known(event, Field.PROCESS_START) != null) {
      start = Fields.moment(event, Field.PROCESS_START);
    }
  }

  /** Whether it is of more than one process: its chunks were put together. */
  boolean ofSeveral() {
    return several;
  }

  /** When the recording began, in nanoseconds of the epoch. */
  long begin() {
    return begin;
  }

  /**
   * The name of its partition: by the agent's random number, which no other process has; where that
   * was not recorded by the recording's begin. Not digits alone, or engines take it for a number.
   */
  String partition() {
    return key != 0 ? "p" + String.format("%016x", key) : "r" + String.format("%016x", begin);
  }

  /** What each row of the process says. */
  <T> List<ParquetColumn<T>> columns() {
    List<ParquetColumn<T>> columns = new ArrayList<>();
    add(columns, "host", ParquetColumn.Kind.TEXT, "The machine or container", () -> host);
    add(columns, "pid", ParquetColumn.Kind.LONG, "The process's id there", () -> pid);
    add(columns, "processStart", ParquetColumn.Kind.INSTANT, "When it was started", () -> start);
    add(
        columns,
        "command",
        ParquetColumn.Kind.TEXT,
        "Its main class or jar, arguments",
        () -> command);
    add(
        columns,
        "serviceName",
        ParquetColumn.Kind.TEXT,
        "The name that OpenTelemetry uses",
        service::name);
    add(
        columns,
        "serviceVersion",
        ParquetColumn.Kind.TEXT,
        "The name that OpenTelemetry uses",
        service::version);
    add(
        columns,
        "hipVersion",
        ParquetColumn.Kind.TEXT,
        "The version of the HIP runtime",
        () -> hipVersion);
    add(columns, "javaVersion", ParquetColumn.Kind.TEXT, "Of the JVM", () -> javaVersion);
    return columns;
  }

  private static <T> void add(
      List<ParquetColumn<T>> columns,
      String name,
      ParquetColumn.Kind kind,
      String text,
      Supplier<Object> of) {
    columns.add(new ParquetColumn<>(name, kind, "", "", text, row -> of.get()));
  }
}
