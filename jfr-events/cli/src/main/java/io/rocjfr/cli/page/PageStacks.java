// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.cli.flame.StackTree;
import io.rocjfr.cli.flame.Stacks;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** The Java stacks of single events: a tree, in whose nodes they end. */
final class PageStacks {
  /** The column of an event's place. */
  static final String FIELD = "stack";

  private final StackTree tree = new StackTree();
  private final Stacks stacks = new Stacks(tree, true, false);

  /** The place of the stack of a call, without the way into native code; 0 if there is none. */
  int ofCall(RecordedEvent event) {
    return Math.max(StackTree.ROOT, stacks.node(event));
  }

  /** The place of an event's whole stack; 0 if there is none. */
  int of(RecordedEvent event) {
    return Math.max(StackTree.ROOT, stacks.wholeNode(event));
  }

  /** Writes the frames' texts, each once; of each node its frame and the node that called it. */
  void write(JsonGenerator json) throws IOException {
    Map<String, Integer> texts = new LinkedHashMap<>();
    json.writeStartObject();
    json.writeArrayFieldStart("frames");
    for (int node = 0; node < tree.size(); node++) {
      json.writeNumber(texts.computeIfAbsent(tree.frame(node).label(), text -> texts.size()));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("callers");
    for (int node = 0; node < tree.size(); node++) {
      json.writeNumber(Math.max(StackTree.ROOT, tree.parent(node)));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("texts");
    for (String text : texts.keySet()) {
      json.writeString(text);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
