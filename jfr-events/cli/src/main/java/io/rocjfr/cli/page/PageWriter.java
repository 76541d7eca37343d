// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.cli.flame.FlameJson;
import io.rocjfr.schema.Field;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/** Writes a page: the template, with libraries, styles, scripts and data where it names them. */
public final class PageWriter {
  /** {@code <!--@name-->}: a resource, or data. */
  private static final String OPEN = "<!--@";

  private static final String CLOSE = "-->";

  private final OutputStream out;
  private final PageEvents events;
  private final List<int[]> orders = new ArrayList<>();

  /** Writes JSON. */
  public interface Part {
    void writeTo(JsonGenerator json) throws IOException;
  }

  public PageWriter(OutputStream out, PageEvents events) {
    this.out = out;
    this.events = events;
  }

  /**
   * Writes all of it.
   *
   * @param facts what the page says besides the events
   */
  public void write(Part facts) throws IOException {
    String template = text("page.html");
    int at = 0;
    for (int open = template.indexOf(OPEN); open >= 0; open = template.indexOf(OPEN, at)) {
      int close = template.indexOf(CLOSE, open);
      print(template.substring(at, open));
      String name = template.substring(open + OPEN.length(), close);
      switch (name) {
        case "facts" -> blob("facts", json(facts));
        case "events" -> writeEvents();
        default -> print(insert(name));
      }
      at = close + CLOSE.length();
    }
    print(template.substring(at));
    out.flush();
  }

  /** A script must not hold what ends it. */
  private static String insert(String name) throws IOException {
    String text = text(name);
    if (name.endsWith("LICENSE")) {
      return text.replace("&", "&amp;").replace("<", "&lt;");
    }
    return name.endsWith(".js") ? text.replace("</script", "<\\/script") : text;
  }

  private void writeEvents() throws IOException {
    blob("strings", json(this::writeStrings));
    blob("categories", json(this::writeCategories));
    blob("stacks", json(events.stacks()::write));
    blob("types", json(this::writeTypes));
    int type = 0;
    for (PageTable table : events.all()) {
      int[] order = orders.get(type);
      column("b" + type, table.begins(), order);
      column("d" + type, table.durations(), order);
      column("file" + type, table.files(), order);
      for (int i = 0; i < table.fields().size(); i++) {
        column("f" + type + "_" + i, table.fields().get(i).values(), order);
      }
      type++;
    }
  }

  private void writeStrings(JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (String text : events.strings().all()) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  /** By function, as the calls have them. */
  private void writeCategories(JsonGenerator json) throws IOException {
    Map<String, String> categories = new TreeMap<>();
    List<String> texts = events.strings().all();
    for (PageTable table : events.tables()) {
      PageColumn functions = table.kind().isCall() ? table.column(Field.FUNCTION) : null;
      PageColumn of = functions == null ? null : table.column(Field.CATEGORY);
      for (int i = 0; of != null && i < table.size(); i++) {
        categories.putIfAbsent(texts.get((int) functions.get(i)), texts.get((int) of.get(i)));
      }
    }
    json.writeStartObject();
    for (Map.Entry<String, String> one : categories.entrySet()) {
      json.writeStringField(one.getKey(), one.getValue());
    }
    json.writeEndObject();
  }

  private void writeTypes(JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (PageTable table : events.all()) {
      orders.add(table.byBegin());
      json.writeStartObject();
      json.writeStringField("name", table.name());
      json.writeStringField("label", table.label());
      json.writeNumberField("size", table.size());
      writeColumn(json, "begins", table.begins());
      writeColumn(json, "durations", table.durations());
      writeColumn(json, "files", table.files());
      json.writeArrayFieldStart("fields");
      for (PageTable.FieldColumn field : table.fields()) {
        json.writeStartObject();
        json.writeStringField("name", field.name());
        json.writeStringField("label", field.label());
        json.writeBooleanField("text", field.text());
        json.writeBooleanField("bytes", field.bytes());
        Field<?> known = table.kind().field(field.name());
        if (known != null) {
          switch (known.unknown()) {
            case ZERO -> json.writeNumberField("unknown", 0);
            case MINUS_ONE, NOT_AVAILABLE -> json.writeNumberField("unknown", -1);
            default -> {
              // A text that is empty, or always known.
            }
          }
        }
        writeColumn(json, "values", field.values());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeColumn(JsonGenerator json, String name, PageColumn column)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeBooleanField("big", column.isBig());
    if (column.isConstant()) {
      // As text: it may be more than a number of JavaScript holds.
      json.writeStringField("same", Long.toString(column.size() == 0 ? 0 : column.get(0)));
    }
    json.writeNumberField("least", column.isBig() ? 0 : column.least());
    json.writeNumberField("greatest", column.isBig() ? 0 : column.greatest());
    json.writeEndObject();
  }

  private void column(String id, PageColumn column, int[] order) throws IOException {
    if (!column.isConstant()) {
      blob(id, to -> column.write(order, to));
    }
  }

  private interface Bytes {
    void writeTo(OutputStream out) throws IOException;
  }

  private static Bytes json(Part part) {
    return to -> {
      try (JsonGenerator json = FlameJson.FACTORY.createGenerator(to)) {
        part.writeTo(json);
      }
    };
  }

  /** Compressed, in the only form that a page on a disk can hold. */
  private void blob(String id, Bytes bytes) throws IOException {
    // Not the bare name: an element's id becomes a global variable, and "d3" is the library's.
    print("<script type=\"text/plain\" id=\"data-" + id + "\">");
    OutputStream kept =
        new FilterOutputStream(out) {
          @Override
          public void write(byte[] some, int offset, int length) throws IOException {
            out.write(some, offset, length);
          }

          @Override
          public void close() {
            // The page goes on.
          }
        };
    try (OutputStream text = Base64.getEncoder().wrap(kept);
        GZIPOutputStream compressed = new GZIPOutputStream(text, 1 << 16)) {
      bytes.writeTo(compressed);
    }
    print("</script>\n");
  }

  private void print(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(String name) throws IOException {
    try (InputStream in = PageWriter.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("rocjfr.jar lacks its file " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
