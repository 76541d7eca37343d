// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.Percentiles;
import io.rocjfr.figures.Timed;
import io.rocjfr.figures.Units;
import java.util.Collection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** The figures that rules find, in the units in which JMC shows them. */
final class Figures {
  private Figures() {}

  static TypedResult<IQuantity> countOf(String id, String name) {
    return new TypedResult<>(id, name, name, UnitLookup.NUMBER, IQuantity.class);
  }

  static TypedResult<IQuantity> shareOf(String id, String name) {
    return new TypedResult<>(id, name, name, UnitLookup.PERCENTAGE, IQuantity.class);
  }

  static TypedResult<IQuantity> timeOf(String id, String name) {
    return new TypedResult<>(id, name, name, UnitLookup.TIMESPAN, IQuantity.class);
  }

  static TypedResult<IQuantity> momentOf(String id, String name) {
    return new TypedResult<>(id, name, name, UnitLookup.TIMESTAMP, IQuantity.class);
  }

  static TypedResult<IQuantity> bytesOf(String id, String name) {
    return new TypedResult<>(id, name, name, UnitLookup.MEMORY, IQuantity.class);
  }

  static TypedResult<String> textOf(String id, String name) {
    return new TypedResult<>(id, name, name, UnitLookup.PLAIN_TEXT, String.class);
  }

  static IQuantity number(long number) {
    return UnitLookup.NUMBER_UNITY.quantity(number);
  }

  /** To a tenth of a percent. */
  static IQuantity percent(double share) {
    return UnitLookup.PERCENT.quantity(Math.round(1000 * share) / 10.0);
  }

  static IQuantity nanos(long nanos) {
    return UnitLookup.NANOSECOND.quantity(nanos);
  }

  static IQuantity bytes(long bytes) {
    return UnitLookup.BYTE.quantity(bytes);
  }

  static String bandwidth(long bytes, long nanos) {
    return Units.bandwidth(nanos == 0 ? Double.NaN : bytes * 1e9 / nanos);
  }

  static double share(long part, long whole) {
    return whole <= 0 ? 0 : (double) part / whole;
  }

  /** The middle one, of two in the middle the lower. */
  static long median(Collection<Long> values) {
    return values.isEmpty()
        ? 0
        : values.stream()
            .sorted()
            .skip(Percentiles.rank(50, values.size()) - 1)
            .findFirst()
            .orElseThrow();
  }

  /** The middle one of how long they lasted. */
  static long medianNanos(Collection<? extends Timed> all) {
    return median(all.stream().map(Timed::nanos).toList());
  }

  static long totalNanos(Collection<? extends Timed> all) {
    return all.stream().mapToLong(Timed::nanos).sum();
  }
}
