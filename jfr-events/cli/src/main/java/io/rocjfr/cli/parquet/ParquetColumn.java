// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * One column of a table.
 *
 * @param name the event's field, or what we add
 * @param kind what its values are
 * @param unit of its values; empty if they have none
 * @param contentType as JFR calls what the field is; empty if it does not
 * @param description for people
 * @param value of a row, null if there is none
 * @param <T> what rows are made of
 */
record ParquetColumn<T>(
    String name,
    Kind kind,
    String unit,
    String contentType,
    String description,
    Function<T, Object> value) {

  /** What values can be. */
  enum Kind {
    BOOLEAN,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    TEXT,
    /** To the microsecond: Spark reads no nanoseconds. */
    INSTANT
  }

  /** Readers do not tell names apart by case. */
  String key() {
    return name.toLowerCase(Locale.ROOT);
  }

  Type type() {
    return switch (kind) {
      case BOOLEAN -> Types.optional(PrimitiveTypeName.BOOLEAN).named(name);
      case INT -> Types.optional(PrimitiveTypeName.INT32).named(name);
      case LONG -> Types.optional(PrimitiveTypeName.INT64).named(name);
      case FLOAT -> Types.optional(PrimitiveTypeName.FLOAT).named(name);
      case DOUBLE -> Types.optional(PrimitiveTypeName.DOUBLE).named(name);
      case TEXT ->
          Types.optional(PrimitiveTypeName.BINARY)
              .as(LogicalTypeAnnotation.stringType())
              .named(name);
      case INSTANT ->
          Types.optional(PrimitiveTypeName.INT64)
              .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS))
              .named(name);
    };
  }

  /** The cell of a row in the form of {@link #write}; null if there is no such value. */
  Object cell(T row) {
    Object given = value.apply(row);
    return switch (kind) {
      case BOOLEAN -> given instanceof Boolean ? given : null;
      case INT -> given instanceof Number number ? (Object) number.intValue() : null;
      case LONG -> given instanceof Number number ? (Object) number.longValue() : null;
      case FLOAT -> known(given) ? (Object) ((Number) given).floatValue() : null;
      case DOUBLE -> known(given) ? (Object) ((Number) given).doubleValue() : null;
      case TEXT -> given == null ? null : Binary.fromString(given.toString());
      case INSTANT -> given instanceof Instant instant ? micros(instant) : null;
    };
  }

  /** Events say NaN of what is not known, which would spoil each sum, as what is infinite would. */
  private static boolean known(Object value) {
    return value instanceof Number number && Double.isFinite(number.doubleValue());
  }

  private static Object micros(Instant instant) {
    return instant.equals(Instant.MIN) || instant.equals(Instant.MAX)
        ? null // how JFR says that there is none
        : instant.getEpochSecond() * 1_000_000L + instant.getNano() / 1000;
  }

  /** Writes a cell as the column of this number. */
  void write(Object cell, int index, RecordConsumer to) {
    if (cell == null) {
      return;
    }
    to.startField(name, index);
    switch (kind) {
      case BOOLEAN -> to.addBoolean((Boolean) cell);
      case INT -> to.addInteger((Integer) cell);
      case LONG, INSTANT -> to.addLong((Long) cell);
      case FLOAT -> to.addFloat((Float) cell);
      case DOUBLE -> to.addDouble((Double) cell);
      case TEXT -> to.addBinary((Binary) cell);
    }
    to.endField(name, index);
  }
}
