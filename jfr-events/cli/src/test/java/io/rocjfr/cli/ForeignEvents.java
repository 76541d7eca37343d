// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Name;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import jdk.jfr.ValueDescriptor;

/** Writes events of our names of which one field is missing, or is of another type. */
final class ForeignEvents {
  /** A value of each type that a field can have; the numbers are those that are no fine ones. */
  private static final Map<Class<?>, Object> VALUES =
      Map.of(
          String.class,
          "text",
          byte.class,
          (byte) 1,
          char.class,
          'x',
          int.class,
          -1,
          long.class,
          Long.MIN_VALUE,
          float.class,
          Float.POSITIVE_INFINITY,
          double.class,
          Double.NEGATIVE_INFINITY,
          boolean.class,
          true,
          Thread.class,
          Thread.currentThread(),
          Class.class,
          String.class);

  /** An event, with the values of its fields. */
  private record Made(EventFactory factory, List<Object> values) {}

  private final List<Made> all = new ArrayList<>();

  /** How many events were written that readers have to leave out. */
  int foreign;

  /** And that are ours, of another version: what is missing or wider is no reason. */
  int ours;

  /** Makes all that are, or are not, to be left out. */
  private void make(boolean leftOut) {
    for (Class<? extends Event> type : OwnEventClasses.ALL) {
      String name = OwnEventClasses.name(type);
      List<ValueDescriptor> fields = OwnEventClasses.fields(type);
      for (ValueDescriptor changed : fields) {
        Field<?> field = EventKind.of(name).field(changed.getName());
        boolean essential = EventKind.of(name).essential().contains(field);
        make(name, fields, changed, null, essential, leftOut);
        for (Class<?> other : VALUES.keySet()) {
          boolean foreignType = !field.type().accepts(other.getName());
          make(name, fields, changed, other, foreignType, leftOut);
        }
      }
    }
  }

  private void make(
      String name,
      List<ValueDescriptor> fields,
      ValueDescriptor changed,
      Class<?> other,
      boolean isForeign,
      boolean leftOut) {
    if (isForeign != leftOut) {
      return;
    }
    List<ValueDescriptor> made = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (ValueDescriptor field : fields) {
      Class<?> type = field == changed ? other : type(field.getTypeName());
      if (type != null) {
        List<AnnotationElement> annotations = new ArrayList<>();
        // Readers ask for times by these.
        if (type == long.class && field.getAnnotation(Timespan.class) != null) {
          annotations.add(new AnnotationElement(Timespan.class, Timespan.SECONDS));
        }
        if (type == long.class && field.getAnnotation(Timestamp.class) != null) {
          annotations.add(
              new AnnotationElement(Timestamp.class, Timestamp.MILLISECONDS_SINCE_EPOCH));
        }
        made.add(new ValueDescriptor(type, field.getName(), annotations));
        values.add(VALUES.get(type));
      }
    }
    all.add(
        new Made(
            EventFactory.create(List.of(new AnnotationElement(Name.class, name)), made), values));
    if (isForeign) {
      foreign++;
    } else {
      ours++;
    }
  }

  private static Class<?> type(String name) {
    return VALUES.keySet().stream()
        .filter(type -> type.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void commit(Made made) {
    Event event = made.factory().newEvent();
    for (int i = 0; i < made.values().size(); i++) {
      event.set(i, made.values().get(i));
    }
    event.begin();
    event.commit();
  }

  /** A recording of these. */
  static ForeignEvents record(Path file, boolean leftOut) throws Exception {
    ForeignEvents events = new ForeignEvents();
    events.make(leftOut); // first: while JFR records, each new type takes it long
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.forgetStrings();
      maker.kernel("gemm", 0, 1, 0, 1_000_000);
      events.all.forEach(ForeignEvents::commit);
      maker.dump(file);
    } finally {
      events.all.forEach(made -> made.factory().unregister()); // or later recordings name them
    }
    return events;
  }
}
