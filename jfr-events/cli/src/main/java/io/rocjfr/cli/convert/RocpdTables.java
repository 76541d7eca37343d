// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.sqlite.JDBC;

/** A database of AMD's schema, to which rows are added. */
final class RocpdTables implements AutoCloseable {
  /** Other texts are looked up in the database. */
  private static final int MOST_TEXTS = 100_000;

  private static final int BATCH = 10_000;

  private final Connection connection;
  private final String suffix;
  private final Map<String, PreparedStatement> inserts = new HashMap<>();
  private final Map<String, Long> ids = new HashMap<>();
  private final Map<String, Long> texts = new HashMap<>();
  private PreparedStatement findText;
  private PreparedStatement addStack;
  private int waiting;

  RocpdTables(Path file, UUID guid) throws SQLException {
    suffix = "_" + guid.toString().replace('-', '_');
    // Not by the DriverManager: it sees the application's class path only.
    connection = new JDBC().connect("jdbc:sqlite:" + file, new Properties());
    try (Statement statement = connection.createStatement()) {
      // It is there whole or not at all: another file takes its name when it is done.
      statement.execute("PRAGMA journal_mode = OFF");
      statement.execute("PRAGMA synchronous = OFF");
      for (String command : schema(guid).split(";\n", -1)) {
        if (!command.isBlank()) {
          statement.execute(command);
        }
      }
    }
    connection.setAutoCommit(false);
  }

  private String schema(UUID guid) {
    try (InputStream in = RocpdTables.class.getResourceAsStream("rocpd.sql")) {
      if (in == null) {
        throw new IllegalStateException("rocjfr.jar lacks its file rocpd.sql");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("@uuid", suffix)
          .replace("@guid", guid.toString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Adds a row; its id is returned.
   *
   * @param columns names, comma-separated; the same for all rows of a table
   */
  long insert(String table, String columns, Object... values) throws SQLException {
    PreparedStatement insert = inserts.get(table);
    if (insert == null) {
      String places = ", ?".repeat(values.length);
      String quoted = "\"" + columns.replace(",", "\", \"") + "\"";
      insert =
          connection.prepareStatement(
              "INSERT INTO \"rocpd_"
                  + table
                  + suffix
                  + "\" (\"id\", "
                  + quoted
                  + ") VALUES (?"
                  + places
                  + ")");
      inserts.put(table, insert);
    }
    long id = ids.merge(table, 1L, Long::sum);
    insert.setLong(1, id);
    for (int i = 0; i < values.length; i++) {
      insert.setObject(i + 2, values[i]);
    }
    insert.addBatch();
    if (++waiting >= BATCH) {
      flush();
    }
    return id;
  }

  private void flush() throws SQLException {
    for (PreparedStatement insert : inserts.values()) {
      insert.executeBatch();
    }
    waiting = 0;
  }

  /** The id of a text. */
  long text(String text) throws SQLException {
    Long known = texts.get(text);
    if (known != null) {
      return known;
    }
    if (texts.size() >= MOST_TEXTS) {
      flush();
      if (findText == null) {
        findText =
            connection.prepareStatement(
                "SELECT \"id\" FROM \"rocpd_string" + suffix + "\" WHERE \"string\" = ?");
      }
      findText.setString(1, text);
      try (ResultSet found = findText.executeQuery()) {
        if (found.next()) {
          return found.getLong(1);
        }
      }
      return insert("string", "string", text);
    }
    long id = insert("string", "string", text);
    texts.put(text, id);
    return id;
  }

  /** Remembers the Java stack of a call, for {@link #joinStacks}. */
  void stack(long correlationId, String json) throws SQLException {
    if (addStack == null) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            "CREATE TEMP TABLE site (stack_id INTEGER PRIMARY KEY, stack TEXT NOT NULL)");
      }
      addStack = connection.prepareStatement("INSERT OR REPLACE INTO temp.site VALUES (?, ?)");
    }
    addStack.setLong(1, correlationId);
    addStack.setString(2, json);
    addStack.executeUpdate();
  }

  /**
   * Gives the calls of one process the stacks that came with it, before or after them.
   *
   * @param from the id of its first event
   * @param categories those of calls
   */
  void joinStacks(long from, long... categories) throws SQLException {
    if (addStack == null) {
      return;
    }
    flush();
    try (PreparedStatement join =
            connection.prepareStatement(
                "UPDATE \"rocpd_event"
                    + suffix
                    + "\" AS e SET call_stack = (SELECT stack FROM temp.site s WHERE"
                    + " s.stack_id = e.stack_id) WHERE id >= ? AND category_id = ? AND"
                    + " stack_id IN (SELECT stack_id FROM temp.site)");
        Statement statement = connection.createStatement()) {
      for (long category : categories) {
        join.setLong(1, from);
        join.setLong(2, category);
        join.executeUpdate();
      }
      statement.execute("DELETE FROM temp.site");
    }
  }

  /** The id that the next row of a table will have. */
  long next(String table) {
    return ids.getOrDefault(table, 0L) + 1;
  }

  /** Writes what waits. */
  void finish() throws SQLException {
    flush();
    connection.commit();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
