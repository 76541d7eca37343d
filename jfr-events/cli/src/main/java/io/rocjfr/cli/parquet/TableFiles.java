// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files that rows of one recording go to, one for each table and day. They hold a part of their
 * rows in memory. If all of them together hold too much, the largest ends, and its table goes on in
 * a new file. If too many are open, the one that waits the longest ends in the same way.
 */
final class TableFiles implements AutoCloseable {
  /**
   * What a file holds.
   *
   * @param table its name
   * @param day in UTC
   */
  private record Key(String table, String day) {}

  private static final int MOST_OPEN = 64;
  private static final int ROWS_PER_LOOK = 1 << 12;
  private static final int LEAST_GROUP = 1 << 20;

  private final Path folder;
  private final String process;
  private final long mostHeld;
  private final Map<Key, TableFile> open = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Key, Integer> counts = new HashMap<>();
  private final Map<Path, Key> made = new LinkedHashMap<>();
  private int rows;

  /**
   * Below a folder of their own.
   *
   * @param process the name of its partition
   * @param mostHeld how many bytes of rows may be in memory
   */
  TableFiles(Path folder, String process, long mostHeld) {
    this.folder = folder;
    this.process = process;
    this.mostHeld = mostHeld;
  }

  void write(TableLayout<?> table, String day, Object[] cells) throws IOException {
    Key key = new Key(table.name(), day);
    TableFile file = open.get(key);
    if (file == null) {
      if (open.size() >= MOST_OPEN) {
        end(open.keySet().iterator().next());
      }
      file = begin(key, table);
    }
    file.write(cells);
    if (++rows % ROWS_PER_LOOK == 0) {
      endLargest();
    }
  }

  /** Makes a file without rows where a table has none. */
  void fill(TableLayout<?> table, String day) throws IOException {
    if (made.values().stream().noneMatch(key -> key.table.equals(table.name()))) {
      Key key = new Key(table.name(), day);
      begin(key, table);
      end(key);
    }
  }

  /** How many bytes of rows are in memory. */
  long held() {
    return open.values().stream().mapToLong(TableFile::held).sum();
  }

  /** How many files are being written. */
  int open() {
    return open.size();
  }

  private TableFile begin(Key key, TableLayout<?> table) throws IOException {
    Path path = folder.resolve(made.size() + ".parquet");
    TableFile file = new TableFile(path, table, Math.max(LEAST_GROUP, mostHeld / 4));
    made.put(path, key);
    open.put(key, file);
    return file;
  }

  private void end(Key key) throws IOException {
    open.remove(key).close();
  }

  private void endLargest() throws IOException {
    long all = 0;
    long most = -1;
    Key largest = null;
    for (Map.Entry<Key, TableFile> entry : open.entrySet()) {
      long held = entry.getValue().held();
      all += held;
      if (held > most) {
        most = held;
        largest = entry.getKey();
      }
    }
    if (all > mostHeld) {
      end(largest);
    }
  }

  /** Ends all; then says where each belongs, below the folder of all tables. */
  Map<Path, Path> finish(String name) throws IOException {
    close();
    Map<Path, Path> places = new LinkedHashMap<>();
    made.forEach(
        (file, key) -> {
          int number = counts.merge(key, 1, Integer::sum);
          places.put(
              file,
              Path.of(
                  key.table,
                  "day=" + key.day,
                  "process=" + process,
                  name + (number == 1 ? "" : "-" + number) + ".parquet"));
        });
    return places;
  }

  /** Lets go of all files, also of those after one that cannot be ended. */
  @Override
  public void close() throws IOException {
    List<TableFile> all = new ArrayList<>(open.values());
    open.clear();
    IOException failure = null;
    for (TableFile file : all) {
      try {
        file.close();
      } catch (IOException | RuntimeException e) {
        if (failure == null) {
          failure = e instanceof IOException io ? io : new IOException(e.getMessage(), e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
