// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.cli.page.PageTable.FieldColumn;
import io.rocjfr.figures.Actors;
import io.rocjfr.figures.Actors.Actor;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How virtual threads are shown: a few by themselves; many by their carriers, with a lane that says
 * which of them made the calls there, and for which trace.
 */
public final class VirtualThreads {
  /** While they last a virtual thread stays on its carrier. */
  private static final Set<EventKind> CALLS = EnumSet.of(EventKind.HIP_API, EventKind.OPENCL_API);

  private static final Set<EventKind> OF_THREADS =
      EnumSet.of(
          EventKind.HIP_API, EventKind.OPENCL_API, EventKind.ROCTX_RANGE, EventKind.ROCTX_MARK);

  /** Enough to find it: the whole trace id is said of the event. */
  private static final int DIGITS = 8;

  private record Call(int file, long java, long system, int name, long span, long begin, long end) {
    Actor actor() {
      return new Actor(file, java, system, name == 0);
    }

    /** Whether it is of the same virtual thread on the same carrier, for the same span. */
    boolean continues(Call before) {
      return before != null
          && file == before.file
          && java == before.java
          && system == before.system
          && span == before.span;
    }

    Call until(long later) {
      return new Call(file, java, system, name, span, begin, Math.max(end, later));
    }
  }

  private final Set<String> carriers = new TreeSet<>();
  private final Set<String> alone = new TreeSet<>();
  private final PageTable stretches =
      new PageTable(
          "VirtualThread",
          "Calls of a Virtual Thread",
          FieldColumn.text("what", "Virtual Thread"),
          number(Field.JAVA_THREAD_ID),
          number(Field.OS_THREAD_ID),
          number(Field.EXTERNAL_ID));

  /** Of what these tables have of threads. */
  VirtualThreads(Collection<PageTable> tables, Strings strings, JoinedEvents joined) {
    Set<Actor> all = new HashSet<>();
    List<Call> calls = new ArrayList<>();
    for (PageTable table : tables) {
      if (OF_THREADS.contains(table.kind()) && table.values(Field.OS_THREAD_ID) != null) {
        for (Call call : calls(table)) {
          all.add(call.actor());
          if (CALLS.contains(table.kind())) {
            calls.add(call);
          }
        }
      }
    }
    Actors actors = new Actors(all);
    for (Actor actor : all) {
      if (actors.isOnCarrier(actor)) {
        carriers.add(actor.process() + ":" + actor.osId());
      } else if (actors.isVirtual(actor)) {
        alone.add(actor.process() + ":" + actor.javaId());
      }
    }
    if (!carriers.isEmpty()) {
      calls.removeIf(call -> call.java <= 0 || !actors.isOnCarrier(call.actor()));
      calls.sort(Comparator.comparingLong(Call::begin));
      addStretches(calls, strings, joined.traces());
    }
  }

  private static FieldColumn number(Field<Long> field) {
    return FieldColumn.number(field.fieldName(), field.label());
  }

  private static List<Call> calls(PageTable table) {
    List<Call> calls = new ArrayList<>(table.size());
    PageColumn java = table.values(Field.JAVA_THREAD_ID);
    PageColumn system = table.values(Field.OS_THREAD_ID);
    PageColumn names = table.values(Field.THREAD_NAME);
    PageColumn spans = table.values(Field.EXTERNAL_ID);
    for (int i = 0; i < table.size(); i++) {
      long begin = table.begins().get(i);
      calls.add(
          new Call(
              (int) table.files().get(i),
              java == null ? -1 : java.get(i),
              system.get(i),
              names == null ? 0 : (int) names.get(i),
              spans == null ? 0 : spans.get(i),
              begin,
              begin + table.durations().get(i)));
    }
    return calls;
  }

  /**
   * From a virtual thread's first to its last call on a carrier, if no other called there between.
   */
  private void addStretches(List<Call> calls, Strings strings, Map<List<Long>, Long> traces) {
    Map<String, Call> open = new TreeMap<>();
    for (Call call : calls) {
      String carrier = call.file + ":" + call.system;
      Call before = open.get(carrier);
      if (call.continues(before)) {
        open.put(carrier, before.until(call.end));
      } else {
        add(before, strings, traces);
        open.put(carrier, call);
      }
    }
    open.values().forEach(last -> add(last, strings, traces));
  }

  private void add(Call stretch, Strings strings, Map<List<Long>, Long> traces) {
    if (stretch != null) {
      Long trace = traces.get(List.of((long) stretch.file, stretch.span));
      String name =
          stretch.name == 0 ? "virtual thread " + stretch.java : strings.all().get(stretch.name);
      String request =
          trace == null ? "" : " · trace " + String.format("%016x", trace).substring(0, DIGITS);
      stretches.add(
          stretch.begin,
          stretch.end - stretch.begin,
          stretch.file,
          strings.place(name + request),
          stretch.java,
          stretch.system,
          stretch.span);
    }
  }

  List<PageTable> tables() {
    return stretches.size() > 0 ? List.of(stretches) : List.of();
  }

  /** Writes which carriers stand for their virtual threads, and which of those for themselves. */
  public void write(JsonGenerator json) throws IOException {
    write(json, "carriers", carriers);
    write(json, "virtualThreads", alone);
  }

  private static void write(JsonGenerator json, String name, Set<String> values)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }
}
