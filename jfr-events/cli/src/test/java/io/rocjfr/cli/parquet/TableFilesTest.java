// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many tables and days at once, with little memory: no row is missing. */
class TableFilesTest {
  private static final int TABLES = 6;
  private static final int ROWS = 40_000;

  @TempDir Path folder;

  private static TableLayout<Long> table(String name) {
    return TableLayout.of(
        name,
        name,
        "",
        List.of(
            new ParquetColumn<>("number", ParquetColumn.Kind.LONG, "", "", "", number -> number),
            new ParquetColumn<>(
                "text", ParquetColumn.Kind.TEXT, "", "", "", number -> text(number))));
  }

  /** Not to be compressed. */
  private static String text(long number) {
    long mixed = number * 0x9E3779B97F4A7C15L;
    return Long.toHexString(mixed) + Long.toHexString(Long.rotateLeft(mixed, 23) * 31);
  }

  private static long rows(Path file) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
    try (ParquetFileReader reader = new ParquetFileReader(new LocalInputFile(file), options)) {
      return reader.getRecordCount();
    }
  }

  /** Rows of each table. */
  private Map<String, Long> written(Map<Path, Path> files) throws IOException {
    Map<String, Long> rows = new TreeMap<>();
    for (Map.Entry<Path, Path> file : files.entrySet()) {
      rows.merge(file.getValue().getName(0).toString(), rows(file.getKey()), Long::sum);
    }
    return rows;
  }

  @Test
  void whatIsHeldIsBounded() throws Exception {
    List<TableLayout<Long>> tables = new ArrayList<>();
    for (int i = 0; i < TABLES; i++) {
      tables.add(table("T" + i));
    }
    try (TableFiles files = new TableFiles(folder, "p1", 1 << 20)) {
      for (long row = 0; row < ROWS; row++) {
        for (TableLayout<Long> table : tables) {
          files.write(table, "2026-11-24", table.row(row));
        }
        // Some are looked for after every 4096 rows only.
        assertThat(files.held()).isLessThan((1 << 20) + (1 << 19));
      }
      Map<Path, Path> places = files.finish("1-2");
      assertThat(places.size()).as("tables go on in further files").isGreaterThan(TABLES);
      assertThat(places.values()).doesNotHaveDuplicates();
      assertThat(written(places))
          .hasSize(TABLES)
          .allSatisfy((table, rows) -> assertThat(rows).isEqualTo(ROWS));
    }
  }

  @Test
  void soAreOpenFiles() throws Exception {
    TableLayout<Long> table = table("T");
    try (TableFiles files = new TableFiles(folder, "p1", 1 << 20)) {
      for (long row = 0; row < 1000; row++) {
        files.write(table, "day-" + row % 100, table.row(row));
        assertThat(files.open()).isLessThanOrEqualTo(64);
      }
      assertThat(written(files.finish("1-2"))).isEqualTo(Map.of("T", 1000L));
    }
  }
}
