// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.cli.flame.FlameGraph;
import io.rocjfr.cli.flame.FlameJson;
import io.rocjfr.cli.flame.FlameReader;
import io.rocjfr.cli.flame.Quantity;
import io.rocjfr.cli.flame.StackTable;
import io.rocjfr.figures.SampledWork;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What belongs to which Java stack: a flame graph and a table for each quantity. */
public final class StacksPart {
  /** What a page shows; how often is said with the time. */
  public static final Set<Quantity> QUANTITIES =
      Collections.unmodifiableSet(
          EnumSet.of(Quantity.KERNELS, Quantity.COPIES, Quantity.WAITS, Quantity.MEMORY));

  /** A tenth of a pixel of a wide screen. */
  private static final double LEAST_SHARE = 1.0 / 20_000;

  private static final int MOST_ROWS = 2_000;

  private static final String NO_STACKS = "This recording has no stacks. ";

  private static final String NO_SITES =
      "This recording has no launch sites, so the callers of the GPU's work are unknown. rocjfr"
          + " record, rocjfr run and rocjfr.jfc record them (rocjfr.LaunchSite).";

  private StacksPart() {}

  /** Of those quantities of which there is anything with a stack, and why there is none. */
  public static void write(JsonGenerator json, FlameReader reader) throws IOException {
    json.writeStringField(
        "noStacks", reader.notSeen().isEmpty() ? NO_SITES : NO_STACKS + reader.notSeen());
    json.writeArrayFieldStart("stacks");
    for (Quantity quantity : QUANTITIES) {
      FlameGraph graph = reader.graph(quantity);
      if (graph.total() > graph.unknown()) {
        json.writeStartObject();
        new FlameJson(graph, LEAST_SHARE).writeFields(json);
        writeRows(json, graph);
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  private static void writeRows(JsonGenerator json, FlameGraph graph) throws IOException {
    List<StackTable.Row> rows = StackTable.of(graph);
    json.writeNumberField("moreRows", Math.max(0, rows.size() - MOST_ROWS));
    json.writeArrayFieldStart("rows");
    for (StackTable.Row row : rows.subList(0, Math.min(rows.size(), MOST_ROWS))) {
      json.writeStartObject();
      json.writeStringField("work", row.work());
      json.writeStringField("by", row.by());
      json.writeNumberField("value", row.value());
      json.writeNumberField("count", row.count());
      if (row.samples() != SampledWork.EXACT) {
        json.writeNumberField("samples", row.samples());
        json.writeNumberField("error", row.error());
      }
      json.writeArrayFieldStart("frames");
      for (String frame : row.frames()) {
        json.writeString(frame);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
