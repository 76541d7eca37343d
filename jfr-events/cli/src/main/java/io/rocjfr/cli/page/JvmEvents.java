// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import io.rocjfr.cli.page.PageTable.FieldColumn;
import io.rocjfr.figures.ClassNames;
import io.rocjfr.recording.Fields;
import io.rocjfr.schema.Field;
import io.rocjfr.schema.JdkField;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * What the JVM did while the GPU worked: collections, safepoints, what held up the threads that use
 * the GPU, and samples of running code.
 */
final class JvmEvents {
  /** What a browser draws beside the other events without trouble. */
  private static final int MOST = 500_000;

  /** What a thread waited for, by the event that says so; and the field with what it was. */
  private record State(String word, String what) {}

  private static final Map<String, State> STATES =
      Map.of(
          "jdk.ThreadPark", new State("parked", "parkedClass"),
          "jdk.JavaMonitorEnter", new State("blocked by a monitor", "monitorClass"),
          "jdk.JavaMonitorWait", new State("waiting on a monitor", "monitorClass"),
          "jdk.ThreadSleep", new State("sleeping", ""),
          "jdk.FileRead", new State("reading a file", "path"),
          "jdk.FileWrite", new State("writing a file", "path"),
          "jdk.FileForce", new State("forcing a file to the disk", "path"),
          "jdk.SocketRead", new State("reading from a socket", "host"),
          "jdk.SocketWrite", new State("writing to a socket", "host"));

  /** Of running code of Java. */
  private static final String JAVA = "Java";

  /** Threads in native code may run, or wait there. */
  private static final String NATIVE = "native code";

  private static final Map<String, String> SAMPLES =
      Map.of(
          "jdk.ExecutionSample", JAVA,
          "jdk.CPUTimeSample", JAVA,
          "jdk.NativeMethodSample", NATIVE);

  private static final String STOPPING = "stopping the threads";

  private final Strings strings;
  private final ToIntFunction<RecordedEvent> stacks;
  private final PageTable collections =
      new PageTable("GarbageCollection", "Garbage Collection", name(), cause());
  private final PageTable pauses = new PageTable("GcPause", "GC Pause", name());
  private final PageTable safepoints = new PageTable("Safepoint", "Safepoint", name());
  private final PageTable states =
      new PageTable(
          "ThreadState",
          "Thread State",
          text(Field.STATE),
          FieldColumn.text("of", "Of"),
          number(Field.JAVA_THREAD_ID),
          number(Field.OS_THREAD_ID),
          text(Field.THREAD_NAME),
          FieldColumn.number(PageStacks.FIELD, "Stack"));
  private final PageTable samples =
      new PageTable(
          "CpuSample",
          "CPU Sample",
          FieldColumn.text("code", "Code"),
          number(Field.JAVA_THREAD_ID),
          number(Field.OS_THREAD_ID),
          text(Field.THREAD_NAME),
          FieldColumn.number(PageStacks.FIELD, "Stack"));
  private long leftOut;

  /**
   * Makes the tables.
   *
   * @param stacks gives the place of an event's stack
   */
  JvmEvents(Strings strings, ToIntFunction<RecordedEvent> stacks) {
    this.strings = strings;
    this.stacks = stacks;
  }

  private static FieldColumn text(Field<String> field) {
    return FieldColumn.text(field.fieldName(), field.label());
  }

  private static FieldColumn number(Field<Long> field) {
    return FieldColumn.number(field.fieldName(), field.label());
  }

  private static FieldColumn name() {
    return text(JdkField.NAME);
  }

  private static FieldColumn cause() {
    return text(JdkField.GC_CAUSE);
  }

  /** Keeps what an event says, if it is one of these. */
  void add(RecordedEvent event, int file) {
    String type = event.getEventType().getName();
    switch (type) {
      case "jdk.GarbageCollection" -> {
        String cause = Fields.text(event, JdkField.GC_CAUSE, "");
        add(collections, event, file, nameOf(event), strings.place(cause));
      }
      case "jdk.GCPhasePause" -> add(pauses, event, file, nameOf(event));
      case "jdk.SafepointBegin" -> add(safepoints, event, file, strings.place(STOPPING));
      case "jdk.ExecuteVMOperation" -> {
        if (Fields.flag(event, JdkField.SAFEPOINT, false)) {
          String operation = Fields.text(event, JdkField.OPERATION, "");
          add(safepoints, event, file, strings.place(operation));
        }
      }
      default -> addOfThread(event, type, file);
    }
  }

