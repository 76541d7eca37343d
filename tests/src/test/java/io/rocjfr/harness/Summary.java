// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.SortedMap;
import java.util.TreeMap;

/** What {@code rocjfr summary --json} prints. */
public final class Summary {
  private final JsonNode json;

  private Summary(JsonNode json) {
    this.json = json;
  }

  public static Summary of(Program.Finished command) {
    try {
      return new Summary(new ObjectMapper().readTree(command.outText()));
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + command, e);
    }
  }

  public SortedMap<String, Long> calls() {
    return counts("apiCalls", "function");
  }

  public SortedMap<String, Long> kernels() {
    return counts("kernels", "kernel");
  }

  public SortedMap<String, Long> copies() {
    return counts("copies", "direction");
  }

  public long lost() {
    return json.required("lost").asLong();
  }

  public JsonNode json() {
    return json;
  }

  private SortedMap<String, Long> counts(String list, String name) {
    SortedMap<String, Long> counts = new TreeMap<>();
    for (JsonNode row : json.required(list)) {
      counts.put(row.required(name).asText(), row.required("count").asLong());
    }
    return counts;
  }
}
