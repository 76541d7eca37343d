// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.formats.pprof.Function;
import io.rocjfr.formats.pprof.Line;
import io.rocjfr.formats.pprof.Location;
import io.rocjfr.formats.pprof.Profile;
import io.rocjfr.formats.pprof.Sample;
import io.rocjfr.formats.pprof.ValueType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Writes a flame graph as a profile of pprof, which has no frames outside of its tables. */
public final class PprofFile {
  private final Profile.Builder profile = Profile.newBuilder();
  private final Map<String, Integer> strings = new HashMap<>();
  private final Map<String, Integer> functions = new HashMap<>();
  private final Map<Frame, Integer> locations = new HashMap<>();
  private final FlameGraph graph;

  /**
   * Of a graph.
   *
   * @param beginNanos when what it shows began, in nanoseconds of the epoch
   * @param nanos how long that was
   */
  public PprofFile(FlameGraph graph, long beginNanos, long nanos) {
    this.graph = graph;
    string("");
    profile.addSampleType(type("count", "count"));
    profile.addSampleType(type(graph.quantity().type(), graph.quantity().unit()));
    profile.setDefaultSampleType(string(graph.quantity().type()));
    profile.setTimeNanos(beginNanos);
    profile.setDurationNanos(nanos);
    for (int node = 1; node < graph.tree().size(); node++) {
      if (graph.isWork(node)) {
        add(node, graph.pieces(node), graph.own(node));
      }
    }
  }

  private void add(int node, long count, long value) {
    Sample.Builder sample = Sample.newBuilder();
    for (int at = node; at != StackTree.ROOT; at = graph.tree().parent(at)) {
      sample.addLocationId(location(graph.tree().frame(at)));
    }
    profile.addSample(sample.addValue(count).addValue(value));
  }

  private ValueType type(String type, String unit) {
    return ValueType.newBuilder().setType(string(type)).setUnit(string(unit)).build();
  }

  private int string(String text) {
    return strings.computeIfAbsent(
        text,
        unused -> {
          profile.addStringTable(text);
          return profile.getStringTableCount() - 1;
        });
  }

  private int location(Frame frame) {
    Integer known = locations.get(frame);
    if (known != null) {
      return known;
    }
    int id = locations.size() + 1;
    locations.put(frame, id);
    profile.addLocation(
        Location.newBuilder()
            .setId(id)
            .addLine(
                Line.newBuilder().setFunctionId(function(frame.name())).setLine(frame.line())));
    return id;
  }

  private int function(String name) {
    return functions.computeIfAbsent(
        name,
        unused -> {
          int id = functions.size() + 1;
          profile.addFunction(
              Function.newBuilder().setId(id).setName(string(name)).setSystemName(string(name)));
          return id;
        });
  }

  public void write(OutputStream out) throws IOException {
    GZIPOutputStream compressed = new GZIPOutputStream(out);
    profile.build().writeTo(compressed);
    compressed.finish();
  }
}