  private void addOfThread(RecordedEvent event, String type, int file) {
    State state = STATES.get(type);
    String code = SAMPLES.get(type);
    if (state != null) {
      addOfThread(
          states,
          event,
          thread(event, "eventThread"),
          file,
          strings.place(state.word()),
          strings.place(what(event, state.what())));
    } else if (code != null) {
      String thread = event.hasField("sampledThread") ? "sampledThread" : "eventThread";
      addOfThread(samples, event, thread(event, thread), file, strings.place(code));
    }
  }

  private void addOfThread(
      PageTable table, RecordedEvent event, RecordedThread thread, int file, long... first) {
    if (thread != null && hasRoom(table)) {
      long[] values = new long[table.fields().size()];
      System.arraycopy(first, 0, values, 0, first.length);
      values[first.length] = thread.getJavaThreadId() > 0 ? thread.getJavaThreadId() : -1;
      values[first.length + 1] = Math.max(0, thread.getOSThreadId());
      values[first.length + 2] = strings.place(nameOf(thread));
      values[first.length + 3] = stacks.applyAsInt(event);
      table.add(Fields.begin(event), lengthOf(event), file, values);
    }
  }

  private static String nameOf(RecordedThread thread) {
    return thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
  }

  private static RecordedThread thread(RecordedEvent event, String field) {
    return event.hasField(field) && event.getValue(field) instanceof RecordedThread thread
        ? thread
        : null;
  }

  private static String what(RecordedEvent event, String field) {
    Object what = event.hasField(field) ? event.getValue(field) : null;
    String shown =
        what instanceof RecordedClass type
            ? ClassNames.shown(type.getName())
            : what == null ? "" : what.toString();
    long port = Fields.number(event, JdkField.PORT, 0);
    return port > 0 ? shown + ":" + port : shown;
  }

  private int nameOf(RecordedEvent event) {
    return strings.place(Fields.text(event, JdkField.NAME, ""));
  }

  private void add(PageTable table, RecordedEvent event, int file, long... values) {
    if (hasRoom(table)) {
      table.add(Fields.begin(event), lengthOf(event), file, values);
    }
  }

  private boolean hasRoom(PageTable table) {
    leftOut += table.size() < MOST ? 0 : 1;
    return table.size() < MOST;
  }

  private static long lengthOf(RecordedEvent event) {
    return Math.max(0, Fields.end(event) - Fields.begin(event));
  }

  /**
   * All events are known now: forgets what was not while anything of ours happened, and what held
   * up threads that do not use the GPU, or was their native code.
   *
   * @param zero what begins are counted from, in nanoseconds of the epoch
   * @param end of all, from then on
   */
  void settle(long zero, long end, GpuThreads threads) {
    for (PageTable table : all().toList()) {
      table.countFrom(zero);
      PageColumn begins = table.begins();
      PageColumn lengths = table.durations();
      table.keep(i -> begins.get(i) <= end && begins.get(i) + lengths.get(i) >= 0);
    }
    states.keep(ofUsers(states, threads));
    // Threads that wait in native code are sampled there again and again, idle ones too.
    PageColumn codes = samples.fields().get(0).values();
    int java = strings.place(JAVA);
    IntPredicate ofUsers = ofUsers(samples, threads);
    samples.keep(i -> codes.get(i) == java || ofUsers.test(i));
  }

  private static IntPredicate ofUsers(PageTable table, GpuThreads threads) {
    PageColumn files = table.files();
    PageColumn java = table.values(Field.JAVA_THREAD_ID);
    PageColumn system = table.values(Field.OS_THREAD_ID);
    return i -> threads.has((int) files.get(i), java.get(i), system.get(i));
  }

  private Stream<PageTable> all() {
    return Stream.of(collections, pauses, safepoints, states, samples);
  }

  /** Those with events. */
  List<PageTable> tables() {
    return all().filter(table -> table.size() > 0).toList();
  }

  /** How many did not fit. */
  long leftOut() {
    return leftOut;
  }
}
