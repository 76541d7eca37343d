// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import io.rocjfr.figures.KernelNames;
import io.rocjfr.figures.SampledWork;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** A flame graph as chart.js reads it. */
public final class FlameJson {
  /** Makes generators that go as deep as stacks do: two levels for each frame. */
  public static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamWriteConstraints(
              StreamWriteConstraints.builder()
                  .maxNestingDepth(2 * StackTree.MOST_DEPTH + 100)
                  .build())
          .build();

  /** Columns of a frame's text, beyond which names of kernels are shortened. */
  private static final int NAME = 48;

  private final FlameGraph graph;
  private final long[] inclusive;
  private final SampledWork.Basis[] bases;
  private final long[] errors;
  private final double least;
  private final List<List<Integer>> children = new ArrayList<>();
  private final KernelNames names;

  /**
   * Of a graph.
   *
   * @param leastShare frames of a smaller share of the total are left out: they cannot be seen
   */
  public FlameJson(FlameGraph graph, double leastShare) {
    this.graph = graph;
    inclusive = graph.inclusive();
    bases = graph.inclusiveBases();
    errors = graph.errors(inclusive, bases);
    names = KernelNames.of(graph.works());
    least = leastShare * inclusive[StackTree.ROOT];
    for (int node = 0; node < graph.tree().size(); node++) {
      children.add(null);
      if (node > StackTree.ROOT && inclusive[node] > 0 && inclusive[node] >= least) {
        int parent = graph.tree().parent(node);
        if (children.get(parent) == null) {
          children.set(parent, new ArrayList<>());
        }
        children.get(parent).add(node);
      }
    }
  }

  /** As fields of an object that was begun. */
  public void writeFields(JsonGenerator json) throws IOException {
    json.writeStringField("id", graph.quantity().type());
    json.writeStringField("title", graph.quantity().title());
    json.writeStringField("unit", graph.quantity().unit());
    json.writeNumberField("unknown", graph.unknown());
    json.writeNumberField("unknownError", graph.unknownError());
    json.writeBooleanField("exact", graph.isExact());
    json.writeObjectFieldStart("reasons");
    for (Map.Entry<String, Long> reason : graph.reasons().entrySet()) {
      json.writeNumberField(reason.getKey(), reason.getValue());
    }
    json.writeEndObject();
    json.writeFieldName("root");
    writeNodes(json);
  }

  /** Without recursion, since a tree may be thousands of frames deep. */
  private void writeNodes(JsonGenerator json) throws IOException {
    Deque<Iterator<Integer>> open = new ArrayDeque<>();
    begin(json, StackTree.ROOT, open);
    while (!open.isEmpty()) {
      if (open.peek().hasNext()) {
        begin(json, open.peek().next(), open);
      } else {
        open.pop();
        json.writeEndArray();
        json.writeEndObject();
      }
    }
  }

  /** Writes a node, which stays open if there are nodes below it. */
  private void begin(JsonGenerator json, int node, Deque<Iterator<Integer>> open)
      throws IOException {
    Frame frame = graph.tree().frame(node);
    json.writeStartObject();
    json.writeStringField("name", frame.label());
    json.writeNumberField("value", inclusive[node]);
    if (frame.kind() == Frame.Kind.WORK || frame.kind() == Frame.Kind.UNKNOWN) {
      json.writeStringField("kind", frame.kind() == Frame.Kind.WORK ? "work" : "unknown");
    }
    if (frame.kind() == Frame.Kind.WORK) {
      String shown = names.shown(frame.name(), NAME);
      if (!shown.equals(frame.name())) {
        json.writeStringField("shown", shown);
      }
    }
    if (graph.pieces(node) > 0) {
      json.writeNumberField("count", graph.pieces(node));
    }
    if (bases[node].samples() != SampledWork.EXACT) {
      json.writeNumberField("samples", bases[node].samples());
      json.writeNumberField("error", errors[node]);
    }
    List<Integer> below = children.get(node);
    if (below == null) {
      json.writeEndObject();
    } else {
      json.writeArrayFieldStart("children");
      open.push(below.iterator());
    }
  }
}
