// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import org.openjdk.jmc.common.item.IAccessorFactory;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IUnit;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

/** Reads fields of the events of one type; where a version lacks a field, its value is missing. */
public final class EventFields {
  private final IType<IItem> type;
  private final IMemberAccessor<IQuantity, IItem> begin;
  private final IMemberAccessor<IQuantity, IItem> end;

  public EventFields(IType<IItem> type) {
    this.type = type;
    begin = JfrAttributes.START_TIME.getAccessor(type);
    end = JfrAttributes.END_TIME.getAccessor(type);
  }

  /** In nanoseconds of the epoch. */
  public long begin(IItem item) {
    return nanos(begin.getMember(item));
  }

  /** In nanoseconds of the epoch. */
  public long end(IItem item) {
    return nanos(end.getMember(item));
  }

  /** JMC reads moments in this unit, and works out how to come from it to itself each time. */
  private static long nanos(IQuantity moment) {
    return moment.getUnit() == UnitLookup.EPOCH_NS
        ? moment.longValue()
        : moment.clampedLongValueIn(UnitLookup.EPOCH_NS);
  }

  /**
   * Whether the times of work are its device's. Else they are but one moment: its queue, one of
   * OpenCL's, has no profiling, or HIP gave times that cannot be.
   */
  public Reader<Boolean> timed() {
    IMemberAccessor<? extends Boolean, IItem> timed = JmcAttributes.TIMED.getAccessor(type);
    return item -> timed == null || !Boolean.FALSE.equals(timed.getMember(item));
  }

  /** A flag, or what stands for one that is missing. */
  public Reader<Boolean> flag(IAccessorFactory<Boolean> attribute, boolean missing) {
    IMemberAccessor<? extends Boolean, IItem> accessor = attribute.getAccessor(type);
    return item -> {
      Boolean value = accessor == null ? null : accessor.getMember(item);
      return value == null ? missing : value;
    };
  }

  /** Whether the events have it. */
  public boolean has(IAccessorFactory<?> attribute) {
    return attribute.getAccessor(type) != null;
  }

  /** A text, or what stands for one that is missing or blank. */
  public Reader<String> text(IAccessorFactory<String> attribute, String missing) {
    IMemberAccessor<? extends String, IItem> accessor = attribute.getAccessor(type);
    return item -> {
      String value = accessor == null ? null : accessor.getMember(item);
      return value == null || value.isBlank() ? missing : value; // as in summary
    };
  }

  /** A number without a unit, as ids are. */
  public Reader<Long> raw(IAccessorFactory<Number> attribute, long missing) {
    IMemberAccessor<?, IItem> accessor = attribute.getAccessor(type);
    return item -> {
      // JMC takes characters for numbers, too.
      Object value = accessor == null ? null : accessor.getMember(item);
      return value instanceof Number number ? number.longValue() : missing;
    };
  }

  /** A number in this unit. */
  public Reader<Long> quantity(IAccessorFactory<IQuantity> attribute, IUnit unit, long missing) {
    IMemberAccessor<? extends IQuantity, IItem> accessor = attribute.getAccessor(type);
    return item -> {
      IQuantity value = accessor == null ? null : accessor.getMember(item);
      return value == null ? missing : value.clampedLongValueIn(unit);
    };
  }

  /** A number that can be summed up. */
  public Reader<Long> number(IAccessorFactory<IQuantity> attribute, long missing) {
    return quantity(attribute, UnitLookup.NUMBER_UNITY, missing);
  }

  /** A number with a fraction in this unit, NaN where it is missing. */
  public Reader<Double> decimal(IAccessorFactory<IQuantity> attribute, IUnit unit) {
    IMemberAccessor<? extends IQuantity, IItem> accessor = attribute.getAccessor(type);
    return item -> {
      IQuantity value = accessor == null ? null : accessor.getMember(item);
      return value == null ? Double.NaN : value.doubleValueIn(unit);
    };
  }

  /** A number with a fraction. */
  public Reader<Double> decimal(IAccessorFactory<IQuantity> attribute, double missing) {
    IMemberAccessor<? extends IQuantity, IItem> accessor = attribute.getAccessor(type);
    return item -> {
      IQuantity value = accessor == null ? null : accessor.getMember(item);
      return value == null ? missing : value.doubleValue();
    };
  }

  /** Reads one field of an event. */
  public interface Reader<T> {
    T of(IItem item);
  }
}
