// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * One table of a recording.
 *
 * @param name of the event, without ours before it
 * @param columns in order
 * @param schema for Parquet
 * @param metadata what its files say of it: names, descriptions, units
 * @param <T> what rows are made of
 */
record TableLayout<T>(
    String name, List<ParquetColumn<T>> columns, MessageType schema, Map<String, String> metadata) {

  /** Of these columns, of which the first of a name counts. */
  static <T> TableLayout<T> of(
      String name, String label, String description, List<ParquetColumn<T>> given) {
    Map<String, ParquetColumn<T>> columns = new LinkedHashMap<>();
    given.forEach(column -> columns.putIfAbsent(column.key(), column));
    List<ParquetColumn<T>> all = List.copyOf(columns.values());
    List<Type> types = new ArrayList<>();
    all.forEach(column -> types.add(column.type()));
    return new TableLayout<>(
        name,
        all,
        new MessageType(name, types),
        Map.of(
            "rocjfr.label", label,
            "rocjfr.description", description,
            "rocjfr.columns", json(all)));
  }

  private static <T> String json(List<ParquetColumn<T>> columns) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      for (ParquetColumn<T> column : columns) {
        json.writeObjectFieldStart(column.name());
        json.writeStringField("description", column.description());
        if (!column.unit().isEmpty()) {
          json.writeStringField("unit", column.unit());
        }
        if (!column.contentType().isEmpty()) {
          json.writeStringField("contentType", column.contentType());
        }
        json.writeEndObject();
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // into memory
    }
    return text.toString();
  }

  /** The cells of a row. */
  Object[] row(T from) {
    Object[] cells = new Object[columns.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = columns.get(i).cell(from);
    }
    return cells;
  }
}
