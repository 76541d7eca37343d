// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import io.rocjfr.schema.FieldType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.ContentType;
import org.openjdk.jmc.common.unit.KindOfQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;

/**
 * Chooses our events by their names and their form ({@link EventKind}). Others may have written
 * events of these names with other fields, of which nothing can be read. JMC does not tell integers
 * from decimal numbers.
 */
public final class OwnItems {
  private OwnItems() {}

  /** Our events of these types, as JMC's own filter by names does, but without others' events. */
  public static IItemFilter of(String... types) {
    Set<String> names = Set.of(types);
    return new IItemFilter() {
      @Override
      public Predicate<IItem> getPredicate(IType<IItem> type) {
        return names.contains(type.getIdentifier()) ? new Ours(type) : item -> false;
      }
    };
  }

  /**
   * Whether events of a type are ours. JMC takes characters for numbers, and events with either for
   * one type: so each event tells.
   */
  private static final class Ours implements Predicate<IItem> {
    private final boolean hasOurForm;
    private final List<IMemberAccessor<?, IItem>> numbers = new ArrayList<>();

    Ours(IType<IItem> type) {
      EventKind kind = EventKind.of(type.getIdentifier());
      Set<String> fields = new HashSet<>();
      boolean ours = true;
      for (IAccessorKey<?> key : type.getAccessorKeys().keySet()) {
        Field<?> field = kind.field(key.getIdentifier());
        ours &= field == null || isOf(field.type(), key.getContentType());
        if (field != null && key.getContentType().equals(UnitLookup.RAW_NUMBER)) {
          numbers.add(type.getAccessor(key));
        }
        fields.add(key.getIdentifier());
      }
      hasOurForm =
          ours && kind.essential().stream().allMatch(field -> fields.contains(field.fieldName()));
    }

    @Override
    public boolean test(IItem item) {
      if (!hasOurForm) {
        return false;
      }
      for (IMemberAccessor<?, IItem> number : numbers) {
        Object value = number.getMember(item);
        if (value != null && !(value instanceof Number)) {
          return false;
        }
      }
      return true;
    }
  }

  /** Whether any event has one of our names. */
  public static boolean isThereAny(IItemCollection items) {
    for (IItemIterable events : items) {
      if (EventKind.of(events.getType().getIdentifier()) != EventKind.OTHER && events.hasItems()) {
        return true;
      }
    }
    return false;
  }

  /** How many events have names of ours and are not ours. */
  public static long others(IItemCollection items) {
    long count = 0;
    for (IItemIterable events : items) {
      if (EventKind.of(events.getType().getIdentifier()) != EventKind.OTHER) {
        Ours ours = new Ours(events.getType());
        count += events.stream().filter(item -> !ours.test(item)).count();
      }
    }
    return count;
  }

  private static boolean isOf(FieldType type, ContentType<?> content) {
    return switch (type) {
      case TEXT -> content.equals(UnitLookup.PLAIN_TEXT);
      case INT, LONG, FLOAT, DOUBLE ->
          content.equals(UnitLookup.RAW_NUMBER) || content instanceof KindOfQuantity<?>;
      case FLAG -> content.equals(UnitLookup.FLAG);
      case THREAD -> content.equals(UnitLookup.THREAD);
    };
  }
}
