// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.Units;
import io.rocjfr.jmc.ui.FigureTable.Column;
import io.rocjfr.jmc.ui.data.GroupRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The columns of tables that have a row per kernel, direction, function or thread. */
final class Columns {
  static final String TOTAL = "total";
  static final String BYTES = "bytes";

  private Columns() {}

  /** Count, total, share, average, percentiles and maximum of how long events last. */
  static List<Column<GroupRow>> times(String name) {
    List<Column<GroupRow>> columns = new ArrayList<>();
    columns.add(Column.of("name", name, 320, name, GroupRow::key));
    columns.add(
        Column.of(
            "count",
            "Count",
            74,
            "Their number",
            row -> Units.count(row.times().count()),
            row -> row.times().count()));
    columns.add(time(TOTAL, "Total", "Their total duration", row -> row.times().total()));
    columns.add(
        Column.of(
            "share",
            "Share",
            74,
            "Share of the total of all rows",
            row -> Units.share(row.share()),
            row -> row.times().isUntimed() ? -1.0 : row.share()));
    columns.add(time("average", "Average", "Their mean duration", row -> row.times().average()));
    columns.add(
        time(
            "p50",
            "p50",
            "Half of the events took this long or less",
            row -> row.times().percentile(50)));
    columns.add(
        time(
            "p99",
            "p99",
            "99 % of the events took this long or less",
            row -> row.times().percentile(99)));
    columns.add(time("max", "Max", "The longest", row -> row.times().max()));
    return columns;
  }

  /** Bytes and bandwidth. */
  static List<Column<GroupRow>> bytes() {
    return List.of(
        Column.of(
            BYTES,
            "Bytes",
            76,
            "The copied bytes, of copies with a known size",
            row -> row.averageBytes() < 0 ? "" : Units.bytes(row.bytes()),
            GroupRow::bytes),
        Column.of(
            "averageBytes",
            "Avg. Size",
            78,
            "The mean size of a copy",
            row -> row.averageBytes() < 0 ? "" : Units.bytes(row.averageBytes()),
            GroupRow::averageBytes),
        Column.of(
            "bandwidth",
            "Bandwidth",
            88,
            "Bytes per second while a copy ran",
            row -> Double.isNaN(row.bandwidth()) ? "" : Units.bandwidth(row.bandwidth()),
            row -> Double.isNaN(row.bandwidth()) ? -1.0 : row.bandwidth()));
  }

  /** How much of the time of calls was waiting for the GPU. */
  static Column<GroupRow> blocked() {
    return Column.of(
        "blocked",
        "Waiting",
        95,
        "Time that threads were blocked in calls that synchronise, and in copies that block",
        row -> row.blockedNanos() == 0 ? "" : Units.duration(row.blockedNanos()),
        GroupRow::blockedNanos);
  }

  private static Column<GroupRow> time(
      String id, String title, String about, ToLongFunction<GroupRow> nanos) {
    return Column.of(
        id,
        title,
        80,
        about,
        row -> row.times().isUntimed() ? "-" : Units.duration(nanos.applyAsLong(row)),
        row -> row.times().isUntimed() ? -1 : nanos.applyAsLong(row));
  }
}
