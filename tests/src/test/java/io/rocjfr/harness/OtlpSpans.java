// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The spans that a collector received. */
public final class OtlpSpans {
  /** STATUS_CODE_ERROR. */
  private static final int ERROR = 2;

  /**
   * One span.
   *
   * @param parentId empty if it has none
   * @param error whether its status is one
   * @param attributes their values as text
   * @param resource the attributes of its resource
   */
  public record Span(
      String traceId,
      String id,
      String parentId,
      String name,
      String scope,
      long begin,
      long end,
      boolean error,
      Map<String, String> attributes,
      Map<String, String> resource) {

    /** api, kernel, memcpy or marker; null if it is none of rocjfr's. */
    public String type() {
      return scope.equals("io.rocjfr") ? attributes.get("gpu.operation.type") : null;
    }

    public boolean is(String type) {
      return type.equals(type());
    }

    public boolean beganBefore(Instant time) {
      return Instant.ofEpochSecond(0, begin).isBefore(time);
    }
  }

  private final List<Span> spans = new ArrayList<>();

  private OtlpSpans() {}

  static OtlpSpans read(Path file) {
    OtlpSpans all = new OtlpSpans();
    ObjectMapper mapper = new ObjectMapper();
    if (!Files.exists(file)) {
      return all;
    }
    try {
      String text = Files.readString(file);
      // A last line without an end is being written.
      for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
        for (JsonNode resourceSpans : mapper.readTree(line).path("resourceSpans")) {
          all.add(resourceSpans);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  /** Of requests as they came over HTTP: ExportTraceServiceRequest. */
  static OtlpSpans decode(List<byte[]> requests) {
    OtlpSpans all = new OtlpSpans();
    for (byte[] request : requests) {
      OtlpMessage.of(request).messages(1).forEach(all::add);
    }
    return all;
  }

  private void add(OtlpMessage resourceSpans) {
    Map<String, String> resource = new TreeMap<>();
    resourceSpans.messages(1).forEach(found -> resource.putAll(found.attributes(1)));
    for (OtlpMessage scopeSpans : resourceSpans.messages(2)) {
      List<OtlpMessage> scopes = scopeSpans.messages(1);
      String scope = scopes.isEmpty() ? "" : scopes.get(0).text(1);
      for (OtlpMessage span : scopeSpans.messages(2)) {
        spans.add(
            new Span(
                span.hex(1),
                span.hex(2),
                span.hex(4),
                span.text(5),
                scope,
                span.number(7),
                span.number(8),
                span.messages(15).stream().anyMatch(status -> status.number(3) == ERROR),
                span.attributes(9),
                resource));
      }
    }
  }

  private void add(JsonNode resourceSpans) {
    Map<String, String> resource = attributes(resourceSpans.path("resource"));
    for (JsonNode scopeSpans : resourceSpans.path("scopeSpans")) {
      String scope = scopeSpans.path("scope").path("name").asText();
      for (JsonNode span : scopeSpans.path("spans")) {
        spans.add(
            new Span(
                span.required("traceId").asText(),
                span.required("spanId").asText(),
                span.path("parentSpanId").asText(""),
                span.required("name").asText(),
                scope,
                Long.parseLong(span.required("startTimeUnixNano").asText()),
                Long.parseLong(span.required("endTimeUnixNano").asText()),
                span.path("status").path("code").asInt() == ERROR,
                attributes(span),
                resource));
      }
    }
  }

  private static Map<String, String> attributes(JsonNode of) {
    Map<String, String> attributes = new TreeMap<>();
    for (JsonNode attribute : of.path("attributes")) {
      JsonNode value = attribute.required("value").elements().next();
      List<String> items = new ArrayList<>();
      value.path("values").forEach(item -> items.add(item.elements().next().asText()));
      attributes.put(
          attribute.required("key").asText(), items.isEmpty() ? value.asText() : items.toString());
    }
    return attributes;
  }

  public List<Span> all() {
    return spans;
  }

  /** Those of rocjfr. */
  public List<Span> gpu() {
    return spans.stream().filter(span -> span.type() != null).toList();
  }

  /** Those of the application. */
  public List<Span> application() {
    return spans.stream().filter(span -> span.type() == null).toList();
  }

  public Stream<Span> of(String type) {
    return spans.stream().filter(span -> span.is(type));
  }

  /** By id; fails if two have the same. */
  public Map<String, Span> byId() {
    Map<String, Span> map = new HashMap<>();
    for (Span span : spans) {
      Span other = map.put(span.id(), span);
      if (other != null) {
        throw new AssertionError("twice: " + span + " and " + other);
      }
    }
    return map;
  }
}
