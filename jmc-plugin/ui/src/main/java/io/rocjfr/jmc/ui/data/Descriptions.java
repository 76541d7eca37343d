// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Events in words: the name first, then what matters, and nothing that does not apply. */
public final class Descriptions {
  private static final int LONGEST_NAME = 160;

  private final RecordingData data;
  private final long first;

  /**
   * Describes the events of a recording.
   *
   * @param first its begin
   */
  public Descriptions(RecordingData data, long first) {
    this.data = data;
    this.first = first;
  }

  /** Some lines about an event. */
  public String of(int row) {
    EventTable table = data.table();
    if (table.size() == 0) {
      return ""; // the recording was closed
    }
    RowKind kind = table.kind(row);
    LaneKey key = table.lane(row).key();
    long begin = table.begin(row);
    List<String> lines = new ArrayList<>();
    String name = table.name(row);
    lines.add(name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "..." : name);
    lines.add(
        table.isTimed(row)
            ? kind.label() + " of " + Units.duration(table.nanos(row)) + ", " + since(begin)
            : kind.label() + " without times, end seen " + since(begin));
    lines.add(key.group() + (kind.isWork() ? ", queue " + key.queue() : ""));
    if (table.bytes(row) > 0) {
      long nanos = table.isTimed(row) ? table.nanos(row) : 0;
      lines.add(
          Units.bytes(table.bytes(row))
              + (nanos > 0 ? ", " + Units.bandwidth(table.bytes(row) * 1e9 / nanos) : ""));
    }
    String chain = chain(row);
    if (!chain.isEmpty()) {
      lines.add(chain);
    }
    return String.join("\n", lines);
  }

  /** When it began. */
  public String since(long moment) {
    return String.format(Locale.ROOT, "at %,.6f s", (moment - first) / 1e9);
  }

  private String chain(int row) {
    RowKind kind = data.table().kind(row);
    if (kind == RowKind.RANGE || kind == RowKind.SPAN) {
      int[] within = data.chains().of(row);
      long calls = count(within, RowKind.CALL::equals);
      long work = count(within, RowKind::isWork);
      return "Within it: "
          + Units.count(calls, "call", "calls")
          + ", which submitted "
          + Units.count(work, "kernel or copy", "kernels and copies");
    }
    EventTable table = data.table();
    int[] others =
        Arrays.stream(table.correlated(table.correlation(row)))
            .filter(other -> other != row && table.kind(other).isWork() != kind.isWork())
            .toArray();
    if (others.length == 0) {
      return "";
    }
    int other = others[0];
    if (kind.isWork()) {
      long delay = table.begin(row) - table.begin(other);
      return "Submitted by "
          + table.name(other)
          + (delay >= 0 && table.isTimed(row)
              ? ", " + Units.duration(delay) + " after that began"
              : "");
    }
    return others.length == 1
        ? "Submitted "
            + table.name(other)
            + (table.isTimed(other)
                ? ", which ran for " + Units.duration(table.nanos(other))
                : ", without times")
        : "Submitted " + Units.count(others.length, "piece", "pieces") + " of work";
  }

  private long count(int[] rows, Predicate<RowKind> wanted) {
    return Arrays.stream(rows).filter(row -> wanted.test(data.table().kind(row))).count();
  }
}
