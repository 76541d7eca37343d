// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import io.rocjfr.recording.Fields;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;

/** All events of one type, as columns. */
final class PageTable {
  /** Begin and duration stand apart; the thread's name and ids are fields of their own. */
  private static final Set<String> LEFT_OUT =
      Set.of("startTime", "duration", "eventThread", "stackTrace", Field.THREAD.fieldName());

  /** JFR's own is beyond JavaScript's numbers. */
  private static final long NO_TIMESPAN = -1;

  /**
   * One field.
   *
   * @param text whether its values are places of texts
   * @param bytes whether they are amounts of data
   * @param descriptor of the first event's; null for the category of calls whose type lacks it
   */
  record FieldColumn(
      String name,
      String label,
      boolean text,
      boolean bytes,
      PageColumn values,
      ValueDescriptor descriptor) {
    /** One whose values are given: places of texts. */
    static FieldColumn text(String name, String label) {
      return new FieldColumn(name, label, true, false, new PageColumn(), null);
    }

    /** One whose values are given. */
    static FieldColumn number(String name, String label) {
      return new FieldColumn(name, label, false, false, new PageColumn(), null);
    }

    private FieldColumn only(int[] places) {
      return new FieldColumn(name, label, text, bytes, values.only(places), descriptor);
    }
  }

  private final String name;
  private final String label;
  private final List<FieldColumn> fields = new ArrayList<>();
  private PageColumn begins = new PageColumn();
  private PageColumn durations = new PageColumn();
  private PageColumn files = new PageColumn();

  /** Of events whose values are given; others than ours have a name without a prefix. */
  PageTable(String name, String label, FieldColumn... fields) {
    this.name = name;
    this.label = label;
    this.fields.addAll(List.of(fields));
  }

  PageTable(EventType type) {
    this(type.getName(), type.getLabel());
    for (ValueDescriptor field : type.getFields()) {
      boolean text = field.getTypeName().equals("java.lang.String");
      boolean timed =
          field.getName().equals(Field.TIMED.fieldName()) && field.getTypeName().equals("boolean");
      boolean number =
          timed || Set.of("long", "int", "short", "byte").contains(field.getTypeName());
      if (!LEFT_OUT.contains(field.getName()) && (text || number)) {
        String label = field.getLabel() == null ? field.getName() : field.getLabel();
        boolean bytes = "jdk.jfr.DataAmount".equals(field.getContentType());
        fields.add(new FieldColumn(field.getName(), label, text, bytes, new PageColumn(), field));
      }
    }
    if (kind().isCall() && column(Field.CATEGORY) == null) {
      String name = Field.CATEGORY.fieldName();
      fields.add(
          new FieldColumn(name, Field.CATEGORY.label(), true, false, new PageColumn(), null));
    }
  }

  /**
   * Adds an event.
   *
   * @param zero the time from which begins are counted, in nanoseconds of the epoch
   * @param file the number of its recording
   */
  void add(RecordedEvent event, Strings strings, long zero, int file) {
    long begin = Fields.begin(event);
    begins.add(begin - zero);
    durations.add(Fields.isTimed(event) ? Math.max(0, Fields.end(event) - begin) : 0);
    files.add(file);
    for (FieldColumn field : fields) {
      field.values.add(value(event, field, strings));
    }
  }

  private static long value(RecordedEvent event, FieldColumn field, Strings strings) {
    if (field.name.equals(Field.TIMED.fieldName())) {
      return Fields.isTimed(event) ? 1 : 0;
    }
    if (field.descriptor == null) {
      return strings.place(Fields.text(event, Field.CATEGORY, ""));
    }
    if (field.text) {
      return strings.place(Fields.text(event, field.descriptor));
    }
    return Fields.isNoTimespan(event, field.descriptor)
        ? NO_TIMESPAN
        : Fields.number(event, field.descriptor);
  }

  /**
   * Adds an event.
   *
   * @param values of the fields, in their order
   */
  void add(long begin, long duration, int file, long... values) {
    begins.add(begin);
    durations.add(duration);
    files.add(file);
    for (int i = 0; i < values.length; i++) {
      fields.get(i).values.add(values[i]);
    }
  }

  /** Forgets the events at other places. */
  void keep(IntPredicate wanted) {
    int[] places = IntStream.range(0, size()).filter(wanted).toArray();
    if (places.length < size()) {
      begins = begins.only(places);
      durations = durations.only(places);
      files = files.only(places);
      fields.replaceAll(field -> field.only(places));
    }
  }

  /** The values of a field; null where these events have none. */
  PageColumn values(Field<?> field) {
    for (FieldColumn one : fields) {
      if (one.name.equals(field.fieldName())) {
        return one.values;
      }
    }
    return null;
  }

  /** Counts begins from a time that is later by an amount, in nanoseconds. */
  void countFrom(long later) {
    begins = begins.minus(later);
  }

  /** Which of our events these are. */
  EventKind kind() {
    return EventKind.of(name);
  }

  /** The type's name, of rocjfr's own without their prefix. */
  String name() {
    return name.startsWith(EventKind.PREFIX) ? name.substring(EventKind.PREFIX.length()) : name;
  }

  String label() {
    return label == null ? name() : label;
  }

  List<FieldColumn> fields() {
    return fields;
  }

  /** The values of a field; null if the events lack it. */
  PageColumn column(Field<?> wanted) {
    for (FieldColumn field : fields) {
      if (field.name.equals(wanted.fieldName())) {
        return field.values;
      }
    }
    return null;
  }

  PageColumn begins() {
    return begins;
  }

  PageColumn durations() {
    return durations;
  }

  PageColumn files() {
    return files;
  }

  int size() {
    return begins.size();
  }

  /** When the last one ended. */
  long end() {
    long end = Long.MIN_VALUE;
    for (int i = 0; i < size(); i++) {
      end = Math.max(end, begins.get(i) + durations.get(i));
    }
    return end;
  }

  /** The places of the events in the order of their begin. */
  int[] byBegin() {
    int size = size();
    int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, size));
    long range = begins.greatest() - begins.least();
    if (range >>> (Long.SIZE - 2 - bits) == 0) {
      long[] keys = new long[size];
      for (int i = 0; i < size; i++) {
        keys[i] = ((begins.get(i) - begins.least()) << bits) | i;
      }
      Arrays.sort(keys);
      long mask = (1L << bits) - 1;
      int[] order = new int[size];
      for (int i = 0; i < size; i++) {
        order[i] = (int) (keys[i] & mask);
      }
      return order;
    }
    return IntStream.range(0, size)
        .boxed()
        .sorted(Comparator.comparingLong(begins::get))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
