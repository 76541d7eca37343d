// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** Writes a flame graph as one page that needs nothing else. */
public final class FlamePage {
  private static final String OPEN = "<!--@";
  private static final String CLOSE = "-->";

  private final FlameGraph graph;
  private final String source;

  /**
   * Of a graph.
   *
   * @param source what it was made of, for the reader
   */
  public FlamePage(FlameGraph graph, String source) {
    this.graph = graph;
    this.source = source;
  }

  public void write(OutputStream out) throws IOException {
    String template = text("flame.html");
    int at = 0;
    for (int open = template.indexOf(OPEN); open >= 0; open = template.indexOf(OPEN, at)) {
      int close = template.indexOf(CLOSE, open);
      print(out, template.substring(at, open));
      String name = template.substring(open + OPEN.length(), close);
      print(out, name.equals("data") ? data() : insert(name));
      at = close + CLOSE.length();
    }
    print(out, template.substring(at));
    out.flush();
  }

  private static void print(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Of kernels' names only; but they may hold anything. */
  private String data() throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FlameJson.FACTORY.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("source", source);
      new FlameJson(graph, 0).writeFields(json);
      json.writeEndObject();
    }
    return text.toString().replace("<", "\\u003c");
  }

  private static String insert(String name) throws IOException {
    String text = text(name);
    if (name.endsWith("LICENSE")) {
      return text.replace("&", "&amp;").replace("<", "&lt;");
    }
    return name.endsWith(".js") ? text.replace("</script", "<\\/script") : text;
  }

  private static String text(String name) throws IOException {
    try (InputStream in = FlamePage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("rocjfr.jar lacks its file " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
