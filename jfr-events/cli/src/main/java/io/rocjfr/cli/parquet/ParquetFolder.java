// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import io.rocjfr.cli.convert.Conversion;
import io.rocjfr.recording.Fields;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.JfrLosses;
import io.rocjfr.recording.OutputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import jdk.jfr.consumer.RecordedEvent;

/** Makes a folder of Parquet files: a table for each event, and one of the recordings. */
public final class ParquetFolder implements Conversion {
  private static final long DAY_NANOS = TimeUnit.DAYS.toNanos(1);
  private static final long MOST_HELD = 64L << 20;

  private final TablesFolder folder;
  private final long mostHeld;
  private long latest;
  private ProcessFacts process;
  private EventTables tables;
  private TableFiles files;
  private JfrLosses losses;
  private long day = Long.MIN_VALUE;
  private String dayName;

  /** What failed within a call that cannot say so. */
  private IOException failure;

  /** To be written there, which is a folder or is made one. */
  public ParquetFolder(Path to) throws IOException {
    this(to, Math.min(MOST_HELD, Runtime.getRuntime().maxMemory() / 8));
  }

  ParquetFolder(Path to, long mostHeld) throws IOException {
    this.mostHeld = mostHeld;
    folder = new TablesFolder(to);
  }

  @Override
  public void beginFile(Path shown, Path file) {
    process = ProcessFacts.of(file);
    tables = new EventTables(file, process);
    losses = new JfrLosses();
    latest = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) + DAY_NANOS;
    attempt(
        () -> {
          if (process.ofSeveral()) {
            throw new IOException(
                shown
                    + " contains several processes, whose events cannot be separated. Convert"
                    + " the original recordings instead");
          }
          files = new TableFiles(folder.room(), process.partition(), mostHeld);
        });
  }

  private interface Step {
    void run() throws IOException;
  }

  /** What fails ends the reading, too: nothing of it would be kept. */
  private void attempt(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      failure = e;
    } catch (RuntimeException e) { // of the library, which has no other way
      failure = new IOException(e.toString(), e);
    } catch (OutOfMemoryError e) { // is not the recording's fault, as the reader would take it
      failure =
          new IOException(
              "there is not enough memory. Give it more: ROCJFR_JAVA_OPTS=-Xmx8g rocjfr ...", e);
    }
    if (failure != null) {
      throw new OutputException(failure);
    }
  }

  @Override
  public void add(RecordedEvent event) {
    // What fails here is the recording's fault.
    TableLayout<RecordedEvent> table = tables.of(event);
    Object[] row = table.row(event);
    String when = day(Fields.begin(event));
    attempt(() -> files.write(table, when, row));
  }

  /** In UTC; that of the recording for times that cannot be. */
  private String day(long nanos) {
    boolean possible = nanos >= process.begin() - DAY_NANOS && nanos <= latest;
    long number = Math.floorDiv(possible ? nanos : process.begin(), DAY_NANOS);
    if (number != day) {
      day = number;
      dayName = LocalDate.ofEpochDay(number).toString();
    }
    return dayName;
  }

  @Override
  public void addOther(RecordedEvent event) {
    losses.add(event);
  }

  @Override
  public void endFile(FileReport report) {
    if (!report.knowsOurs()) {
      return; // Nothing was written.
    }
    attempt(
        () -> {
          String when = day(process.begin());
          for (TableLayout<RecordedEvent> table : tables.all()) {
            files.fill(table, when);
          }
          TableLayout<FileReport> recordings = recordings();
          files.write(recordings, when, recordings.row(report));
          folder.add(files, process.partition(), report);
        });
  }

  private TableLayout<FileReport> recordings() {
    List<ParquetColumn<FileReport>> columns = new ArrayList<>();
    columns.add(
        column("startTime", ParquetColumn.Kind.INSTANT, "", "When it began")
            .from(report -> Fields.instant(report.beginNanos())));
    columns.add(
        column("startNanos", ParquetColumn.Kind.LONG, "ns since the epoch", "When it began")
            .from(FileReport::beginNanos));
    columns.add(
        column("duration", ParquetColumn.Kind.LONG, "ns", "Its duration")
            .from(report -> report.endNanos() - report.beginNanos()));
    columns.add(column("file", ParquetColumn.Kind.TEXT, "", "Its name").from(FileReport::file));
    columns.add(
        column("events", ParquetColumn.Kind.LONG, "", "Number of its events of rocjfr")
            .from(FileReport::ownEvents));
    columns.add(
        column(
                "problem",
                ParquetColumn.Kind.TEXT,
                "",
                "Why it could not be read completely; null if" + " it could")
            .from(FileReport::problem));
    columns.add(
        column(
                "jfrLostBytes",
                ParquetColumn.Kind.LONG,
                "B",
                "Bytes of events that JFR itself has lost")
            .from(report -> losses.bytes()));
    columns.addAll(process.columns());
    return TableLayout.of(
        TablesFolder.RECORDINGS,
        "Recording",
        "The recordings from which the other tables come",
        columns);
  }

  /** A column that lacks its values. */
  private interface Named {
    ParquetColumn<FileReport> from(Function<FileReport, Object> value);
  }

  private static Named column(String name, ParquetColumn.Kind kind, String unit, String text) {
    return value -> new ParquetColumn<>(name, kind, unit, "", text, value);
  }

  @Override
  public void finish() throws IOException {
    folder.publish();
  }

  @Override
  public List<FileReport> passedOver() {
    return folder.passedOver();
  }

  @Override
  public long bytes(Path written) {
    return folder.bytes();
  }

  @Override
  public void close() throws IOException {
    try {
      if (files != null) {
        files.close();
      }
    } catch (IOException e) {
      if (failure == null) {
        throw e;
      }
    } finally {
      folder.close();
    }
  }
}
