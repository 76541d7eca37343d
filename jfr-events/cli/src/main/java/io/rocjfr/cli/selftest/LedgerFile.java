// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.rocjfr.cli.selftest.Ledger.Call;
import io.rocjfr.cli.selftest.Ledger.Kind;
import io.rocjfr.cli.selftest.Ledger.Work;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A {@link Ledger} as a file of JSON. */
public final class LedgerFile {
  private static final String PLACE = "device";

  private LedgerFile() {}

  /** Writes it. */
  public static void write(Ledger ledger, Path file) throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(file);
        JsonGenerator json = new JsonFactory().createGenerator(writer)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeNumberField("thread", ledger.thread);
      texts(json, "facts", ledger.facts);
      texts(json, "scenarios", ledger.scenarios);
      texts(json, "failures", ledger.failures);
      texts(json, "recordings", ledger.recordings);
      json.writeArrayFieldStart("untold");
      for (String function : ledger.untold) {
        json.writeString(function);
      }
      json.writeEndArray();
      json.writeObjectFieldStart("launches");
      for (Map.Entry<String, List<Long>> batch : ledger.launches.entrySet()) {
        json.writeArrayFieldStart(batch.getKey());
        for (long nanos : batch.getValue()) {
          json.writeNumber(nanos);
        }
        json.writeEndArray();
      }
      json.writeEndObject();
      json.writeArrayFieldStart("calls");
      for (Call call : ledger.calls) {
        write(json, call);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void texts(JsonGenerator json, String name, Map<String, String> texts)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> text : texts.entrySet()) {
      json.writeStringField(text.getKey(), text.getValue());
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Call call) throws IOException {
    json.writeStartObject();
    json.writeStringField("recording", call.recording);
    json.writeStringField("scenario", call.scenario);
    json.writeStringField("function", call.function);
    json.writeNumberField("before", call.before);
    json.writeNumberField("after", call.after);
    json.writeNumberField("result", call.result);
    json.writeStringField("stream", call.stream);
    json.writeNumberField("done", call.done);
    json.writeNumberField("eventNanos", call.eventNanos);
    json.writeNumberField("follows", call.follows);
    json.writeArrayFieldStart("works");
    for (Work work : call.works) {
      json.writeStartObject();
      json.writeStringField("kind", work.kind().name());
      json.writeStringField("symbol", work.symbol());
      json.writeStringField("direction", work.direction());
      json.writeBooleanField("mayBeUnknown", work.mayBeUnknown());
      json.writeNumberField("bytes", work.bytes());
      json.writeNumberField(PLACE, work.device());
      json.writeNumberField("from", work.from());
      json.writeNumberField("to", work.to());
      numbers(json, "grid", work.grid());
      numbers(json, "block", work.block());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void numbers(JsonGenerator json, String name, List<Integer> numbers)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (int number : numbers) {
      json.writeNumber(number);
    }
    json.writeEndArray();
  }

  /** Reads it. */
  public static Ledger read(Path file) throws IOException {
    Node root;
    try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
      json.nextToken();
      root = new Node(value(json));
    }
    Ledger ledger = new Ledger();
    ledger.thread = root.number("thread");
    root.fields("facts").forEach((key, text) -> ledger.facts.put(key, (String) text));
    root.fields("scenarios").forEach((key, text) -> ledger.scenarios.put(key, (String) text));
    root.fields("failures").forEach((key, text) -> ledger.failures.put(key, (String) text));
    root.fields("recordings").forEach((key, text) -> ledger.recordings.put(key, (String) text));
    root.elements("untold").forEach(name -> ledger.untold.add((String) name));
    root.fields("launches")
        .forEach(
            (name, batch) ->
                ledger.launches.put(
                    name, ((List<?>) batch).stream().map(one -> (Long) one).toList()));
    for (Object one : root.elements("calls")) {
      ledger.calls.add(call(ledger.calls.size(), new Node(one)));
    }
    return ledger;
  }

  private static Call call(int id, Node node) {
    Call call =
        new Call(
            id,
            node.text("recording"),
            node.text("scenario"),
            node.text("function"),
            node.number("before"),
            node.number("after"),
            (int) node.number("result"));
    call.stream = node.text("stream");
    call.done = node.number("done");
    call.eventNanos = node.number("eventNanos");
    call.follows = (int) node.number("follows");
    for (Object one : node.elements("works")) {
      Node work = new Node(one);
      call.works.add(
          new Work(
              Kind.valueOf(work.text("kind")),
              work.text("symbol"),
              work.numbers("grid"),
              work.numbers("block"),
              work.number("bytes"),
              work.text("direction"),
              Boolean.TRUE.equals(work.fields.get("mayBeUnknown")),
              (int) work.number(PLACE),
              (int) work.number("from"),
              (int) work.number("to")));
    }
    return call;
  }

  /** An object of JSON. */
  private record Node(Map<?, ?> fields) {
    Node(Object object) {
      this((Map<?, ?>) object);
    }

    String text(String name) {
      return (String) fields.get(name);
    }

    long number(String name) {
      return (Long) fields.get(name);
    }

    List<?> elements(String name) {
      return (List<?>) fields.get(name);
    }

    List<Integer> numbers(String name) {
      return elements(name).stream().map(one -> ((Long) one).intValue()).toList();
    }

    Map<String, Object> fields(String name) {
      Map<String, Object> all = new LinkedHashMap<>();
      ((Map<?, ?>) fields.get(name)).forEach((key, one) -> all.put((String) key, one));
      return all;
    }
  }

  private static Object value(JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, Object> fields = new LinkedHashMap<>();
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String name = json.currentName();
        json.nextToken();
        fields.put(name, value(json));
      }
      return fields;
    }
    if (token == JsonToken.START_ARRAY) {
      List<Object> elements = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        elements.add(value(json));
      }
      return elements;
    }
    if (token == JsonToken.VALUE_NUMBER_INT) {
      return json.getLongValue();
    }
    return token == JsonToken.VALUE_STRING ? json.getText() : token == JsonToken.VALUE_TRUE;
  }
}
